import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import type { Day } from '../../lib/days';
import { dayInZone, timeRange } from '../../lib/format';
import { fullName } from '../../resources/session/person-labels';

/** A booking or closure on one day of a court. */
export type CalendarEntry = Readonly<{
  key: string;
  start: string;
  time: string;
  what: string;
  kind: 'pending' | 'confirmed' | 'completed' | 'closed';
}>;

type Closure = Readonly<{ courtId: string; startTime: string; endTime: string; reason: string }>;
type CalendarCourt = Pick<Court, 'id' | 'zone'>;

export const cellKey = (courtId: string, day: Day): string => `${courtId} ${day}`;

const millisecondBefore = (instant: string): string =>
  new Date(Date.parse(instant) - 1).toISOString();

/** Compares dates instead of lengths because a day may have 23 or 25 hours. */
const isWholeDay = (startTime: string, end: string, zone: string): boolean => {
  const day = dayInZone(startTime, zone);
  return (
    dayInZone(millisecondBefore(startTime), zone) < day &&
    dayInZone(end, zone) > day &&
    dayInZone(millisecondBefore(end), zone) === day
  );
};

/** Entries of each cell, earliest first, without cancelled bookings. */
export const entriesByCell = (
  courts: readonly CalendarCourt[],
  bookings: readonly HostBooking[],
  closures: readonly Closure[],
): ReadonlyMap<string, readonly CalendarEntry[]> => {
  const zonesByCourt = new Map(courts.map(({ id, zone }) => [id, zone]));
  const entriesByKey = new Map<string, CalendarEntry[]>();
  const addEntry = (
    courtId: string,
    startTime: string,
    end: string,
    entry: Pick<CalendarEntry, 'key' | 'what' | 'kind'>,
  ) => {
    const zone = zonesByCourt.get(courtId);
    if (zone === undefined) return;
    const entryKey = cellKey(courtId, dayInZone(startTime, zone));
    const entries = entriesByKey.get(entryKey) ?? [];
    entries.push({
      ...entry,
      start: startTime,
      time: isWholeDay(startTime, end, zone) ? 'All day' : timeRange(startTime, end, zone),
    });
    entriesByKey.set(entryKey, entries);
  };
  for (const { id, courtId, startTime, endTime, status, user } of bookings)
    if (status !== 'cancelled')
      addEntry(courtId, startTime, endTime, { key: id, what: fullName(user), kind: status });
  for (const { courtId, startTime, endTime, reason } of closures)
    addEntry(courtId, startTime, endTime, {
      key: `${courtId} ${startTime}`,
      what: reason ? `Closed: ${reason}` : 'Closed',
      kind: 'closed',
    });
  for (const entries of entriesByKey.values())
    entries.sort((leftEntry, rightEntry) => leftEntry.start.localeCompare(rightEntry.start));
  return entriesByKey;
};
