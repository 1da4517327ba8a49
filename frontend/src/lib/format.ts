import { MOST_COUNTED } from '@courtly/contracts/total-count';
import type { ZoneOffset } from '@courtly/contracts/wire';

const dollarFormatter = (options: Intl.NumberFormatOptions = {}) => {
  const formatter = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...options,
  });
  return (amount: string): string => formatter.format(amount as `${number}`);
};

/**
 * Formats a decimal string such as `"330.00"` as `$330.00`. The amount is exact, because the text
 * is never converted to a float.
 */
export const formatMoney = dollarFormatter();

/** Like `formatMoney`, but without zero cents: `$330` or `$330.50`. */
export const formatShortMoney = dollarFormatter({ trailingZeroDisplay: 'stripIfInteger' });

/** The size of a list, up to the maximum that the server counts: `24` or `1,000+`. */
export const totalLabel = (itemCount: number): string =>
  itemCount < MOST_COUNTED ? String(itemCount) : `${MOST_COUNTED.toLocaleString('en-US')}+`;

declare const viewer: unique symbol;
type ViewerZone = string & { readonly [viewer]: true };
/** The zone of a court, with the offsets that the server sent. */
export type CourtZone = Readonly<{ zone: string; zoneOffsets: readonly ZoneOffset[] }>;
/**
 * The place that determines the time zone: a court, the viewer's location, or UTC for dates without
 * a place.
 */
export type Place = CourtZone | ViewerZone | 'UTC';

export const viewerZone = (): ViewerZone =>
  Intl.DateTimeFormat().resolvedOptions().timeZone as ViewerZone;

const serverOffset = (instant: string, place: Place): string | undefined => {
  const timestamp = Date.parse(instant);
  // A server of an earlier release doesn't send offsets.
  return (place as Partial<CourtZone>).zoneOffsets?.find(
    ({ from, until }) => Date.parse(from) <= timestamp && timestamp < Date.parse(until),
  )?.offset;
};

const zoneName = (place: Place): string => (typeof place === 'string' ? place : place.zone);

/**
 * A zone, and the time to format in it: UTC and the clock time at the court. Without an offset from
 * the server, this browser's zone data decides.
 */
const inFormatterZone = (instant: string, place: Place): [zone: string, time: Date] => {
  const offset = serverOffset(instant, place);
  return offset
    ? ['UTC', new Date(Date.parse(instant) - Date.parse(`1970-01-01T00:00${offset}`))]
    : [zoneName(place), new Date(instant)];
};

/** Caches one formatter per time zone, because it is slow to create one. */
const cachePerZone = (options: Intl.DateTimeFormatOptions) => {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const formatter =
      formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formatters.set(timeZone, formatter);
    return formatter;
  };
};

const placeFormatter = (options: Intl.DateTimeFormatOptions) => {
  const formatterFor = cachePerZone(options);
  return (instant: string, place: Place): string => {
    const [zone, time] = inFormatterZone(instant, place);
    return formatterFor(zone).format(time);
  };
};

/** `Saturday, March 13, 2027` */
export const formatLongDate = placeFormatter({ dateStyle: 'full' });
/** `Mar 13, 2027` */
export const formatMediumDate = placeFormatter({ dateStyle: 'medium' });
/** `Sat, Mar 13` */
export const formatShortDate = placeFormatter({ weekday: 'short', month: 'short', day: 'numeric' });
/** `March 2027` */
export const formatMonthAndYear = placeFormatter({ month: 'long', year: 'numeric' });
/** `10:00 AM` */
export const formatTime = placeFormatter({ timeStyle: 'short' });

const twoDigitHour = placeFormatter({ hour: '2-digit', hourCycle: 'h23' });
/** The hour of the day from 0 to 23. */
export const hourInZone = (instant: string, place: Place): number =>
  Number(twoDigitHour(instant, place));

const zoneNamePart = (timeZoneName: 'short' | 'longOffset') => {
  const formatterFor = cachePerZone({ timeZoneName });
  return (instant: string, zone: string): string => {
    const parts = formatterFor(zone).formatToParts(new Date(instant));
    return parts.find(({ type }) => type === 'timeZoneName')!.value;
  };
};
const abbreviationIn = zoneNamePart('short');
const offsetIn = zoneNamePart('longOffset');

/**
 * This browser's offset of a zone, such as `-07:00`. Undefined if the browser doesn't know the
 * zone.
 */
const browserOffset = (instant: string, place: Place): string | undefined => {
  try {
    return offsetIn(instant, zoneName(place)).slice('GMT'.length) || '+00:00';
  } catch {
    return undefined;
  }
};

/**
 * The zone abbreviation at that instant: `MST`, or `GMT-7` if this browser has a different offset.
 */
export const zoneAbbreviation = (instant: string, place: Place): string => {
  const offset = serverOffset(instant, place);
  return offset && offset !== browserOffset(instant, place)
    ? `GMT${offset.replace(/^(.)0/, '$1').replace(':00', '')}`
    : abbreviationIn(instant, zoneName(place));
};

/** Whether both places have the same UTC offset at that instant. */
export const hasSameOffset = (instant: string, ...places: [Place, Place]): boolean => {
  const [firstOffset, secondOffset] = places.map(
    (place) => serverOffset(instant, place) ?? browserOffset(instant, place),
  );
  return firstOffset === secondOffset;
};

const timeFormatter = cachePerZone({ timeStyle: 'short' });

/**
 * `10:00 – 11:00 AM`. Past midnight, `11:00 PM – 12:00 AM`, for which Intl would print both dates.
 */
export const timeRange = (startTime: string, endTime: string, place: Place): string => {
  const [zone, start] = inFormatterZone(startTime, place);
  const [, end] = inFormatterZone(endTime, place);
  return dayInZone(startTime, place) === dayInZone(endTime, place)
    ? timeFormatter(zone).formatRange(start, end)
    : `${formatTime(startTime, place)} – ${formatTime(endTime, place)}`;
};

const datePartsFormatter = cachePerZone({ year: 'numeric', month: '2-digit', day: '2-digit' });

/**
 * The calendar day of an instant at a place, in the format of URLs: `2027-03-13`. This builds it
 * from parts, because engines order them differently.
 */
export const dayInZone = (instant: string, place: Place): string => {
  const [zone, time] = inFormatterZone(instant, place);
  const dateParts = datePartsFormatter(zone).formatToParts(time);
  const part = (partType: string) =>
    dateParts.find(({ type }) => type === partType)!.value.padStart(2, '0');
  return [part('year'), part('month'), part('day')].join('-');
};
