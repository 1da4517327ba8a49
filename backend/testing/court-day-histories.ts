import { DeclineReason } from '@courtly/contracts/bookings';
import fc from 'fast-check';
import {
  type CourtDay,
  type CourtDayCommand,
  courtDay,
} from '../src/booking/bookings/court-day.js';
import type { CourtDayEvent } from '../src/booking/bookings/court-day.events.js';
import { priceOf } from '../src/booking/pricing/price.js';
import { DomainError } from '../src/platform/kernel/domain-error.js';
import { bookingRequest, instantAt, courtHours, bookingTerms } from './court-day.js';

const aDay = courtHours('00:00', '00:00');
const QUARTER_MS = 900_000;
const policy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };

/** The number of quarter hours during which the court is open. */
export const QUARTERS = 24;
export const quarterAt = (index: number): string =>
  new Date(Date.parse(instantAt('16:00')) + index * QUARTER_MS).toISOString();

/** A span of up to `longest` quarter hours. */
const span = (longest: number) =>
  fc
    .tuple(fc.nat(QUARTERS - longest), fc.integer({ min: 1, max: longest }))
    .map(([from, quarters]) => ({
      startTime: quarterAt(from),
      endTime: quarterAt(from + quarters),
    }));
const slot = fc
  .nat(QUARTERS - 4)
  .map((from) => ({ startTime: quarterAt(from), endTime: quarterAt(from + 4) }));

/** Instants are in no particular order, because deciders must not depend on it. */
const instant = fc
  .integer({ min: 0, max: 4 * 96 })
  .map((quarters) =>
    new Date(Date.parse('2027-03-10T20:00:00.000Z') + quarters * QUARTER_MS).toISOString(),
  );

const earlier = (firstTime: string, other: string) => (firstTime < other ? firstTime : other);

/** Either no tax, or one that is added or included. */
export const cityTax = fc.option(
  fc.record({
    name: fc.constant('Sales tax'),
    rate: fc.integer({ min: 1, max: 5_000 }),
    included: fc.boolean(),
  }),
);

const request = fc
  .record({
    slot,
    bookingId: fc.option(fc.nat(99).map(String), { freq: 6, nil: '' }),
    playerId: fc.constantFrom('ann', 'bob', 'cid', 'hana'),
    rate: fc.integer({ min: 0, max: 50_000 }),
    elite: fc.boolean(),
    tax: cityTax,
    requestedAt: instant,
    answerBy: instant,
    payBy: fc.option(instant),
    instantBook: fc.boolean(),
    hoursPerCourtDay: fc.constantFrom(null, 1, 2),
    requestsPerCourtDay: fc.constantFrom(1, 3, 1_000),
    lateRefundShare: fc.constantFrom(0, 3_333, 5_000, 10_000),
  })
  .map(
    ({
      slot,
      rate,
      elite,
      tax,
      lateRefundShare,
      answerBy,
      payBy,
      ...requestFields
    }): CourtDayCommand => {
      const { hoursPerCourtDay, requestsPerCourtDay, ...data } = {
        ...bookingRequest(),
        ...requestFields,
        ...slot,
      };
      const price = {
        ...priceOf(rate, policy, elite, tax),
        terms: { ...bookingTerms, lateRefundShare, tax: tax && { city: 'Austin', ...tax } },
      };
      // Both deadlines are before the booking starts, and the payment is due before the response.
      const answer = { answerBy: earlier(answerBy, slot.startTime) };
      const pay = { payBy: payBy && earlier(payBy, answer.answerBy) };
      const limits = { hoursPerCourtDay, requestsPerCourtDay };
      return { type: 'RequestBooking', data: { ...data, ...price, ...answer, ...pay, limits } };
    },
  );

const aBooking = { bookingId: fc.nat(99).map(String), at: instant };
const note = fc.constantFrom('', 'rain');
const excuse = fc.constantFrom(null, 'weather' as const, 'safety' as const);
const reason = fc.constantFrom('player_cancelled' as const, 'host_cancelled' as const);
const declineReason = fc.constantFrom(...DeclineReason.options);
const expectedRefundCents = fc.constantFrom(null, null, null, 0);
const limits = fc
  .constantFrom(2, 48)
  .map((changeLimit) => ({ closureChangesPerCourtDay: changeLimit }));
const command = <T extends CourtDayCommand['type']>(
  type: T,
  data: Record<string, fc.Arbitrary<unknown>>,
) => fc.record(data).map((data) => ({ type, data }) as unknown as CourtDayCommand);

const anyCommand: fc.Arbitrary<CourtDayCommand> = fc.oneof(
  { weight: 5, arbitrary: request },
  { weight: 3, arbitrary: command('ApproveBooking', aBooking) },
  command('DeclineBooking', { ...aBooking, note, declineReason }),
  {
    weight: 2,
    arbitrary: command('CancelBooking', { ...aBooking, note, excuse, reason, expectedRefundCents }),
  },
  command('ExpireRequest', aBooking),
  { weight: 2, arbitrary: command('AuthorisePayment', aBooking) },
  command('ExpirePayment', aBooking),
  command('FailPayment', aBooking),
  { weight: 2, arbitrary: command('CompleteBooking', aBooking) },
  fc
    .tuple(span(12), fc.boolean(), instant, limits)
    .map(([hours, cancelBookings, when, limits]): CourtDayCommand => ({
      type: 'CloseHours',
      data: { ...aDay, ...hours, reason: 'rain', cancelBookings, at: when, limits },
    })),
  fc.tuple(span(12), limits).map(([hours, limits]): CourtDayCommand => ({
    type: 'ReopenHours',
    data: { ...aDay, ...hours, limits },
  })),
);

/**
 * Makes commands refer to earlier bookings. Sometimes a request reuses an id, because ids derive
 * from keys that callers choose.
 */
const withBookingIds = (commands: readonly CourtDayCommand[]): CourtDayCommand[] => {
  let requestCount = 0;
  return commands.map((command) => {
    if (!('bookingId' in command.data)) return command;
    if (command.type === 'RequestBooking' && (command.data.bookingId === '' || requestCount === 0))
      return { ...command, data: { ...command.data, bookingId: `booking-${requestCount++}` } };
    const bookingId = `booking-${Number(command.data.bookingId) % Math.max(requestCount, 1)}`;
    return { ...command, data: { ...command.data, bookingId } } as CourtDayCommand;
  });
};

/** Generates arbitrary commands for one court-day. */
export const courtDayCommands = fc
  .array(anyCommand, { maxLength: 40, size: 'max' })
  .map(withBookingIds);

export type Step = Readonly<{
  command: CourtDayCommand;
  dayBefore: CourtDay;
  dayAfter: CourtDay;
  events: readonly CourtDayEvent[];
  refusal: string | null;
}>;

/** Records refusals and rethrows all other errors. */
export const playCommands = (commands: readonly CourtDayCommand[]): Step[] => {
  let day = courtDay.initial;
  return commands.map((command) => {
    const dayBefore = day;
    try {
      const events = courtDay.decide(command, dayBefore) as readonly CourtDayEvent[];
      day = events.reduce(courtDay.evolve, dayBefore);
      return { command, dayBefore, dayAfter: day, events, refusal: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { command, dayBefore, dayAfter: dayBefore, events: [], refusal: error.code };
    }
  });
};

export const courtDayHistories = courtDayCommands.map((commands) =>
  playCommands(commands).flatMap(({ events }) => events),
);
