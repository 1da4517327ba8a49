import type { StateAsOf } from '@courtly/contracts/audit';
import { offsetsAround } from '../../platform/kernel/local-time.js';

type State = StateAsOf['state'];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Text that people enter can look like an instant, but be invalid or thousands of years away. */
const isInstant = (text: string): boolean =>
  INSTANT.test(text) && !Number.isNaN(Date.parse(text)) && text >= '2020-' && text < '2101-';

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The court that a state names. */
export const courtIdsIn = (state: State): string[] => {
  const courtId = state?.['courtId'];
  return typeof courtId === 'string' ? [courtId] : [];
};

/** The time zone in which to show the instants of a state; null if the state names no court. */
export const placeOf = (state: State): StateAsOf['place'] => {
  const zone = state?.['zone'];
  if (typeof zone !== 'string') return null;
  const instants = textsIn(state).filter(isInstant);
  return { zone, zoneOffsets: instants.length > 0 ? offsetsAround(zone, instants) : [] };
};
