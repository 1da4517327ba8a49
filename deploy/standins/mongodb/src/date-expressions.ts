import { CommandError, notSupported } from './errors.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

type Unit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    try {
      const parts = {
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      } as const;
      format = new Intl.DateTimeFormat('en-US', {
        ...parts,
        era: 'short',
        timeZone: zone,
        hourCycle: 'h23',
      });
    } catch (error) {
      throw new CommandError(
        40485,
        `unrecognized time zone identifier: "${zone}" (${(error as Error).message})`,
      );
    }
    formats.set(zone, format);
  }
  return format;
}

/** Milliseconds that local time in `zone` (an Olson name or +hh:mm) is ahead of UTC at an instant. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === 'UTC' || zone === 'GMT' || zone === 'Z') return 0;
  const fixed = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
  if (fixed)
    return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * MINUTE;
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(zone)) throw notSupported(`the time zone '${zone}'`);
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  if (parts['era'] === 'BC') throw notSupported('a date before the year 1');
  const [year, month, day, hour, minute, second] = [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
  ].map((part) => Number(parts[part]));
  const local = new Date(0);
  local.setUTCFullYear(year!, month! - 1, day);
  local.setUTCHours(hour!, minute, second);
  return local.getTime() - Math.floor(instant / 1000) * 1000;
}

/** The instant at which clocks in `zone` show `local`; in a gap, the moment after it. */
function instantOf(local: number, zone: string): number {
  const guess = local - offsetAt(local, zone);
  const instant = local - offsetAt(guess, zone);
  return instant + offsetAt(instant, zone) === local ? instant : Math.max(guess, instant);
}

function truncated(local: Date, unit: Unit): number {
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const start = (atMonth: number, atDay: number): number =>
    new Date(0).setUTCFullYear(year, atMonth, atDay);
  switch (unit) {
    case 'year':
      return start(0, 1);
    case 'quarter':
      return start(month - (month % 3), 1);
    case 'month':
      return start(month, 1);
    case 'week':
      return start(month, day) - local.getUTCDay() * DAY;
    case 'day':
      return start(month, day);
    case 'hour':
      return Math.floor(local.getTime() / (60 * MINUTE)) * 60 * MINUTE;
    case 'minute':
      return Math.floor(local.getTime() / MINUTE) * MINUTE;
    case 'second':
      return Math.floor(local.getTime() / 1000) * 1000;
  }
}

const UNITS = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']);

/** $dateTrunc with a bin of one unit; weeks begin on Sunday, as they do in mongod when nothing else is said. */
export function dateTrunc(date: Date, unit: unknown, zone: string): Date {
  if (typeof unit !== 'string' || !UNITS.has(unit))
    throw notSupported(`the unit '${String(unit)}' of $dateTrunc`);
  const instant = date.getTime();
  if (unit === 'minute' || unit === 'second') return new Date(truncated(date, unit));
  if (unit === 'hour')
    return new Date(
      truncated(new Date(instant + offsetAt(instant, zone)), unit) - offsetAt(instant, zone),
    );
  return new Date(
    instantOf(truncated(new Date(instant + offsetAt(instant, zone)), unit as Unit), zone),
  );
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0');

function zoneText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}${padded(minutes % 60, 2)}`;
}

const PARTS: Record<string, (local: Date, offset: number) => string> = {
  Y: (local) => padded(local.getUTCFullYear(), 4),
  m: (local) => padded(local.getUTCMonth() + 1, 2),
  d: (local) => padded(local.getUTCDate(), 2),
  H: (local) => padded(local.getUTCHours(), 2),
  M: (local) => padded(local.getUTCMinutes(), 2),
  S: (local) => padded(local.getUTCSeconds(), 2),
  L: (local) => padded(local.getUTCMilliseconds(), 3),
  z: (_, offset) => zoneText(offset),
  '%': () => '%',
};

/** $dateToString with %Y %m %d %H %M %S %L %z %%; without a format, ISO 8601 as mongod writes it. */
export function dateToString(date: Date, format: unknown, zone: string): string {
  const pattern = format ?? (zone === 'UTC' ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L');
  if (typeof pattern !== 'string')
    throw new CommandError(18533, '$dateToString requires that "format" be a string');
  const offset = offsetAt(date.getTime(), zone);
  const local = new Date(date.getTime() + offset);
  if (local.getUTCFullYear() < 0 || local.getUTCFullYear() > 9999)
    throw new CommandError(18537, 'the year is outside of 0-9999');
  return pattern.replace(/%([\s\S]?)/g, (token, name: string) => {
    const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (!part) throw notSupported(`the date format '${token}'`);
    return part(local, offset);
  });
}
