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
  play,
  quarterAt,
} from '../../../testing/court-day-histories.js';
import { cancelled, requested } from '../../../testing/court-day.js';
import { processorSeconds } from '../../../testing/processor-time.js';
import { isLive } from './booking.js';
import { type CourtDay, type CourtDayCommand, courtDay, isTaken } from './court-day.js';
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

/** The day as plainly as can be: what holds each quarter of an hour, or keeps it closed. It knows nothing of intervals. */
const model = () => {
  const held = new Map<string, string>();
  const closed = new Set<string>();
  const release = (bookingId: string) => {
    for (const [quarter, holder] of held) if (holder === bookingId) held.delete(quarter);
  };
  return {
    isFree: (hours: Hours) =>
      within(hours).every((quarter) => !held.has(quarter) && !closed.has(quarter)),
    holders: (hours: Hours) => [
      ...new Set(within(hours).flatMap((quarter) => held.get(quarter) ?? [])),
    ],
    apply({ type, data }: CourtDayEvent) {
      if (type === 'BookingRequested')
        for (const quarter of within(data)) {
          expect(held.has(quarter) || closed.has(quarter)).toBe(false);
          held.set(quarter, data.bookingId);
        }
      else if (type === 'BookingCancelled' || type === 'BookingCompleted') release(data.bookingId);
      else if (type === 'HoursClosed')
        for (const quarter of within(data)) {
          expect(held.has(quarter)).toBe(false);
          closed.add(quarter);
        }
      else if (type === 'HoursReopened') for (const quarter of within(data)) closed.delete(quarter);
    },
  };
};

const everyStep = (check: (step: Step) => void) =>
  fc.assert(
    fc.property(courtDayCommands, (commands) => play(commands).forEach(check)),
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

/** What a command causes in a state: nothing where it is refused. */
const eventsOf = (command: CourtDayCommand, day: CourtDay): readonly CourtDayEvent[] => {
  try {
    return courtDay.decide(command, day);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};

describe('whatever people try on a court-day', () => {
  it('no two live bookings overlap, none lies in closed hours, and each quarter is taken that the plain model has taken', () =>
    fc.assert(
      fc.property(courtDayCommands, (commands) => {
        const plain = model();
        for (const { events, after } of play(commands)) {
          events.forEach((event) => plain.apply(event));
          expect(
            quarters.filter((quarter) => isTaken(after, quarter) === plain.isFree(quarter)),
          ).toEqual([]);
        }
      }),
      { numRuns: 200 },
    ));

  it('a request is refused as taken exactly when some of its time is not free', () =>
    fc.assert(
      fc.property(courtDayCommands, (commands) => {
        const plain = model();
        for (const { command, before, events, refusal } of play(commands)) {
          if (command.type === 'RequestBooking' && refusal !== 'conflict')
            expect(refusal === 'slot_taken').toBe(!plain.isFree(command.data));
          if (command.type === 'CloseHours' && !command.data.cancelBookings) {
            const { at } = command.data;
            const stillToPlay = plain
              .holders(command.data)
              .filter((id) => at < before.bookings.get(id)!.endTime);
            expect(refusal === 'hours_booked').toBe(stillToPlay.length > 0);
          }
          events.forEach((event) => plain.apply(event));
        }
      }),
      { numRuns: 200 },
    ));

  it('an id names one booking for ever', () =>
    everyStep(({ before, events }) => {
      for (const { type, data } of events)
        if (type === 'BookingRequested') expect(before.bookings.has(data.bookingId)).toBe(false);
    }));

  it('nobody gets more hours than the limit that was asked with', () =>
    everyStep(({ command, before, refusal }) => {
      if (
        command.type !== 'RequestBooking' ||
        refusal ||
        command.data.limits.hoursPerCourtDay === null
      )
        return;
      const { playerId, limits } = command.data;
      const held = [...before.bookings.values()].filter(
        (booking) => isLive(booking) && booking.playerId === playerId,
      );
      expect(held.length).toBeLessThan(limits.hoursPerCourtDay!);
    }));

  it('a player makes no more requests, and a host no more changes of closed hours, than the limits say', () =>
    everyStep(({ command, before, events }) => {
      if (events.length === 0) return;
      const { type, data } = command;
      if (type === 'RequestBooking') {
        const asked = [...before.bookings.values()].filter(
          ({ playerId }) => playerId === data.playerId,
        );
        expect(asked.length).toBeLessThan(data.limits.requestsPerCourtDay);
      } else if (type === 'CloseHours' || type === 'ReopenHours')
        expect(before.closureChanges).toBeLessThan(data.limits.closureChangesPerCourtDay);
    }));

  it('every event of a booking says whose, where, when and how much, as its request did', () =>
    everyStep(({ events, after }) => {
      for (const { type, data } of events) {
        if (type === 'HoursClosed' || type === 'HoursReopened') continue;
        const { courtId, hostId, playerId, startTime, endTime, zone, policyId } = data;
        const { rateCents, feeCents, totalCents, payoutCents } = data;
        expect(after.bookings.get(data.bookingId)).toMatchObject({
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

  it('the amounts of every cancelled booking are whole cents that add up to its total', () =>
    everyStep(({ after }) => {
      for (const { cancellation, totalCents, status } of after.bookings.values()) {
        expect(cancellation !== null).toBe(status === 'cancelled');
        if (!cancellation) continue;
        const amounts = [
          cancellation.refundCents,
          cancellation.hostCents,
          cancellation.platformCents,
        ];
        for (const amount of amounts) expect(Number.isInteger(amount) && amount >= 0).toBe(true);
        expect(amounts.reduce((sum, amount) => sum + amount)).toBe(totalCents);
      }
    }));

  it('what is cancelled or completed stays so, and is cancelled or completed once', () =>
    everyStep(({ before, after, events }) => {
      const over = [...before.bookings].filter(([, booking]) => !isLive(booking));
      expect(over.filter(([id, booking]) => after.bookings.get(id) !== booking)).toEqual([]);
      const ended = events.flatMap(({ type, data }) =>
        type === 'BookingCancelled' || type === 'BookingCompleted' ? [data.bookingId] : [],
      );
      expect(new Set(ended).size).toBe(ended.length);
      for (const id of ended) expect(isLive(before.bookings.get(id)!)).toBe(true);
    }));

  it('a command that is given again right away is refused or does nothing', () =>
    everyStep(({ command, after, refusal }) => {
      if (refusal || command.type === 'RequestBooking') return;
      expect(eventsOf(command, after)).toEqual([]);
    }));

  it('deciding is pure: the same answer every time, and nothing given to it is changed', () =>
    everyStep(({ command, before, events, refusal }) => {
      const day = JSON.stringify(before);
      const again = () => courtDay.decide(deepFreeze(structuredClone(command)), deepFreeze(before));
      if (refusal) expect(again).toThrow(expect.objectContaining({ code: refusal }));
      else expect(again()).toEqual(events);
      expect(JSON.stringify(before)).toBe(day);
    }));
});

describe('folding', () => {
  it('gives the same state again from the events', () =>
    fc.assert(
      fc.property(courtDayCommands, (commands) => {
        const steps = play(commands);
        const stored = JSON.parse(
          JSON.stringify(steps.flatMap(({ events }) => events)),
        ) as CourtDayEvent[];
        expect(foldAll(courtDay, stored)).toEqual(steps.at(-1)?.after ?? courtDay.initial);
      }),
      { numRuns: 200 },
    ));

  it('never fails and never touches what it is given, whatever is missing, repeated or out of order', () =>
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

  it('folds a long day without copying it for each event, which would take minutes', () => {
    const long = Array.from({ length: 25_000 }, (_, index) => ({
      bookingId: `booking-${index}`,
    })).flatMap((its) => [requested(its), cancelled(its)]);
    expect(processorSeconds(() => foldAll(courtDay, long))).toBeLessThan(5);
  });
});
