import type { DatabaseSync } from 'node:sqlite';
import type { BookingEvent } from '../booking/bookings/booking.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { ZoneDataEvent } from '../platform/zone-data/zone-data.events.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { type Check, type DueItem, type DueList, problemList } from './check.js';

type EventDataOf<T extends BookingEvent['type']> = Extract<BookingEvent, { type: T }>['data'];

/** The clock time that people were last shown, as an offset. */
type ShownTime = Readonly<{
  stream: string;
  zone: string;
  startTime: string;
  requestedAt: string;
  offsetMinutes: number;
}>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The offset of a zone according to Intl, which shares no code with the deciders. */
const offsetIn = (zone: string, instant: string): number => {
  const formatter =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formatters.set(zone, formatter);
  const name = formatter
    .formatToParts(Date.parse(instant))
    .find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
};

const changeProblems = (
  data: EventDataOf<'BookingLocalTimeChanged'>,
  shownTime: ShownTime | undefined,
  ownZoneData: string,
): string[] => {
  if (!shownTime) return ['its clock time changes, but no live booking shows one'];
  const { zone, startTime, previousOffsetMinutes, offsetMinutes, zoneData, changedAt } = data;
  return problemList(
    previousOffsetMinutes !== shownTime.offsetMinutes &&
      `its previous offset is ${previousOffsetMinutes}, but ${shownTime.offsetMinutes} was shown`,
    previousOffsetMinutes === offsetMinutes && 'its clock time changes to the same one',
    changedAt >= startTime && `its clock time changes after its start ${startTime}`,
    zoneData === ownZoneData &&
      offsetMinutes !== offsetIn(zone, startTime) &&
      `its offset changes to ${offsetMinutes}, but is ${offsetIn(zone, startTime)} in ${zoneData}`,
  );
};

/**
 * Checks every changed clock time, and that every live booking shows the time according to current
 * zone data. Offsets are known only for the zone data of this process.
 */
export const localTimeChecker = (
  spillDatabase: DatabaseSync,
  ownZoneData = process.versions.tz!,
): DueList & Readonly<{ check: Check }> => {
  const shownTimes = new SpilledMap<ShownTime>(spillDatabase, 'shown clock times');
  let inUse: ZoneDataEvent['data'] | null = null;

  const check: Check = ({ type, data }) => {
    if (type !== 'BookingLocalTimeChanged') return [];
    const changed = data as EventDataOf<'BookingLocalTimeChanged'>;
    const shownTime = shownTimes.get(changed.bookingId);
    if (shownTime)
      shownTimes.set(changed.bookingId, { ...shownTime, offsetMinutes: changed.offsetMinutes });
    return changeProblems(changed, shownTime, ownZoneData).map(
      (problem) => `booking ${changed.bookingId}: ${problem}`,
    );
  };

  return {
    check,
    takeEvent({ stream, type, data }: RecordedEvent) {
      if (type === 'ZoneDataTookEffect') inUse = data as ZoneDataEvent['data'];
      if (type === 'BookingRequested') {
        const request = data as EventDataOf<'BookingRequested'>;
        const { bookingId, zone, startTime, requestedAt, offsetMinutes } = request;
        if (offsetMinutes !== undefined)
          shownTimes.set(bookingId, { stream, zone, startTime, requestedAt, offsetMinutes });
      }
      if (type === 'BookingMoved') {
        const { bookingId, startTime, offsetMinutes } = data as EventDataOf<'BookingMoved'>;
        const shownTime = shownTimes.get(bookingId);
        if (shownTime) shownTimes.set(bookingId, { ...shownTime, startTime, offsetMinutes });
      }
      if (type === 'BookingCancelled' || type === 'BookingCompleted')
        shownTimes.delete((data as EventDataOf<'BookingCompleted'>).bookingId);
    },
    *dueItems(): Generator<DueItem> {
      if (inUse?.zoneData !== ownZoneData) return;
      const { effectiveAt } = inUse;
      for (const [bookingId, shownTime] of shownTimes.entriesInOrder()) {
        const { stream, zone, startTime, requestedAt, offsetMinutes } = shownTime;
        if (startTime <= effectiveAt || offsetMinutes === offsetIn(zone, startTime)) continue;
        const dueAt = requestedAt > effectiveAt ? requestedAt : effectiveAt;
        yield { stream, what: `the new clock time of booking ${bookingId}`, dueAt, wait: null };
      }
    },
  };
};
