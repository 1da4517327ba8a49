import { describe, expect, it } from '@jest/globals';
import type { CommandContext } from '../../platform/kernel/context.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { specification } from '../../../testing/specification.js';
import { ALL_FOUNDERS, type FounderCommand, founders, lowestFreeNumber } from './founders.js';
import type { FounderEvent } from './founders.events.js';

const at = '2027-03-10T12:00:00.000Z';
const until = '2027-03-10T12:30:00.000Z';
const later = '2027-03-10T12:40:00.000Z';
const given = specification(founders);

const reserved = (number: number, userId: string, end = until): FounderEvent => ({
  type: 'FounderSeatReserved',
  data: { number, userId, reservedAt: at, until: end },
});
const released = (number: number, userId: string): FounderEvent => ({
  type: 'FounderSeatReleased',
  data: { number, userId, releasedAt: at },
});
const taken = (number: number, userId: string): FounderEvent => ({
  type: 'FounderSeatTaken',
  data: { number, userId, intentId: `pi_${userId}`, takenAt: at },
});
const reserve = (userId: string, end = until): FounderCommand => ({
  type: 'ReserveSeat',
  data: { userId, seats: 100, at, until: end },
});
const release = (userId: string, end = until): FounderCommand => ({
  type: 'ReleaseSeat',
  data: { userId, until: end, at },
});
const take = (userId: string): FounderCommand => ({
  type: 'TakeSeat',
  data: { userId, seats: 100, intentId: `pi_${userId}`, at },
});
const all = (count: number) =>
  Array.from({ length: count }, (_, index) => taken(index + 1, `founder-${index + 1}`));

describe('a founding seat', () => {
  it('reserves the lowest free number for a buyer', () => {
    given().when(reserve('ann')).then(reserved(1, 'ann'));
    given(...all(46))
      .when(reserve('ann'))
      .then(reserved(47, 'ann'));
    given(...all(3), reserved(4, 'bob'), reserved(5, 'cid'), released(4, 'bob'))
      .when(reserve('ann'))
      .then(reserved(4, 'ann'));
  });

  it('extends a reservation under the same number', () =>
    given(reserved(1, 'ann'))
      .when(reserve('ann', later))
      .then(reserved(1, 'ann', later)));

  it('sells a seat once, to the buyer who reserved it', () => {
    given(reserved(1, 'bob'), reserved(2, 'ann')).when(take('ann')).then(taken(2, 'ann'));
    given(taken(2, 'ann')).when(take('ann')).thenNothing();
    given(taken(2, 'ann')).when(reserve('ann')).thenRefused('wrong_status');
  });

  it('releases a seat only through its own reservation', () => {
    given(reserved(1, 'ann')).when(release('ann')).then(released(1, 'ann'));
    given(reserved(1, 'ann'), reserved(1, 'ann', later))
      .when(release('ann'))
      .thenNothing();
    given(taken(1, 'ann')).when(release('ann')).thenNothing();
    given(reserved(1, 'bob')).when(release('ann')).thenNothing();
  });

  it('ends with seat number 100', () => {
    given(...all(99))
      .when(reserve('ann'))
      .then(reserved(100, 'ann'));
    given(...all(99), reserved(100, 'bob'))
      .when(reserve('ann'))
      .thenRefused('not_on_sale');
    given(...all(100))
      .when(reserve('ann'))
      .thenRefused('not_on_sale');
    given(...all(100))
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
    at,
    correlationId: commandId,
  });

  it('sell each seat once and refuse 200 buyers before they pay', async () => {
    const store = new InMemoryEventStore();
    const processes = [startProcess(store), startProcess(store)];
    const attempts = Array.from({ length: 300 }, async (_, index) => {
      const name = `buyer-${index}`;
      const { commands } = processes[index % 2]!;
      return commands.handle(founders, ALL_FOUNDERS, reserve(name), context(`reserve ${name}`));
    });
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as { code: string }] : [],
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
