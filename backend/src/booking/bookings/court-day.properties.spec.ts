import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isMap } from 'immutable';
import { foldAll } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import {
  QUARTERS,
  type Step,
  courtDayCommands,
  courtDayHistories,
  playCommands,
  quarterAt,
} from '../../../testing/court-day-histories.js';
import { bookingCancelled, bookingRequested } from '../../../testing/court-day.js';
import { processorSeconds } from '../../../testing/processor-time.js';
import { isLiveBooking } from './booking.js';
import { type CourtDay, type CourtDayCommand, courtDay, isTimeTaken } from './court-day.js';
import type { CourtDayEvent } from './court-day.events.js';

type Hours = Readonly<{ startTime: string; endTime: string }>;

const quarters = Array.from({ length: QUARTERS }, (_, index) => ({
  startTime: quarterAt(index),
  endTime: quarterAt(index + 1),
}));
const within = ({ startTime, endTime }: Hours) =>
  quarters
    .filter((quarter) => startTime <= quarter.startTime && quarter.endTime <= endTime)
    .map((q) => q.startTime);

/**
 * A naive model of the day: which booking occupies each quarter hour, and which quarter hours are
 * closed.
 */
const model = () => {
  const heldQuarters = new Map<string, string>();
  const closed = new Set<string>();
  const release = (bookingId: string) => {
    for (const [quarter, holder] of heldQuarters)
      if (holder === bookingId) heldQuarters.delete(quarter);
  };
  return {
    isFree: (hours: Hours) =>
      within(hours).every((quarter) => !heldQuarters.has(quarter) && !closed.has(quarter)),
    holders: (hours: Hours) => [
      ...new Set(within(hours).flatMap((quarter) => heldQuarters.get(quarter) ?? [])),
    ],
    apply({ type, data }: CourtDayEvent) {
      if (type === 'BookingRequested')
        for (const quarter of within(data)) {
          expect(heldQuarters.has(quarter) || closed.has(quarter)).toBe(false);
          heldQuarters.set(quarter, data.bookingId);
        }
      else if (type === 'BookingCancelled' || type === 'BookingCompleted') release(data.bookingId);
      else if (type === 'HoursClosed')
        for (const quarter of within(data)) {
          expect(heldQuarters.has(quarter)).toBe(false);
          closed.add(quarter);
        }
      else if (type === 'HoursReopened') for (const quarter of within(data)) closed.delete(quarter);
    },
  };
};

const everyStep = (check: (step: Step) => void) =>
  fc.assert(
    fc.property(courtDayCommands, (commands) => playCommands(commands).forEach(check)),
    { numRuns: 200 },
  );

const deepFreeze = <T>(value: T): T => {
  if (isMap(value)) {
    value.forEach(deepFreeze);
    return value;
  }
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
};

/** The resulting events; none if the command is refused. */
const eventsOf = (command: CourtDayCommand, day: CourtDay): readonly CourtDayEvent[] => {
  try {
    return courtDay.decide(command, day) as readonly CourtDayEvent[];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};

describe('random commands on a court-day', () => {
  it('never produce overlapping live bookings or a booking that overlaps a closure', () =>
    fc.assert(
      fc.property(courtDayCommands, (commands) => {
        const plain = model();
        for (const { events, dayAfter } of playCommands(commands)) {
          events.forEach((event) => plain.apply(event));
          expect(
            quarters.filter((quarter) => isTimeTaken(dayAfter, quarter) === plain.isFree(quarter)),
          ).toEqual([]);
        }
      }),
      { numRuns: 200 },
    ));

  it('are refused with slot_taken exactly when part of the time is not free', () =>
    fc.assert(
      fc.property(courtDayCommands, (commands) => {
        const plain = model();
        for (const { command, dayBefore, events, refusal } of playCommands(commands)) {
          if (command.type === 'RequestBooking' && refusal !== 'conflict')
            expect(refusal === 'slot_taken').toBe(!plain.isFree(command.data));
          if (command.type === 'CloseHours' && !command.data.cancelBookings) {
            const { at } = command.data;
            const stillToPlay = plain
              .holders(command.data)
              .filter((id) => at < dayBefore.bookings.get(id)!.endTime);
            expect(refusal === 'hours_booked').toBe(stillToPlay.length > 0);
          }
          events.forEach((event) => plain.apply(event));
        }
      }),
      { numRuns: 200 },
    ));

  it('never reuse a booking id', () =>
    everyStep(({ dayBefore, events }) => {
      for (const { type, data } of events)
        if (type === 'BookingRequested') expect(dayBefore.bookings.has(data.bookingId)).toBe(false);
    }));

  it("never exceed a player's limit of hours", () =>
    everyStep(({ command, dayBefore, refusal }) => {
      if (
        command.type !== 'RequestBooking' ||
        refusal ||
        command.data.limits.hoursPerCourtDay === null
      )
        return;
      const { playerId, limits } = command.data;
      const heldBookings = [...dayBefore.bookings.values()].filter(
        (booking) => isLiveBooking(booking) && booking.playerId === playerId,
      );
      expect(heldBookings.length).toBeLessThan(limits.hoursPerCourtDay!);
    }));

  it('never exceed the limits of requests and closure changes', () =>
    everyStep(({ command, dayBefore, events }) => {
      if (events.length === 0) return;
      const { type, data } = command;
      if (type === 'RequestBooking') {
        const earlierRequests = [...dayBefore.bookings.values()].filter(
          ({ playerId }) => playerId === data.playerId,
        );
        expect(earlierRequests.length).toBeLessThan(data.limits.requestsPerCourtDay);
      } else if (type === 'CloseHours' || type === 'ReopenHours')
        expect(dayBefore.closureChanges).toBeLessThan(data.limits.closureChangesPerCourtDay);
    }));

  it("produce booking events that repeat the request's people, court, time, and amounts", () =>
    everyStep(({ events, dayAfter }) => {
      for (const { type, data } of events) {
        if (type === 'HoursClosed' || type === 'HoursReopened') continue;
        const { courtId, hostId, playerId, startTime, endTime, zone, policyId } = data;
        const { rateCents, feeCents, totalCents, payoutCents } = data;
        expect(dayAfter.bookings.get(data.bookingId)).toMatchObject({
          courtId,
          hostId,
          playerId,
          startTime,
          endTime,
          zone,
          policyId,
          rateCents,
          feeCents,
          totalCents,
          payoutCents,
        });
        expect(playerId).not.toBe(hostId);
      }
    }));

  it('split the total of every canceled booking into whole cents', () =>
    everyStep(({ dayAfter }) => {
      for (const { cancellation, totalCents, status } of dayAfter.bookings.values()) {
        expect(cancellation !== null).toBe(status === 'cancelled');
        if (!cancellation) continue;
        const { refundCents, hostCents, platformCents, taxCents } = cancellation;
        // Courtly itself pays the part of a tax that exceeds its commission.
        const amounts = [refundCents, hostCents, platformCents + taxCents];
        for (const amount of amounts) expect(Number.isInteger(amount) && amount >= 0).toBe(true);
        expect(amounts.reduce((sum, amount) => sum + amount)).toBe(totalCents);
      }
    }));

  it('end each booking at most once', () =>
    everyStep(({ dayBefore, dayAfter, events }) => {
      const over = [...dayBefore.bookings].filter(([, booking]) => !isLiveBooking(booking));
      expect(over.filter(([id, booking]) => dayAfter.bookings.get(id) !== booking)).toEqual([]);
      const endedIds = events.flatMap(({ type, data }) =>
        type === 'BookingCancelled' || type === 'BookingCompleted' ? [data.bookingId] : [],
      );
      expect(new Set(endedIds).size).toBe(endedIds.length);
      for (const id of endedIds) expect(isLiveBooking(dayBefore.bookings.get(id)!)).toBe(true);
    }));

  it('change nothing when repeated immediately', () =>
    everyStep(({ command, dayAfter, refusal }) => {
      if (refusal || command.type === 'RequestBooking') return;
      expect(eventsOf(command, dayAfter)).toEqual([]);
    }));

  it('are deterministic and never mutate the state', () =>
    everyStep(({ command, dayBefore, events, refusal }) => {
      const day = JSON.stringify(dayBefore);
      const decideAgain = () =>
        courtDay.decide(deepFreeze(structuredClone(command)), deepFreeze(dayBefore));
      if (refusal) expect(decideAgain).toThrow(expect.objectContaining({ code: refusal }));
      else expect(decideAgain()).toEqual(events);
      expect(JSON.stringify(dayBefore)).toBe(day);
    }));
});

describe('the fold of a court-day', () => {
  it('returns the same state from stored events', () =>
    fc.assert(
      fc.property(courtDayCommands, (commands) => {
        const steps = playCommands(commands);
        const stored = JSON.parse(
          JSON.stringify(steps.flatMap(({ events }) => events)),
        ) as CourtDayEvent[];
        expect(foldAll(courtDay, stored)).toEqual(steps.at(-1)?.dayAfter ?? courtDay.initial);
      }),
      { numRuns: 200 },
    ));

  it('accepts missing, repeated, and reordered events without mutating its input', () =>
    fc.assert(
      fc.property(courtDayHistories, fc.array(fc.nat(), { maxLength: 80 }), (history, order) => {
        const events = order.flatMap((index) => history[index % history.length] ?? []);
        events.reduce(
          (day, event) => deepFreeze(courtDay.evolve(day, deepFreeze(event))),
          courtDay.initial,
        );
      }),
      { numRuns: 200 },
    ));

  it('takes linear time for a long day', () => {
    const long = Array.from({ length: 25_000 }, (_, index) => ({
      bookingId: `booking-${index}`,
    })).flatMap((bookingFields) => [
      bookingRequested(bookingFields),
      bookingCancelled(bookingFields),
    ]);
    expect(processorSeconds(() => foldAll(courtDay, long))).toBeLessThan(5);
  });
});
