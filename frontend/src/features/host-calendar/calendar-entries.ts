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
  title: string;
  kind: 'pending' | 'confirmed' | 'completed' | 'closed';
}>;

type Closure = Readonly<{ courtId: string; startTime: string; endTime: string; reason: string }>;
type CalendarCourt = Pick<Court, 'id' | 'zone'>;

export const cellKey = (courtId: string, courtDay: Day): string => `${courtId} ${courtDay}`;

const millisecondBefore = (instant: string): string =>
  new Date(Date.parse(instant) - 1).toISOString();

/** Compares dates instead of lengths because a day may have 23 or 25 hours. */
const isWholeDay = (startTime: string, endTime: string, courtZone: string): boolean => {
  const courtDay = dayInZone(startTime, courtZone);
  return (
    dayInZone(millisecondBefore(startTime), courtZone) < courtDay &&
    dayInZone(endTime, courtZone) > courtDay &&
    dayInZone(millisecondBefore(endTime), courtZone) === courtDay
  );
};

/** Entries of each cell, earliest first, without canceled bookings. */
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
    endTime: string,
    entry: Pick<CalendarEntry, 'key' | 'title' | 'kind'>,
  ) => {
    const courtZone = zonesByCourt.get(courtId);
    if (courtZone === undefined) return;
    const entryKey = cellKey(courtId, dayInZone(startTime, courtZone));
    const cellEntries = entriesByKey.get(entryKey) ?? [];
    cellEntries.push({
      ...entry,
      start: startTime,
      time: isWholeDay(startTime, endTime, courtZone)
        ? 'All day'
        : timeRange(startTime, endTime, courtZone),
    });
    entriesByKey.set(entryKey, cellEntries);
  };
  for (const { id, courtId, startTime, endTime, status, user } of bookings)
    if (status !== 'cancelled')
      addEntry(courtId, startTime, endTime, { key: id, title: fullName(user), kind: status });
  for (const { courtId, startTime, endTime, reason } of closures)
    addEntry(courtId, startTime, endTime, {
      key: `${courtId} ${startTime}`,
      title: reason ? `Closed: ${reason}` : 'Closed',
      kind: 'closed',
    });
  for (const cellEntries of entriesByKey.values())
    cellEntries.sort((leftEntry, rightEntry) => leftEntry.start.localeCompare(rightEntry.start));
  return entriesByKey;
};
