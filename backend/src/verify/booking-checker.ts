import type { DatabaseSync } from 'node:sqlite';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

type Data<T extends CourtDayEvent['type']> = Extract<CourtDayEvent, { type: T }>['data'];
type Status = 'pending' | 'confirmed' | 'completed' | 'cancelled';

const HOUR_MS = 3_600_000;
const calendars = new Map<string, Intl.DateTimeFormat>();

/**
 * The local day of an instant (milliseconds), by a calendar that shares no code with the deciders.
 */
const dayIn = (zone: string, ms: number): string => {
  const calendar =
    calendars.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  calendars.set(zone, calendar);
  const parts = calendar.formatToParts(ms);
  return ['year', 'month', 'day']
    .map((field) => parts.find(({ type }) => type === field)!.value)
    .join('-');
};

const problems = (...found: readonly (string | false)[]): string[] =>
  found.filter((one) => one !== false);

const amountsOf = ({ rateCents, feeCents, totalCents, payoutCents }: Data<'BookingRequested'>) =>
  problems(
    rateCents + feeCents !== totalCents &&
      `rate ${rateCents} and fee ${feeCents} do not add up to ${totalCents}`,
    (rateCents < 0 || feeCents < 0 || payoutCents < 0) && 'an amount is negative',
    payoutCents > totalCents && `the payout ${payoutCents} is more than the total ${totalCents}`,
  );

const settlementOf = (
  { refundCents, hostCents, platformCents }: Data<'BookingCancelled'>,
  totalCents: number,
) =>
  problems(
    refundCents + hostCents + platformCents !== totalCents &&
      `refund ${refundCents}, host ${hostCents}, and platform ${platformCents} do not add up to ${totalCents}`,
    (refundCents < 0 || hostCents < 0 || platformCents < 0) &&
      'an amount of the settlement is negative',
  );

const placeOf = (
  stream: string,
  { courtId, startTime, endTime, zone }: Data<'BookingRequested'>,
  listed?: string,
) => {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)];
  const expected = `courtDay-${courtId}_${dayIn(zone, start)}`;
  return problems(
    listed === undefined && `court ${courtId} is not listed before the booking`,
    listed !== undefined &&
      listed !== zone &&
      `its zone is ${zone}, but the court's zone is ${listed}`,
    stream !== expected && `it belongs to ${expected}`,
    end - start !== HOUR_MS && `it lasts ${(end - start) / 60_000} minutes, not 60`,
    dayIn(zone, end - 1) !== dayIn(zone, start) && 'it crosses midnight',
  );
};

/** The fields of the request that every event of a booking repeats. */
const repeated = [
  ...(['courtId', 'hostId', 'playerId', 'startTime', 'endTime', 'zone'] as const),
  ...(['rateCents', 'feeCents', 'totalCents', 'payoutCents', 'policyId'] as const),
];

type Facts = Pick<Data<'BookingRequested'>, (typeof repeated)[number]>;
type Known = Readonly<{ stream: string; status: Status; facts: Facts }>;

const factsOf = (data: Facts) =>
  Object.fromEntries(repeated.map((field) => [field, data[field]])) as Facts;

const differences = (said: Facts, facts: Facts) =>
  repeated
    .filter((field) => said[field] !== facts[field])
    .map((field) => `its ${field} is ${String(said[field])}, not ${String(facts[field])}`);

const steps: Record<string, { from: readonly Status[]; to: Status }> = {
  BookingPaymentAuthorised: { from: ['pending'], to: 'pending' },
  BookingApproved: { from: ['pending'], to: 'confirmed' },
  BookingCancelled: { from: ['pending', 'confirmed'], to: 'cancelled' },
  BookingCompleted: { from: ['confirmed'], to: 'completed' },
};

/**
 * Checks every booking: it is in the stream of its court and local day, lasts an hour, follows the
 * allowed transitions, and its amounts add up to the cent. `statuses` counts the bookings by
 * status.
 */
export const bookingChecker = (
  spill: DatabaseSync,
): { check: Check; statuses(): Record<Status, number> } => {
  const bookings = new SpilledMap<Known>(spill, 'bookings');
  const counts: Record<Status, number> = { pending: 0, confirmed: 0, completed: 0, cancelled: 0 };
  const zones = new Map<string, string>();

  const request = (stream: string, data: Data<'BookingRequested'>) => {
    const { bookingId } = data;
    const again = bookings.has(bookingId) && 'it is requested twice';
    if (!again) {
      bookings.set(bookingId, { stream, status: 'pending', facts: factsOf(data) });
      counts.pending++;
    }
    const own = data.playerId === data.hostId && 'its player is the host';
    return [
      ...problems(again, own),
      ...placeOf(stream, data, zones.get(data.courtId)),
      ...amountsOf(data),
    ];
  };

  const change = (
    { stream, type, data }: RecordedEvent,
    { from, to }: { from: readonly Status[]; to: Status },
  ) => {
    const { bookingId } = data as { bookingId: string };
    const booking = bookings.get(bookingId);
    if (!booking) return ['it was never requested'];
    const { status, facts } = booking;
    bookings.set(bookingId, { ...booking, status: to });
    counts[status]--;
    counts[to]++;
    return [
      ...differences(data as Facts, facts),
      ...problems(
        stream !== booking.stream && `it was requested in ${booking.stream}`,
        !from.includes(status) && `${type} occurs while it is ${status}`,
        type === 'BookingCompleted' &&
          (data as Data<'BookingCompleted'>).completedAt < facts.endTime &&
          `it is completed before its end ${facts.endTime}`,
        type === 'BookingCancelled' &&
          ((data as Data<'BookingCancelled'>).approvedAt !== null) !== (status === 'confirmed') &&
          `its cancellation omits the previous status ${status}`,
      ),
      ...(type === 'BookingCancelled'
        ? settlementOf(data as Data<'BookingCancelled'>, facts.totalCents)
        : []),
    ];
  };

  const check: Check = (event) => {
    const { stream, type, data } = event;
    if (type === 'CourtListed') {
      const { courtId, zone } = data as { courtId: string; zone: string };
      zones.set(courtId, zone);
      return [];
    }
    const step = steps[type];
    if (type !== 'BookingRequested' && !step) return [];
    const found = step ? change(event, step) : request(stream, data as Data<'BookingRequested'>);
    return found.map(
      (problem) => `booking ${(data as { bookingId: string }).bookingId}: ${problem}`,
    );
  };

  return { check, statuses: () => ({ ...counts }) };
};
