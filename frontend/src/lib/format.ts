import { MOST_COUNTED } from '@courtly/contracts/total-count';

const dollars = (options: Intl.NumberFormatOptions = {}) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', ...options });
  return (amount: string): string => format.format(amount as `${number}`);
};

/**
 * Formats a decimal string such as `"330.00"` as `$330.00`. Exact: the text is never converted to a
 * float.
 */
export const money = dollars();

/** Like `money`, but without zero cents: `$330` or `$330.50`. */
export const shortMoney = dollars({ trailingZeroDisplay: 'stripIfInteger' });

/** The size of a list, capped at what the server counts: `24` or `1,000+`. */
export const totalLabel = (total: number): string =>
  total < MOST_COUNTED ? String(total) : `${MOST_COUNTED.toLocaleString('en-US')}+`;

/** Caches one formatter per time zone; creating one is slow. */
const perZone = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (zone: string): Intl.DateTimeFormat => {
    const format =
      made.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    made.set(zone, format);
    return format;
  };
};

const inZone = (options: Intl.DateTimeFormatOptions) => {
  const formatIn = perZone('en-US', options);
  return (instant: string, zone: string): string => formatIn(zone).format(new Date(instant));
};

/** `Saturday, March 13, 2027` */
export const longDate = inZone({ dateStyle: 'full' });
/** `Sat, Mar 13` */
export const shortDate = inZone({ weekday: 'short', month: 'short', day: 'numeric' });
/** `March 2027` */
export const monthAndYear = inZone({ month: 'long', year: 'numeric' });
/** `10:00 AM` */
export const clock = inZone({ timeStyle: 'short' });
const clockWithZone = inZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const offsetOf = inZone({ timeZoneName: 'longOffset' });

/** `MST`: the zone abbreviation at that instant. */
export const zoneName = (instant: string, zone: string): string =>
  clockWithZone(instant, zone).split(' ').at(-1) ?? zone;

const hoursIn = perZone('en-US', { timeStyle: 'short' });

/** `10:00 – 11:00 AM`; past midnight `11:00 PM – 12:00 AM`, where Intl would print both dates. */
export const timeRange = (start: string, end: string, zone: string): string =>
  dayIn(start, zone) === dayIn(end, zone)
    ? hoursIn(zone).formatRange(new Date(start), new Date(end))
    : `${clock(start, zone)} – ${clock(end, zone)}`;

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether both zones have the same UTC offset at that instant. */
export const sameClock = (instant: string, a: string, b: string): boolean =>
  offsetOf(instant, a) === offsetOf(instant, b);

const fieldsIn = perZone('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });

/**
 * The calendar day of an instant in a zone, as used in URLs: `2027-03-13`. Built from parts because
 * engines order them differently.
 */
export const dayIn = (instant: string, zone: string): string => {
  const parts = fieldsIn(zone).formatToParts(new Date(instant));
  const field = (name: string) => parts.find(({ type }) => type === name)!.value.padStart(2, '0');
  return [field('year'), field('month'), field('day')].join('-');
};
