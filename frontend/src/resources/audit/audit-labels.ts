import type { AuditEvent, AuditKind, CalendarAsOf, StateAsOf } from '@courtly/contracts/audit';
import { formatMediumDate, formatTime, zoneAbbreviation } from '../../lib/format';

/** The kinds of records that have a timeline. */
export const auditKinds = [
  { value: 'booking', label: 'Booking' },
  { value: 'match', label: 'Match' },
  { value: 'court', label: 'Court' },
  { value: 'user', label: 'Account' },
  { value: 'application', label: 'Application' },
  { value: 'payment', label: 'Payment' },
  { value: 'payout', label: 'Payout' },
  { value: 'membership', label: 'Membership' },
  { value: 'policy', label: 'Policy' },
] as const satisfies readonly { value: AuditKind; label: string }[];

/** Parses the kind from the URL; unknown values become `booking`. */
export const parseAuditKind = (kind: string | null): AuditKind =>
  auditKinds.find(({ value }) => value === kind)?.value ?? 'booking';

/** Stored names are in British English. */
const toAmerican = (words: string): string =>
  words.replaceAll('uthoris', 'uthoriz').replaceAll('ancelled', 'anceled');

/** Turns `MatchDisputed` and `startTime` into `Match disputed` and `Start time`. */
export const toWords = (name: string): string => {
  const spacedName = toAmerican(
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim(),
  );
  return spacedName.charAt(0).toUpperCase() + spacedName.slice(1);
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type ValueContext = Pick<StateAsOf, 'names' | 'place'>;

const durationLabel = (minutes: number): string =>
  minutes % 60 === 0 && minutes > 0 ? `${minutes / 60} h` : `${minutes} min`;

/** `Mar 13, 2027, 10:00 AM MST`, at the court. */
const placeInstantLabel = (instant: string, place: NonNullable<StateAsOf['place']>): string =>
  `${formatMediumDate(instant, place)}, ${formatTime(instant, place)} ${zoneAbbreviation(instant, place)}`;

/**
 * A stored value in readable form: names, dollars, percentages, times, and words. Times are in the
 * zone of the court, if there is one.
 */
export const valueLabel = (
  fieldPath: string,
  value: string,
  { names, place }: ValueContext = { names: {}, place: null },
): string => {
  const fieldName = fieldPath.split('.').at(-1) ?? '';
  if (Object.hasOwn(names, value)) return names[value]!;
  if (INSTANT.test(value)) return place ? placeInstantLabel(value, place) : instantLabel(value);
  if (/Minutes$/.test(fieldName) && /^\d+$/.test(value)) return durationLabel(Number(value));
  if (/Cents$/.test(fieldName) && /^-?\d+$/.test(value)) return dollars.format(Number(value) / 100);
  if (/Share$/.test(fieldName) && /^\d+$/.test(value)) return `${Number(value) / 100}%`;
  if (/status$/i.test(fieldName)) return toAmerican(value).replaceAll('_', ' ');
  if (value === 'true' || value === 'false') return value === 'true' ? 'yes' : 'no';
  return /^[a-z]+(_[a-z]+)+$/.test(value) && !/Id$/.test(fieldName)
    ? value.replaceAll('_', ' ')
    : value;
};

/** The label of a field. The unit or `Id` is left out if the value has it, or is a name. */
export const shownFieldLabel = (fieldPath: string, value: string, shownValue: string): string =>
  fieldLabel(value === shownValue ? fieldPath : fieldPath.replace(/(Id|Cents|Minutes)$/, ''));

/** Turns `players.0.playerId` into `Players, 1, Player id`. */
export const fieldLabel = (fieldPath: string): string =>
  fieldPath
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : toWords(part)))
    .join(', ');

const instantFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** `Mar 13, 2027, 11:00:05 AM MST`, in the viewer's zone. */
export const instantLabel = (instant: string): string => instantFormat.format(new Date(instant));

/** The actor's name, with the role if it is a host or an admin. */
export const actorLabel = ({ name, role }: AuditEvent['actor']): string =>
  role === 'admin' || role === 'owner' || role === 'host' ? `${name}, ${role}` : name;

const padTwo = (part: number) => String(part).padStart(2, '0');

/**
 * Formats an instant for a datetime-local input, in the viewer's zone and to the second. Empty for
 * null.
 */
export const toDateTimeLocal = (instant: string | null): string => {
  const localDate = new Date(instant ?? '');
  if (Number.isNaN(localDate.getTime())) return '';
  const datePart = [
    localDate.getFullYear(),
    padTwo(localDate.getMonth() + 1),
    padTwo(localDate.getDate()),
  ].join('-');
  return `${datePart}T${[localDate.getHours(), localDate.getMinutes(), localDate.getSeconds()].map(padTwo).join(':')}`;
};

/** The instant at the start of the second in the input. Empty if the input is empty. */
export const parseDateTimeLocal = (value: string): string => {
  const localDate = new Date(value);
  return Number.isNaN(localDate.getTime()) ? '' : localDate.toISOString();
};

/** The end of that second, so that a search includes everything that happened in it. */
export const endOfSecond = (value: string): string =>
  parseDateTimeLocal(value) && parseDateTimeLocal(value).replace(/\.\d+Z$/, '.999Z');

/** The instant in an input. If the input is unchanged, its original milliseconds are kept. */
export const toInstant = (value: string, initialInstant: string): string =>
  parseDateTimeLocal(value) === parseDateTimeLocal(toDateTimeLocal(initialInstant))
    ? initialInstant
    : endOfSecond(value);

export const statusVariants = {
  free: ['good', 'Free'],
  held: ['pending', 'Held'],
  closed: ['neutral', 'Closed'],
} as const satisfies Record<CalendarAsOf['hours'][number]['state'], readonly [string, string]>;
