import type { HostBooking } from '@courtly/contracts/bookings';
import type { ZonedCourt } from '@courtly/contracts/courts';
import type { Day } from '../../lib/days';
import {
  type CourtZone,
  dayInZone,
  formatTime,
  timeRange,
  zoneAbbreviation,
} from '../../lib/format';
import { fullName } from '../../resources/session/person-labels';

/** A booking or closure that lies on one day of a court. */
export type CalendarEntry = Readonly<{
  key: string;
  start: string;
  end: string;
  time: string;
  title: string;
  kind: 'pending' | 'confirmed' | 'completed' | 'closed';
}>;

type Closure = Readonly<{ courtId: string; startTime: string; endTime: string; reason: string }>;
type ShownHours = Readonly<{ startTime: string; endTime: string }>;
type CalendarCourt = CourtZone & Pick<ZonedCourt, 'id'>;

export const cellKey = (courtId: string, courtDay: Day): string => `${courtId} ${courtDay}`;

const millisecondBefore = (instant: string): string =>
  new Date(Date.parse(instant) - 1).toISOString();

/** Compares dates and not durations, because a day may have 23 or 25 hours. */
const isWholeDay = (startTime: string, endTime: string, court: CourtZone): boolean => {
  const courtDay = dayInZone(startTime, court);
  return (
    dayInZone(millisecondBefore(startTime), court) < courtDay &&
    dayInZone(endTime, court) > courtDay &&
    dayInZone(millisecondBefore(endTime), court) === courtDay
  );
};

/** Names the zones if the clock changes in between, such as `1:00 AM PDT – 1:00 AM PST`. */
const hoursLabel = (startTime: string, endTime: string, court: CourtZone): string => {
  const zoneNames = [startTime, endTime].map((instant) => zoneAbbreviation(instant, court));
  return zoneNames[0] === zoneNames[1]
    ? timeRange(startTime, endTime, court)
    : [startTime, endTime]
        .map((instant, index) => `${formatTime(instant, court)} ${zoneNames[index]}`)
        .join(' – ');
};

/** The entries of each cell, earliest first. Canceled bookings are left out. */
export const entriesByCell = (
  courts: readonly CalendarCourt[],
  bookings: readonly HostBooking[],
  closures: readonly Closure[],
): ReadonlyMap<string, readonly CalendarEntry[]> => {
  const courtsById = new Map(courts.map((court) => [court.id, court]));
  const entriesByKey = new Map<string, CalendarEntry[]>();
  const addEntry = (
    courtId: string,
    { startTime, endTime }: ShownHours,
    entry: Pick<CalendarEntry, 'key' | 'title' | 'kind'>,
  ) => {
    const court = courtsById.get(courtId);
    if (!court) return;
    const entryKey = cellKey(courtId, dayInZone(startTime, court));
    const cellEntries = entriesByKey.get(entryKey) ?? [];
    cellEntries.push({
      ...entry,
      start: startTime,
      end: endTime,
      time: isWholeDay(startTime, endTime, court)
        ? 'All day'
        : hoursLabel(startTime, endTime, court),
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
