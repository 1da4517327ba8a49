import type { HostBooking } from '@courtly/contracts/bookings';
import type { Court } from '@courtly/contracts/courts';
import type { Day } from '../../lib/days';
import { dayInZone, timeRange } from '../../lib/format';
import { fullName } from '../../resources/session/person-labels';

/** A booking or closure on one day of a court. */
export type Entry = Readonly<{
  key: string;
  start: string;
  time: string;
  what: string;
  kind: 'pending' | 'confirmed' | 'completed' | 'closed';
}>;

type Closure = Readonly<{ courtId: string; startTime: string; endTime: string; reason: string }>;
type CalendarCourt = Pick<Court, 'id' | 'zone'>;

export const cellKey = (courtId: string, day: Day): string => `${courtId} ${day}`;

const momentBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** Compares dates instead of lengths because a day may have 23 or 25 hours. */
const isWholeDay = (start: string, end: string, zone: string): boolean => {
  const day = dayInZone(start, zone);
  return (
    dayInZone(momentBefore(start), zone) < day &&
    dayInZone(end, zone) > day &&
    dayInZone(momentBefore(end), zone) === day
  );
};

/** Entries of each cell, earliest first, without cancelled bookings. */
export const entriesByCell = (
  courts: readonly CalendarCourt[],
  bookings: readonly HostBooking[],
  closures: readonly Closure[],
): ReadonlyMap<string, readonly Entry[]> => {
  const zones = new Map(courts.map(({ id, zone }) => [id, zone]));
  const cells = new Map<string, Entry[]>();
  const add = (
    courtId: string,
    start: string,
    end: string,
    entry: Pick<Entry, 'key' | 'what' | 'kind'>,
  ) => {
    const zone = zones.get(courtId);
    if (zone === undefined) return;
    const cell = cellKey(courtId, dayInZone(start, zone));
    const entries = cells.get(cell) ?? [];
    entries.push({
      ...entry,
      start,
      time: isWholeDay(start, end, zone) ? 'All day' : timeRange(start, end, zone),
    });
    cells.set(cell, entries);
  };
  for (const { id, courtId, startTime, endTime, status, user } of bookings)
    if (status !== 'cancelled')
      add(courtId, startTime, endTime, { key: id, what: fullName(user), kind: status });
  for (const { courtId, startTime, endTime, reason } of closures)
    add(courtId, startTime, endTime, {
      key: `${courtId} ${startTime}`,
      what: reason ? `Closed: ${reason}` : 'Closed',
      kind: 'closed',
    });
  for (const entries of cells.values()) entries.sort((a, b) => a.start.localeCompare(b.start));
  return cells;
};
