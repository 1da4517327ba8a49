import { describe, expect, it } from '@jest/globals';
import type { CommandContext } from '../../platform/kernel/context.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { specification } from '../../../testing/specification.js';
import { ALL_FOUNDERS, type FounderCommand, founders, lowestFreeNumber } from './founders.js';
import type { FounderEvent } from './founders.events.js';

const recordedAt = '2027-03-10T12:00:00.000Z';
const until = '2027-03-10T12:30:00.000Z';
const later = '2027-03-10T12:40:00.000Z';
const given = specification(founders);

const seatReserved = (number: number, userId: string, end = until): FounderEvent => ({
  type: 'FounderSeatReserved',
  data: { number, userId, reservedAt: recordedAt, until: end },
});
const seatReleased = (number: number, userId: string): FounderEvent => ({
  type: 'FounderSeatReleased',
  data: { number, userId, releasedAt: recordedAt },
});
const seatTaken = (number: number, userId: string): FounderEvent => ({
  type: 'FounderSeatTaken',
  data: { number, userId, intentId: `pi_${userId}`, takenAt: recordedAt },
});
const reserve = (userId: string, end = until): FounderCommand => ({
  type: 'ReserveSeat',
  data: { userId, seats: 100, at: recordedAt, until: end },
});
const release = (userId: string, end = until): FounderCommand => ({
  type: 'ReleaseSeat',
  data: { userId, until: end, at: recordedAt },
});
const take = (userId: string): FounderCommand => ({
  type: 'TakeSeat',
  data: { userId, seats: 100, intentId: `pi_${userId}`, at: recordedAt },
});
const soldSeats = (count: number) =>
  Array.from({ length: count }, (_, index) => seatTaken(index + 1, `founder-${index + 1}`));

describe('the founding seats', () => {
  it('are reserved by the lowest free number', () => {
    given().when(reserve('ann')).then(seatReserved(1, 'ann'));
    given(...soldSeats(46))
      .when(reserve('ann'))
      .then(seatReserved(47, 'ann'));
    given(...soldSeats(3), seatReserved(4, 'bob'), seatReserved(5, 'cid'), seatReleased(4, 'bob'))
      .when(reserve('ann'))
      .then(seatReserved(4, 'ann'));
  });

  it('keep their number when their reservation is extended', () =>
    given(seatReserved(1, 'ann'))
      .when(reserve('ann', later))
      .then(seatReserved(1, 'ann', later)));

  it('are sold once each, to the buyer who reserved them', () => {
    given(seatReserved(1, 'bob'), seatReserved(2, 'ann'))
      .when(take('ann'))
      .then(seatTaken(2, 'ann'));
    given(seatTaken(2, 'ann')).when(take('ann')).thenNothing();
    given(seatTaken(2, 'ann')).when(reserve('ann')).thenRefused('wrong_status');
  });

  it('are released only through their own reservation', () => {
    given(seatReserved(1, 'ann')).when(release('ann')).then(seatReleased(1, 'ann'));
    given(seatReserved(1, 'ann'), seatReserved(1, 'ann', later))
      .when(release('ann'))
      .thenNothing();
    given(seatTaken(1, 'ann')).when(release('ann')).thenNothing();
    given(seatReserved(1, 'bob')).when(release('ann')).thenNothing();
  });

  it('are freed by order, and restored with the same number or another one', () => {
    const free: FounderCommand = { type: 'FreeSeat', data: { userId: 'ann', at: recordedAt } };
    const restore: FounderCommand = {
      type: 'RestoreSeat',
      data: { userId: 'ann', number: 1, intentId: 'pi_ann', at: recordedAt },
    };
    given(seatReserved(1, 'ann')).when(free).thenNothing();
    given(seatTaken(1, 'ann')).when(free).then(seatReleased(1, 'ann'));
    given(seatTaken(1, 'ann')).when(restore).thenNothing();
    given(seatTaken(1, 'ann'), seatReleased(1, 'ann')).when(restore).then(seatTaken(1, 'ann'));
    given(seatTaken(1, 'ann'), seatReleased(1, 'ann'), seatTaken(1, 'bob'))
      .when(restore)
      .then(seatTaken(2, 'ann'));
    given(seatTaken(1, 'bob'), seatReserved(3, 'ann')).when(restore).then(seatTaken(3, 'ann'));
  });

  it('are no longer on sale once number 100 is taken', () => {
    given(...soldSeats(99))
      .when(reserve('ann'))
      .then(seatReserved(100, 'ann'));
    given(...soldSeats(99), seatReserved(100, 'bob'))
      .when(reserve('ann'))
      .thenRefused('not_on_sale');
    given(...soldSeats(100))
      .when(reserve('ann'))
      .thenRefused('not_on_sale');
    given(...soldSeats(100))
      .when(take('ann'))
      .thenRefused('not_on_sale');
    expect(lowestFreeNumber([], 0)).toBeNull();
  });
});

describe('300 simultaneous buyers of 100 seats in two processes', () => {
  const context = (commandId: string): CommandContext => ({
    commandId,
    fingerprint: commandId,
    actor: { id: 'somebody', role: 'player' },
    at: recordedAt,
    correlationId: commandId,
  });

  it('get each seat once, and 200 of them are refused before they pay', async () => {
    const store = new InMemoryEventStore();
    const processes = [startProcess(store), startProcess(store)];
    const attempts = Array.from({ length: 300 }, async (_, index) => {
      const name = `buyer-${index}`;
      const { commands } = processes[index % 2]!;
      return commands.handle(founders, ALL_FOUNDERS, reserve(name), context(`reserve ${name}`));
    });
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as { code: string }] : [],
    );
    expect(refused.map(({ code }) => code)).toEqual(
      Array.from({ length: 200 }, () => 'not_on_sale'),
    );
    const seats = await startProcess(store).streams.load(founders, ALL_FOUNDERS);
    expect(seats.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(new Set(seats.map(({ userId }) => userId)).size).toBe(100);
  });
});
