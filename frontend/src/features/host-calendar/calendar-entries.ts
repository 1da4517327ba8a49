import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import type { Day } from '../../lib/days';
import { dayInZone, shownZone, timeRange } from '../../lib/format';
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
/** `offset` is the server's, such as `-07:00`. */
type ShownHours = Readonly<{ startTime: string; endTime: string; offset?: string }>;
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
    { startTime, endTime, offset }: ShownHours,
    entry: Pick<CalendarEntry, 'key' | 'title' | 'kind'>,
  ) => {
    const listedZone = zonesByCourt.get(courtId);
    if (listedZone === undefined) return;
    const courtZone = shownZone(startTime, listedZone, offset);
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
  for (const booking of bookings) {
    const { id, courtId, status, user } = booking;
    if (status !== 'cancelled')
      addEntry(courtId, booking, { key: id, title: fullName(user), kind: status });
  }
  for (const closure of closures)
    addEntry(closure.courtId, closure, {
      key: `${closure.courtId} ${closure.startTime}`,
      title: closure.reason ? `Closed: ${closure.reason}` : 'Closed',
      kind: 'closed',
    });
  for (const cellEntries of entriesByKey.values())
    cellEntries.sort((leftEntry, rightEntry) => leftEntry.start.localeCompare(rightEntry.start));
  return entriesByKey;
};
