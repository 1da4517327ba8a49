import { formatCents } from '@courtly/contracts/amount';
import type { DatabaseSync } from 'node:sqlite';
import type { CourtDayEvent } from '../booking/bookings/court-day.events.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { type Check, problemList } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/kernel/local-time.js';

type EventDataOf<T extends CourtDayEvent['type']> = Extract<CourtDayEvent, { type: T }>['data'];
type BookingStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled';

const calendars = new Map<string, Intl.DateTimeFormat>();

/**
 * The local day of an instant (milliseconds), according to a calendar that shares no code with the
 * deciders.
 */
const localDayOf = (timeZone: string, timestamp: number): string => {
  const zoneCalendar =
    calendars.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  calendars.set(timeZone, zoneCalendar);
  const dateParts = zoneCalendar.formatToParts(timestamp);
  return ['year', 'month', 'day']
    .map((partName) => dateParts.find(({ type }) => type === partName)!.value)
    .join('-');
};

const amountProblems = ({
  rateCents,
  feeCents,
  taxCents,
  totalCents,
  payoutCents,
  terms,
}: EventDataOf<'BookingRequested'>) =>
  problemList(
    rateCents + feeCents + (terms.tax?.included ? 0 : taxCents) !== totalCents &&
      `rate ${formatCents(rateCents)}, fee ${formatCents(feeCents)}, and tax ${formatCents(taxCents)} do not add up to ${formatCents(totalCents)}`,
    (rateCents < 0 || feeCents < 0 || taxCents < 0 || payoutCents < 0) && 'an amount is negative',
    payoutCents > totalCents &&
      `the payout ${formatCents(payoutCents)} is more than the total ${formatCents(totalCents)}`,
  );

const settlementProblems = (
  { refundCents, hostCents, platformCents, taxCents }: EventDataOf<'BookingCancelled'>,
  totalCents: number,
) =>
  problemList(
    refundCents + hostCents + platformCents + taxCents !== totalCents &&
      `refund ${formatCents(refundCents)}, host ${formatCents(hostCents)}, platform ${formatCents(platformCents)}, and tax ${formatCents(taxCents)} do not add up to ${formatCents(totalCents)}`,
    // An included tax may be higher than Courtly's commission.
    (refundCents < 0 || hostCents < 0 || taxCents < 0 || platformCents + taxCents < 0) &&
      'an amount of the settlement is negative',
  );

/**
 * `standardOffsetMinutes` is null if the court was listed when court-days were still local dates.
 */
type ListedCourt = Readonly<{ zone: string; standardOffsetMinutes: number | null }>;

const utcDayOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);

/** With earlier zone data, a local date may be off by a day, so only the distance is checked. */
const dayProblem = (
  stream: string,
  { courtId, startTime, endTime, zone }: RequestFacts,
  standardOffsetMinutes: number | null,
) => {
  const timestamps = [Date.parse(startTime), Date.parse(endTime) - 1];
  const streamOn = (courtDate: string) => `courtDay-${courtId}_${courtDate}`;
  if (standardOffsetMinutes === null) {
    const nearbyStreams = [-DAY_MS, 0, DAY_MS].map((distance) =>
      streamOn(localDayOf(zone, timestamps[0]! + distance)),
    );
    return !nearbyStreams.includes(stream) && `it belongs to ${nearbyStreams[1]}`;
  }
  const [expectedStream, lastStream] = timestamps.map((timestamp) =>
    streamOn(utcDayOf(timestamp + standardOffsetMinutes * MINUTE_MS)),
  );
  if (stream !== expectedStream) return `it belongs to ${expectedStream}`;
  return lastStream !== expectedStream && 'it crosses midnight in standard time';
};

const placeProblems = (stream: string, requestData: RequestFacts, listedCourt?: ListedCourt) => {
  const { courtId, startTime, endTime, zone } = requestData;
  const durationMs = Date.parse(endTime) - Date.parse(startTime);
  return problemList(
    !listedCourt && `court ${courtId} is not listed before the booking`,
    listedCourt &&
      listedCourt.zone !== zone &&
      `its zone is ${zone}, but the court's zone is ${listedCourt.zone}`,
    dayProblem(stream, requestData, listedCourt?.standardOffsetMinutes ?? null),
    durationMs !== HOUR_MS && `it lasts ${durationMs / MINUTE_MS} minutes, not 60`,
  );
};

/** The fields of a request that every event of its booking repeats. */
const repeatedFields = [
  'courtId',
  'hostId',
  'playerId',
  'startTime',
  'endTime',
  'zone',
  'rateCents',
  'feeCents',
  'totalCents',
  'payoutCents',
  'policyId',
] as const;

type RequestFacts = Pick<EventDataOf<'BookingRequested'>, (typeof repeatedFields)[number]>;
type KnownBooking = Readonly<{ stream: string; status: BookingStatus; facts: RequestFacts }>;

const requestFacts = (data: RequestFacts) =>
  Object.fromEntries(repeatedFields.map((field) => [field, data[field]])) as RequestFacts;

const differences = (statedFacts: RequestFacts, knownFacts: RequestFacts) =>
  repeatedFields
    .filter((field) => statedFacts[field] !== knownFacts[field])
    .map(
      (field) => `its ${field} is ${String(statedFacts[field])}, not ${String(knownFacts[field])}`,
    );

const transitions: Record<string, { from: readonly BookingStatus[]; to: BookingStatus }> = {
  BookingPaymentAuthorised: { from: ['pending'], to: 'pending' },
  BookingApproved: { from: ['pending'], to: 'confirmed' },
  BookingMoved: { from: ['confirmed'], to: 'confirmed' },
  BookingCancelled: { from: ['pending', 'confirmed'], to: 'cancelled' },
  BookingCompleted: { from: ['confirmed'], to: 'completed' },
};

/**
 * Checks every booking: it is in the stream of its court-day, lasts one hour, follows the allowed
 * transitions, and has amounts that add up. `statuses` counts the bookings by status.
 */
export const bookingChecker = (
  spillDatabase: DatabaseSync,
): { check: Check; statuses(): Record<BookingStatus, number> } => {
  const bookings = new SpilledMap<KnownBooking>(spillDatabase, 'bookings');
  const statusCounts: Record<BookingStatus, number> = {
    pending: 0,
    confirmed: 0,
    completed: 0,
    cancelled: 0,
  };
  const listedCourts = new Map<string, ListedCourt>();

  const checkRequest = (stream: string, data: EventDataOf<'BookingRequested'>) => {
    const { bookingId } = data;
    const repeatProblem = bookings.has(bookingId) && 'it is requested twice';
    if (!repeatProblem) {
      bookings.set(bookingId, { stream, status: 'pending', facts: requestFacts(data) });
      statusCounts.pending++;
    }
    const hostProblem = data.playerId === data.hostId && 'its player is the host';
    return [
      ...problemList(repeatProblem, hostProblem),
      ...placeProblems(stream, data, listedCourts.get(data.courtId)),
      ...amountProblems(data),
    ];
  };

  const moveProblems = (
    stream: string,
    moved: EventDataOf<'BookingMoved'>,
    { startTime, endTime, zone }: RequestFacts,
  ) => [
    ...placeProblems(stream, moved, listedCourts.get(moved.courtId)),
    ...problemList(
      (moved.previousStartTime !== startTime || moved.previousEndTime !== endTime) &&
        `it moves from ${moved.previousStartTime}, but it is at ${startTime}`,
      localDayOf(zone, Date.parse(moved.startTime)) !== localDayOf(zone, Date.parse(startTime)) &&
        'it moves to another day',
      moved.movedAt >= endTime && 'it moves after its end',
    ),
  ];

  const checkTransition = (
    { stream, type, data }: RecordedEvent,
    { from, to }: { from: readonly BookingStatus[]; to: BookingStatus },
  ) => {
    const { bookingId } = data as { bookingId: string };
    const knownBooking = bookings.get(bookingId);
    if (!knownBooking) return ['it was never requested'];
    const { status } = knownBooking;
    const moved = type === 'BookingMoved' ? (data as EventDataOf<'BookingMoved'>) : null;
    const facts = moved
      ? { ...knownBooking.facts, startTime: moved.startTime, endTime: moved.endTime }
      : knownBooking.facts;
    bookings.set(bookingId, { ...knownBooking, status: to, facts });
    statusCounts[status]--;
    statusCounts[to]++;
    return [
      ...differences(data as RequestFacts, facts),
      ...(moved ? moveProblems(stream, moved, knownBooking.facts) : []),
      ...problemList(
        stream !== knownBooking.stream && `it was requested in ${knownBooking.stream}`,
        !from.includes(status) && `${type} occurs while it is ${status}`,
        type === 'BookingCompleted' &&
          (data as EventDataOf<'BookingCompleted'>).completedAt < facts.endTime &&
          `it is completed before its end ${facts.endTime}`,
        type === 'BookingCancelled' &&
          ((data as EventDataOf<'BookingCancelled'>).approvedAt !== null) !==
            (status === 'confirmed') &&
          `its cancellation omits the previous status ${status}`,
      ),
      ...(type === 'BookingCancelled'
        ? settlementProblems(data as EventDataOf<'BookingCancelled'>, facts.totalCents)
        : []),
    ];
  };

  const checkEvent: Check = (event) => {
    const { stream, type, data } = event;
    if (type === 'CourtListed') {
      const { courtId, zone, standardOffsetMinutes } = data as ListedCourt & { courtId: string };
      listedCourts.set(courtId, { zone, standardOffsetMinutes });
      return [];
    }
    const transition = transitions[type];
    if (type !== 'BookingRequested' && !transition) return [];
    const transitionProblems = transition
      ? checkTransition(event, transition)
      : checkRequest(stream, data as EventDataOf<'BookingRequested'>);
    return transitionProblems.map(
      (problem) => `booking ${(data as { bookingId: string }).bookingId}: ${problem}`,
    );
  };

  return { check: checkEvent, statuses: () => ({ ...statusCounts }) };
};
