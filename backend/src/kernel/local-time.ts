import { tzOffset } from '@date-fns/tz';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** One hour of a court: UTC instants, the local hour it starts at (0-23), and the zone's offset then, in minutes. */
export type LocalHour = Readonly<{ start: string; end: string; hour: number; offsetMinutes: number }>;

/** Minutes that the zone's wall clock is ahead of UTC at an instant. */
export const offsetAt = (zone: string, ms: number): number => tzOffset(zone, new Date(ms));

const wallClock = (zone: string, ms: number): Date => new Date(ms + offsetAt(zone, ms) * MINUTE_MS);

/** The calendar day (`2027-03-13`) that a zone shows at an instant. */
export const localDate = (zone: string, instant: string | number): string =>
  wallClock(zone, typeof instant === 'number' ? instant : Date.parse(instant))
    .toISOString()
    .slice(0, 10);

/** Whether the IANA database knows the zone. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
};

/** The day after (or `days` after) a calendar day. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The weekday of a calendar day: 0 is Monday. */
export const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

const STEP_MS = 15 * MINUTE_MS;
const remembered = new Map<string, readonly LocalHour[]>();
const REMEMBERED = 2_000;

/**
 * Every hour that can be booked on a local day: 60 elapsed minutes from each full hour of the wall clock. The hour that a
 * clock change skips is missing, the one that it repeats is there twice with two offsets, and none crosses midnight
 * (domain rules, "Time"). The search walks real time in quarters of an hour, since offsets and changes come in quarters.
 */
export const localHours = (zone: string, date: string): readonly LocalHour[] => {
  const key = `${zone} ${date}`;
  const known = remembered.get(key);
  if (known) return known;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const from = midnight - offsetAt(zone, midnight) * MINUTE_MS - 2 * HOUR_MS;
  const hours: LocalHour[] = [];
  for (let ms = from; ms < from + DAY_MS + 4 * HOUR_MS; ms += STEP_MS) {
    const clock = wallClock(zone, ms);
    const startsHour = clock.toISOString().slice(0, 10) === date && clock.getUTCMinutes() === 0;
    const staysInDay = localDate(zone, ms + HOUR_MS - 1) === date;
    const start = new Date(ms).toISOString();
    if (startsHour && staysInDay && start >= (hours.at(-1)?.end ?? ''))
      hours.push({
        start,
        end: new Date(ms + HOUR_MS).toISOString(),
        hour: clock.getUTCHours(),
        offsetMinutes: offsetAt(zone, ms),
      });
  }
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(key, hours);
  return hours;
};
