import type { AuditEvent, AuditKind, CalendarAsOf } from '@courtly/contracts/audit';

/** Kinds of things that have a timeline. */
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
export const parseAuditKind = (kindText: string | null): AuditKind =>
  auditKinds.find(({ value }) => value === kindText)?.value ?? 'booking';

/** Turns `MatchDisputed` and `startTime` into `Match disputed` and `Start time`. */
export const toWords = (camelCaseName: string): string => {
  const spacedName = camelCaseName.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return spacedName.charAt(0).toUpperCase() + spacedName.slice(1);
};

/** Turns `players.0.playerId` into `Players, 1, Player id`. */
export const fieldLabel = (fieldPath: string): string =>
  fieldPath
    .split('.')
    .map((pathPart) => (/^\d+$/.test(pathPart) ? String(Number(pathPart) + 1) : toWords(pathPart)))
    .join(', ');

const instantFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** `Mar 13, 2027, 11:00:05 AM MST`, in the viewer's zone. */
export const instantLabel = (instant: string): string => instantFormat.format(new Date(instant));

/** The name of the actor, with the role of hosts and admins. */
export const actorLabel = ({ name: camelCaseName, role }: AuditEvent['actor']): string =>
  role === 'admin' || role === 'owner' || role === 'host'
    ? `${camelCaseName}, ${role}`
    : camelCaseName;

const padTwo = (timePart: number) => String(timePart).padStart(2, '0');

/**
 * An instant as the value of a datetime-local input, in the viewer's zone, to the second; empty for
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

/** The start of the second in the input; empty if there is none. */
export const parseDateTimeLocal = (fieldValue: string): string => {
  const localDate = new Date(fieldValue);
  return Number.isNaN(localDate.getTime()) ? '' : localDate.toISOString();
};

/** The end of that second, to include everything that happened in it. */
export const endOfSecond = (fieldValue: string): string =>
  parseDateTimeLocal(fieldValue) && parseDateTimeLocal(fieldValue).replace(/\.\d+Z$/, '.999Z');

/** The instant of an input. An unchanged input keeps its original milliseconds. */
export const toInstant = (fieldValue: string, initialInstant: string): string =>
  parseDateTimeLocal(fieldValue) === parseDateTimeLocal(toDateTimeLocal(initialInstant))
    ? initialInstant
    : endOfSecond(fieldValue);

export const statusVariants = {
  free: ['good', 'Free'],
  held: ['pending', 'Held'],
  closed: ['neutral', 'Closed'],
} as const satisfies Record<CalendarAsOf['hours'][number]['state'], readonly [string, string]>;
