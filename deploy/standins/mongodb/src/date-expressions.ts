import { CommandError, notSupported } from './errors.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type TruncationUnit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormatFor(timeZone: string): Intl.DateTimeFormat {
  let dateFormat = dateFormats.get(timeZone);
  if (!dateFormat) {
    try {
      const partOptions = {
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      } as const;
      dateFormat = new Intl.DateTimeFormat('en-US', {
        ...partOptions,
        era: 'short',
        timeZone: timeZone,
        hourCycle: 'h23',
      });
    } catch (error) {
      throw new CommandError(
        40485,
        `unrecognized time zone identifier: "${timeZone}" (${(error as Error).message})`,
      );
    }
    dateFormats.set(timeZone, dateFormat);
  }
  return dateFormat;
}

const canonicalZones = new Map(
  Intl.supportedValuesOf('timeZone').map((zoneName) => [zoneName.toLowerCase(), zoneName]),
);

/** JavaScript ignores the case of time zones, but mongod does not. */
const isMiscased = (timeZone: string): boolean =>
  (canonicalZones.get(timeZone.toLowerCase()) ?? timeZone) !== timeZone;

/**
 * Milliseconds by which local time in `timeZone` (an Olson name or +hh:mm) is ahead of UTC at an
 * instant.
 */
export function zoneOffsetAt(instant: number, timeZone: string): number {
  if (timeZone === 'UTC' || timeZone === 'GMT' || timeZone === 'Z') return 0;
  const fixedOffset = /^([+-])(\d\d):?(\d\d)?$/.exec(timeZone);
  if (fixedOffset)
    return (
      (fixedOffset[1] === '-' ? -1 : 1) *
      (Number(fixedOffset[2]) * 60 + Number(fixedOffset[3] ?? 0)) *
      MINUTE_MS
    );
  if (!/^[A-Z][A-Za-z_]*(\/[A-Z][A-Za-z0-9_+-]*)+$/.test(timeZone) || isMiscased(timeZone))
    throw notSupported(`the time zone '${timeZone}'`);
  const partsByType = Object.fromEntries(
    dateFormatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  if (partsByType['era'] === 'BC') throw notSupported('a date before the year 1');
  const [year, month, day, hour, minute, second] = [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
  ].map((partName) => Number(partsByType[partName]));
  const localTime = new Date(0);
  localTime.setUTCFullYear(year!, month! - 1, day);
  localTime.setUTCHours(hour!, minute, second);
  return localTime.getTime() - Math.floor(instant / 1000) * 1000;
}

/**
 * The instant at which clocks in `timeZone` show a local time. In a gap, returns the instant that
 * follows it.
 */
function localToInstant(localTimestamp: number, timeZone: string): number {
  const firstEstimate = localTimestamp - zoneOffsetAt(localTimestamp, timeZone);
  const correctedInstant = localTimestamp - zoneOffsetAt(firstEstimate, timeZone);
  return correctedInstant + zoneOffsetAt(correctedInstant, timeZone) === localTimestamp
    ? correctedInstant
    : Math.max(firstEstimate, correctedInstant);
}

function truncateLocalTime(localTime: Date, truncationUnit: TruncationUnit): number {
  const [year, month, day] = [
    localTime.getUTCFullYear(),
    localTime.getUTCMonth(),
    localTime.getUTCDate(),
  ];
  const startOfDate = (monthIndex: number, dayOfMonth: number): number =>
    new Date(0).setUTCFullYear(year, monthIndex, dayOfMonth);
  switch (truncationUnit) {
    case 'year':
      return startOfDate(0, 1);
    case 'quarter':
      return startOfDate(month - (month % 3), 1);
    case 'month':
      return startOfDate(month, 1);
    case 'week':
      return startOfDate(month, day) - localTime.getUTCDay() * DAY_MS;
    case 'day':
      return startOfDate(month, day);
    case 'hour':
      return Math.floor(localTime.getTime() / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
    case 'minute':
      return Math.floor(localTime.getTime() / MINUTE_MS) * MINUTE_MS;
    case 'second':
      return Math.floor(localTime.getTime() / 1000) * 1000;
  }
}

const TRUNCATION_UNITS = new Set([
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
]);

/** $dateTrunc with a bin size of one. Weeks start on Sunday, mongod's default. */
export function truncateDate(sourceDate: Date, truncationUnit: unknown, timeZone: string): Date {
  if (typeof truncationUnit !== 'string' || !TRUNCATION_UNITS.has(truncationUnit))
    throw notSupported(`the unit '${String(truncationUnit)}' of $dateTrunc`);
  const sourceInstant = sourceDate.getTime();
  if (truncationUnit === 'minute' || truncationUnit === 'second')
    return new Date(truncateLocalTime(sourceDate, truncationUnit));
  if (truncationUnit === 'hour')
    return new Date(
      truncateLocalTime(
        new Date(sourceInstant + zoneOffsetAt(sourceInstant, timeZone)),
        truncationUnit,
      ) - zoneOffsetAt(sourceInstant, timeZone),
    );
  return new Date(
    localToInstant(
      truncateLocalTime(
        new Date(sourceInstant + zoneOffsetAt(sourceInstant, timeZone)),
        truncationUnit as TruncationUnit,
      ),
      timeZone,
    ),
  );
}

const padNumber = (partValue: number, digitCount: number): string =>
  String(partValue).padStart(digitCount, '0');

function formatZoneOffset(zoneOffset: number): string {
  const totalMinutes = Math.abs(zoneOffset) / MINUTE_MS;
  return `${zoneOffset < 0 ? '-' : '+'}${padNumber(Math.floor(totalMinutes / 60), 2)}${padNumber(totalMinutes % 60, 2)}`;
}

const FORMAT_SPECIFIERS: Record<string, (localTime: Date, zoneOffset: number) => string> = {
  Y: (localTime) => padNumber(localTime.getUTCFullYear(), 4),
  m: (localTime) => padNumber(localTime.getUTCMonth() + 1, 2),
  d: (localTime) => padNumber(localTime.getUTCDate(), 2),
  H: (localTime) => padNumber(localTime.getUTCHours(), 2),
  M: (localTime) => padNumber(localTime.getUTCMinutes(), 2),
  S: (localTime) => padNumber(localTime.getUTCSeconds(), 2),
  L: (localTime) => padNumber(localTime.getUTCMilliseconds(), 3),
  z: (_, zoneOffset) => formatZoneOffset(zoneOffset),
  '%': () => '%',
};

/**
 * $dateToString with %Y %m %d %H %M %S %L %z %%. Without a format, returns mongod's ISO 8601 form.
 */
export function formatDate(sourceDate: Date, formatOption: unknown, timeZone: string): string {
  const formatPattern =
    formatOption ?? (timeZone === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L');
  if (typeof formatPattern !== 'string')
    throw new CommandError(18533, '$dateToString requires that "format" be a string');
  const zoneOffset = zoneOffsetAt(sourceDate.getTime(), timeZone);
  const localTime = new Date(sourceDate.getTime() + zoneOffset);
  if (localTime.getUTCFullYear() < 0 || localTime.getUTCFullYear() > 9999)
    throw new CommandError(18537, 'the year is outside of 0-9999');
  return formatPattern.replace(/%([\s\S]?)/g, (specifierToken, specifierName: string) => {
    const formatPart = Object.hasOwn(FORMAT_SPECIFIERS, specifierName)
      ? FORMAT_SPECIFIERS[specifierName]
      : undefined;
    if (!formatPart) throw notSupported(`the date format '${specifierToken}'`);
    return formatPart(localTime, zoneOffset);
  });
}
