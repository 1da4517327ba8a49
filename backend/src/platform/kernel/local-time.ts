import { tzOffset } from '@date-fns/tz';
import type { ZoneOffset } from '@courtly/contracts/wire';
import { LRUCache } from 'lru-cache';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * One bookable hour: UTC instants, the local start hour (0-23), and the zone's offset in minutes.
 */
export type LocalHour = Readonly<{
  start: string;
  end: string;
  hour: number;
  offsetMinutes: number;
}>;

/** Offsets by zone and UTC day, or `changes` if the clock changes on that day. */
const offsetCache = new LRUCache<string, number | 'changes'>({ max: 5_000 });

/** The minutes by which a zone is ahead of UTC at an instant (milliseconds). */
export const offsetAt = (zone: string, timestamp: number): number => {
  const utcDay = Math.floor(timestamp / DAY_MS);
  const cacheKey = `${zone} ${utcDay}`;
  let offset = offsetCache.get(cacheKey);
  if (offset === undefined) {
    const [offsetAtStart, offsetAtEnd] = [utcDay * DAY_MS, (utcDay + 1) * DAY_MS].map((dayEdge) =>
      tzOffset(zone, new Date(dayEdge)),
    );
    offset = offsetAtStart === offsetAtEnd ? offsetAtStart! : 'changes';
    offsetCache.set(cacheKey, offset);
  }
  return offset === 'changes' ? tzOffset(zone, new Date(timestamp)) : offset;
};

/** An offset such as `-07:00`. */
export const offsetLabel = (offsetMinutes: number): string => {
  const [hours, minutes] = [Math.trunc(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60];
  const digits = [hours, minutes].map((part) => String(part).padStart(2, '0'));
  return `${offsetMinutes < 0 ? '-' : '+'}${digits.join(':')}`;
};

/** The offset of a zone at an instant (UTC), such as `-07:00`. */
export const offsetText = (zone: string, instant: string): string =>
  offsetLabel(offsetAt(zone, Date.parse(instant)));

const changesCache = new LRUCache<string, readonly number[]>({ max: 2_000 });

/** The instants in a year when the offset of a zone changes (UTC, milliseconds). */
const changesInYear = (zone: string, year: number): readonly number[] => {
  const cacheKey = `${zone} ${year}`;
  const cachedChanges = changesCache.get(cacheKey);
  if (cachedChanges) return cachedChanges;
  const changes: number[] = [];
  for (let day = Date.UTC(year); day < Date.UTC(year + 1); day += DAY_MS) {
    const offsetBefore = offsetAt(zone, day);
    if (offsetAt(zone, day + DAY_MS) === offsetBefore) continue;
    let change = day + MINUTE_MS;
    while (offsetAt(zone, change) === offsetBefore) change += MINUTE_MS;
    changes.push(change);
  }
  changesCache.set(cacheKey, changes);
  return changes;
};

/** The offsets of a zone from a day before the earliest to a day after the latest instant (UTC). */
export const offsetsAround = (zone: string, instants: readonly string[]): ZoneOffset[] => {
  const timestamps = instants.map((instant) => Date.parse(instant));
  const [from, until] = [Math.min(...timestamps) - DAY_MS, Math.max(...timestamps) + DAY_MS];
  const years: number[] = [];
  for (let year = new Date(from).getUTCFullYear(); Date.UTC(year) < until; year++) years.push(year);
  const changes = years
    .flatMap((year) => changesInYear(zone, year))
    .filter((change) => change > from && change < until);
  return [from, ...changes].map((start, index) => ({
    from: new Date(start).toISOString(),
    until: new Date(changes[index] ?? until).toISOString(),
    offset: offsetLabel(offsetAt(zone, start)),
  }));
};

/** The minutes by which a zone's standard time is ahead of UTC in the year of an instant. */
export const standardOffset = (zone: string, instant: string): number => {
  const year = new Date(instant).getUTCFullYear();
  return Math.min(...[0, 6].map((month) => offsetAt(zone, Date.UTC(year, month))));
};

/** The local wall-clock time, expressed as if it were UTC. */
const wallClock = (zone: string, timestamp: number): number =>
  timestamp + offsetAt(zone, timestamp) * MINUTE_MS;

/** The local calendar day (`2027-03-13`) at an instant. */
export const localDate = (zone: string, instant: string | number): string =>
  new Date(wallClock(zone, typeof instant === 'number' ? instant : Date.parse(instant)))
    .toISOString()
    .slice(0, 10);

/** The local hour (0-23) at an instant. */
export const localHour = (zone: string, instant: string): number =>
  new Date(wallClock(zone, Date.parse(instant))).getUTCHours();

/** Checks a zone against the IANA database. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
};

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Every calendar day from `from` to `to`, both included. */
export const datesFrom = (from: string, to: string): string[] => {
  // Counts the days instead of comparing text, because the year after 9999 has a sign and sorts
  // before it.
  const dayCount = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: Math.max(dayCount, 0) }, (_, index) => addDays(from, index));
};

/** The weekday of a calendar day: 0 is Monday. */
export const weekday = (date: string): number =>
  (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

const STEP_MS = 15 * MINUTE_MS;
const hoursCache = new LRUCache<string, readonly LocalHour[]>({ max: 2_000 });

/**
 * The bookable hours of a local day: 60 elapsed minutes from each full hour of the wall clock.
 * Skipped hours are missing, repeated hours occur twice, and none crosses midnight (domain rules,
 * "Time"). Searches in steps of 15 minutes, because every offset is a multiple of 15 minutes.
 */
export const localHours = (zone: string, date: string): readonly LocalHour[] => {
  const cacheKey = `${zone} ${date}`;
  const cachedHours = hoursCache.get(cacheKey);
  if (cachedHours) return cachedHours;
  const utcMidnight = Date.parse(`${date}T00:00:00Z`);
  const isInDay = (timestamp: number) =>
    utcMidnight <= wallClock(zone, timestamp) && wallClock(zone, timestamp) < utcMidnight + DAY_MS;
  const searchStart = utcMidnight - offsetAt(zone, utcMidnight) * MINUTE_MS - 2 * HOUR_MS;
  const hours: LocalHour[] = [];
  for (let timestamp = searchStart; timestamp < searchStart + DAY_MS + 4 * HOUR_MS;) {
    const wallClockTime = wallClock(zone, timestamp);
    if (wallClockTime % HOUR_MS !== 0 || !isInDay(timestamp) || !isInDay(timestamp + HOUR_MS - 1)) {
      timestamp += STEP_MS;
      continue;
    }
    const [start, end] = [timestamp, timestamp + HOUR_MS].map((instant) =>
      new Date(instant).toISOString(),
    ) as [string, string];
    hours.push({
      start,
      end,
      hour: (wallClockTime - utcMidnight) / HOUR_MS,
      offsetMinutes: offsetAt(zone, timestamp),
    });
    timestamp += HOUR_MS;
  }
  hoursCache.set(cacheKey, hours);
  return hours;
};
