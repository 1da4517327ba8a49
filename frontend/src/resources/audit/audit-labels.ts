import type { AuditEvent, AuditKind, CalendarAsOf } from '@courtly/contracts/audit';

/** Kinds of things that have a timeline. */
export const kinds = [
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
export const kindIn = (text: string | null): AuditKind =>
  kinds.find(({ value }) => value === text)?.value ?? 'booking';

/** Turns `MatchDisputed` and `startTime` into `Match disputed` and `Start time`. */
export const words = (name: string): string => {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Turns `players.0.playerId` into `Players, 1, Player id`. */
export const fieldLabel = (path: string): string =>
  path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : words(part)))
    .join(', ');

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** `Mar 13, 2027, 11:00:05 AM MST`, in the viewer's zone. */
export const momentLabel = (instant: string): string => moments.format(new Date(instant));

/** The name of the actor, with the role of hosts and admins. */
export const actorLabel = ({ name, role }: AuditEvent['actor']): string =>
  role === 'admin' || role === 'owner' || role === 'host' ? `${name}, ${role}` : name;

const two = (value: number) => String(value).padStart(2, '0');

/**
 * An instant as the value of a datetime-local input, in the viewer's zone, to the second; empty for
 * null.
 */
export const fieldOf = (instant: string | null): string => {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
};

/** The start of the second in the input; empty if there is none. */
export const instantOf = (field: string): string => {
  const at = new Date(field);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

/** The end of that second, to include everything that happened in it. */
export const endOfSecond = (field: string): string =>
  instantOf(field) && instantOf(field).replace(/\.\d+Z$/, '.999Z');

/** The instant of an input. An unchanged input keeps its original milliseconds. */
export const momentIn = (field: string, begun: string): string =>
  instantOf(field) === instantOf(fieldOf(begun)) ? begun : endOfSecond(field);

export const hourLook = {
  free: ['good', 'Free'],
  held: ['pending', 'Held'],
  closed: ['neutral', 'Closed'],
} as const satisfies Record<CalendarAsOf['hours'][number]['state'], readonly [string, string]>;
