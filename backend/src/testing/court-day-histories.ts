import fc from 'fast-check';
import { type CourtDay, type CourtDayCommand, courtDay } from '../bookings/court-day.js';
import type { CourtDayEvent } from '../bookings/court-day.events.js';
import { priceOf } from '../bookings/price.js';
import { DomainError } from '../kernel/domain-error.js';
import { COURT, aRequest, at, terms } from './court-day.js';

const QUARTER_MS = 900_000;
const policy = { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 };

/** The day's opening hours in quarters, and where one begins. */
export const QUARTERS = 24;
export const quarterAt = (index: number): string =>
  new Date(Date.parse(at('16:00')) + index * QUARTER_MS).toISOString();

/** An hour, or any other length, that begins at any quarter. */
const span = (longest: number) =>
  fc.tuple(fc.nat(QUARTERS - longest), fc.integer({ min: 1, max: longest })).map(([from, quarters]) => ({
    startTime: quarterAt(from),
    endTime: quarterAt(from + quarters),
  }));
const slot = fc.nat(QUARTERS - 4).map((from) => ({ startTime: quarterAt(from), endTime: quarterAt(from + 4) }));

/** Any quarter of an hour from three days before to a day after, in no order: deciders must not depend on one. */
const instant = fc
  .integer({ min: 0, max: 4 * 96 })
  .map((quarters) => new Date(Date.parse('2027-03-10T20:00:00.000Z') + quarters * QUARTER_MS).toISOString());

const request = fc
  .record({
    slot,
    playerId: fc.constantFrom('ann', 'bob', 'cid'),
    rate: fc.integer({ min: 0, max: 50_000 }),
    elite: fc.boolean(),
    requestedAt: instant,
    answerBy: instant,
    instantBook: fc.boolean(),
    hoursPerPlayer: fc.constantFrom(null, 1, 2),
    lateRefundShare: fc.constantFrom(0, 3_333, 5_000, 10_000),
  })
  .map(({ slot, rate, elite, lateRefundShare, ...rest }): CourtDayCommand => {
    const data = { ...rest, ...slot, ...priceOf(rate, policy, elite), terms: { ...terms, lateRefundShare } };
    return { type: 'RequestBooking', data: { ...aRequest(), ...data } };
  });

const aBooking = { bookingId: fc.nat(99).map(String), at: instant };
const note = fc.constantFrom('', 'rain');
const excuse = fc.constantFrom(null, 'weather' as const, 'safety' as const);
const command = <T extends CourtDayCommand['type']>(type: T, data: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(data).map((data) => ({ type, data }) as unknown as CourtDayCommand);

const anyCommand: fc.Arbitrary<CourtDayCommand> = fc.oneof(
  { weight: 5, arbitrary: request },
  { weight: 3, arbitrary: command('ApproveBooking', aBooking) },
  command('CancelAsPlayer', { ...aBooking, note }),
  command('CancelAsHost', { ...aBooking, note, excuse }),
  command('ExpireRequest', aBooking),
  { weight: 2, arbitrary: command('CompleteBooking', aBooking) },
  fc.tuple(span(12), fc.boolean(), instant).map(([hours, cancelBookings, when]): CourtDayCommand => ({
    type: 'CloseHours',
    data: { courtId: COURT, ...hours, reason: 'rain', cancelBookings, at: when },
  })),
  span(12).map((hours): CourtDayCommand => ({ type: 'ReopenHours', data: { courtId: COURT, ...hours } })),
);

/** Gives every request a booking id of its own, and lets the other commands speak of bookings asked for before them. */
const named = (commands: readonly CourtDayCommand[]): CourtDayCommand[] => {
  let asked = 0;
  return commands.map((one) => {
    if (one.type === 'RequestBooking') return { ...one, data: { ...one.data, bookingId: `booking-${asked++}` } };
    if (!('bookingId' in one.data)) return one;
    const bookingId = `booking-${Number(one.data.bookingId) % Math.max(asked, 1)}`;
    return { ...one, data: { ...one.data, bookingId } } as CourtDayCommand;
  });
};

/** What people may try on one court-day, in any order and at any time. */
export const courtDayCommands = fc.array(anyCommand, { maxLength: 40, size: 'max' }).map(named);

export type Step = Readonly<{
  command: CourtDayCommand;
  before: CourtDay;
  after: CourtDay;
  events: readonly CourtDayEvent[];
  refusal: string | null;
}>;

/** Decides the commands one after the other. A refusal is part of the history, any other error is not. */
export const play = (commands: readonly CourtDayCommand[]): Step[] => {
  let day = courtDay.initial;
  return commands.map((command) => {
    const before = day;
    try {
      const events = courtDay.decide(command, before);
      day = events.reduce(courtDay.evolve, before);
      return { command, before, after: day, events, refusal: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { command, before, after: before, events: [], refusal: error.code };
    }
  });
};

/** All events of such a history. */
export const courtDayHistories = courtDayCommands.map((commands) => play(commands).flatMap(({ events }) => events));
