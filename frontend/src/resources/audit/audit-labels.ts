import type { AuditEvent, AuditKind, CalendarAsOf } from '@courtly/contracts/audit';

/** What has a timeline of its own, as an admin calls it. */
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

/** The kind that an address names, a booking where it names none that there is. */
export const kindIn = (text: string | null): AuditKind =>
  kinds.find(({ value }) => value === text)?.value ?? 'booking';

/** `MatchDisputed` and `startTime` as words: `Match disputed`, `Start time`. */
export const words = (name: string): string => {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The path of a field as words: `players.0.playerId` as `Players, 1, Player id`. */
export const fieldLabel = (path: string): string =>
  path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : words(part)))
    .join(', ');

const moments = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

/** `Mar 13, 2027, 11:00:05 AM MST`, where the reader is. */
export const momentLabel = (instant: string): string => moments.format(new Date(instant));

/** Who acted: a name, and the role where it tells more. */
export const actorLabel = ({ name, role }: AuditEvent['actor']): string =>
  role === 'admin' || role === 'owner' || role === 'host' ? `${name}, ${role}` : name;

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as the browser's own field for date and time has it, in the reader's zone, to the second; empty for none. */
export const fieldOf = (instant: string | null): string => {
  const at = new Date(instant ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${date}T${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
};

/** The way back: the beginning of the second that a field shows; empty where it shows none. */
export const instantOf = (field: string): string => {
  const at = new Date(field);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
};

/** The end of that second: what was decided within it had happened then. */
export const endOfSecond = (field: string): string =>
  instantOf(field) && instantOf(field).replace(/\.\d+Z$/, '.999Z');

/** What a field that began with an instant says: untouched, it stands for that one to the millisecond. */
export const momentIn = (field: string, begun: string): string =>
  instantOf(field) === instantOf(fieldOf(begun)) ? begun : endOfSecond(field);

export const hourLook = {
  free: ['good', 'Free'],
  held: ['pending', 'Held'],
  closed: ['neutral', 'Closed'],
} as const satisfies Record<CalendarAsOf['hours'][number]['state'], readonly [string, string]>;
