import { MOST_COUNTED } from '@courtly/contracts/total-count';

const dollarFormatter = (options: Intl.NumberFormatOptions = {}) => {
  const formatter = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...options,
  });
  return (amount: string): string => formatter.format(amount as `${number}`);
};

/**
 * Formats a decimal string such as `"330.00"` as `$330.00`. Exact: the text is never converted to a
 * float.
 */
export const formatMoney = dollarFormatter();

/** Like `formatMoney`, but without zero cents: `$330` or `$330.50`. */
export const formatShortMoney = dollarFormatter({ trailingZeroDisplay: 'stripIfInteger' });

/** The size of a list, capped at what the server counts: `24` or `1,000+`. */
export const totalLabel = (itemCount: number): string =>
  itemCount < MOST_COUNTED ? String(itemCount) : `${MOST_COUNTED.toLocaleString('en-US')}+`;

/** Caches one formatter per time zone; creating one is slow. */
const cachePerZone = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const formatter =
      formatters.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formatters.set(timeZone, formatter);
    return formatter;
  };
};

const zonedFormatter = (options: Intl.DateTimeFormatOptions) => {
  const formatterFor = cachePerZone('en-US', options);
  return (instant: string, timeZone: string): string =>
    formatterFor(timeZone).format(new Date(instant));
};

/** `Saturday, March 13, 2027` */
export const formatLongDate = zonedFormatter({ dateStyle: 'full' });
/** `Mar 13, 2027` */
export const formatMediumDate = zonedFormatter({ dateStyle: 'medium' });
/** `Sat, Mar 13` */
export const formatShortDate = zonedFormatter({ weekday: 'short', month: 'short', day: 'numeric' });
/** `March 2027` */
export const formatMonthAndYear = zonedFormatter({ month: 'long', year: 'numeric' });
/** `10:00 AM` */
export const formatTime = zonedFormatter({ timeStyle: 'short' });
const clockWithZone = zonedFormatter({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const offsetLabel = zonedFormatter({ timeZoneName: 'longOffset' });

/** `MST`: the zone abbreviation at that instant. */
export const zoneAbbreviation = (instant: string, timeZone: string): string =>
  clockWithZone(instant, timeZone).split(' ').at(-1) ?? timeZone;

const timeFormatter = cachePerZone('en-US', { timeStyle: 'short' });

/** `10:00 – 11:00 AM`; past midnight `11:00 PM – 12:00 AM`, where Intl would print both dates. */
export const timeRange = (startTime: string, endTime: string, timeZone: string): string =>
  dayInZone(startTime, timeZone) === dayInZone(endTime, timeZone)
    ? timeFormatter(timeZone).formatRange(new Date(startTime), new Date(endTime))
    : `${formatTime(startTime, timeZone)} – ${formatTime(endTime, timeZone)}`;

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether both zones have the same UTC offset at that instant. */
export const hasSameOffset = (instant: string, firstZone: string, secondZone: string): boolean =>
  offsetLabel(instant, firstZone) === offsetLabel(instant, secondZone);

/**
 * The zone in which to show an instant with the offset that the server sent, such as `-07:00`: the
 * court's, unless this browser's zone data differs. Offsets of half hours then follow the browser.
 */
export const shownZone = (instant: string, zone: string, offset: string | undefined): string => {
  // A server of an earlier release sends no offset.
  if (!offset) return zone;
  const browserOffset = offsetLabel(instant, zone).split('GMT')[1] || '+00:00';
  // The sign of these zones is reversed.
  return browserOffset === offset || !offset.endsWith(':00')
    ? zone
    : `Etc/GMT${-parseInt(offset) < 0 ? '' : '+'}${-parseInt(offset)}`;
};

const datePartsFormatter = cachePerZone('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The calendar day of an instant in a zone, as used in URLs: `2027-03-13`. Built from parts because
 * engines order them differently.
 */
export const dayInZone = (instant: string, timeZone: string): string => {
  const dateParts = datePartsFormatter(timeZone).formatToParts(new Date(instant));
  const part = (partType: string) =>
    dateParts.find(({ type }) => type === partType)!.value.padStart(2, '0');
  return [part('year'), part('month'), part('day')].join('-');
};
