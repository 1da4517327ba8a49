import type { StateAsOf } from '@courtly/contracts/audit';
import { offsetsAround } from '../../platform/kernel/local-time.js';

type State = StateAsOf['state'];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The court that a state names. */
export const courtIdsIn = (state: State): string[] => {
  const courtId = state?.['courtId'];
  return typeof courtId === 'string' ? [courtId] : [];
};

/** The zone in which people read the instants of a state; null if it is about no court. */
export const placeOf = (state: State): StateAsOf['place'] => {
  const zone = state?.['zone'];
  if (typeof zone !== 'string') return null;
  const instants = textsIn(state).filter((text) => INSTANT.test(text));
  return { zone, zoneOffsets: offsetsAround(zone, instants) };
};
