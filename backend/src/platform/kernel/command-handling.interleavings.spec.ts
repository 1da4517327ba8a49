import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CourtDay, courtDay } from '../../booking/bookings/court-day.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { isLiveBooking } from '../../booking/bookings/booking.js';
import {
  COURT,
  DAY,
  cancelBooking,
  hourRange,
  requestBooking,
} from '../../../testing/court-day.js';
import {
  type Fault,
  InMemoryEventStore,
  startProcess,
} from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import type { CommandContext } from './context.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import { DomainError } from './domain-error.js';

const ID = `${COURT}_${DAY}`;
const slots = [
  hourRange('16:00', '17:00'),
  hourRange('17:00', '18:00'),
  hourRange('18:00', '19:00'),
];

type Attempt = Readonly<{ name: string; slot: number; process: number; cancel: boolean }>;
type CommandResult = Readonly<{ attempt: Attempt; code: string; eventIds: readonly string[] }>;

/**
 * Several players request three hours through two processes. Some repeat a request, and some
 * cancel.
 */
const attempts: fc.Arbitrary<Attempt[]> = fc.array(
  fc.record({
    name: fc.constantFrom('ann', 'bob', 'cid', 'dan', 'eve'),
    slot: fc.nat(slots.length - 1),
    process: fc.nat(1),
    cancel: fc.boolean(),
  }),
  { minLength: 2, maxLength: 12 },
);
const faults = fc.array(
  fc.constantFrom<Fault | null>(
    null,
    null,
    null,
    'conflict',
    'response lost',
    'unavailable',
    'position untold',
  ),
  { maxLength: 8 },
);

const context = (commandId: string): CommandContext => ({
  commandId,
  fingerprint: commandId,
  actor: { id: 'somebody', role: 'player' },
  at: '2027-03-10T12:00:00.000Z',
  correlationId: commandId,
});

const send = async (
  process: ReturnType<typeof startProcess>,
  attempt: Attempt,
): Promise<CommandResult> => {
  const { name, slot, cancel } = attempt;
  const bookingId = `${name}-${slot}`;
  const command = cancel
    ? cancelBooking({ bookingId })
    : requestBooking({ bookingId, playerId: name, ...slots[slot] });
  try {
    const { events } = await process.commands.handle(
      courtDay,
      ID,
      command,
      context(`${command.type} ${bookingId}`),
    );
    return { attempt, code: 'done', eventIds: events.map(({ id }) => id) };
  } catch (error) {
    if (error instanceof StoreUnavailable)
      return { attempt, code: 'store_unavailable', eventIds: [] };
    if (!(error instanceof DomainError)) throw error;
    return { attempt, code: error.code, eventIds: [] };
  }
};

const eventsIn = async (store: InMemoryEventStore, keys: InMemoryKeys) =>
  startProcess(store, keys).streams.events(`courtDay-${ID}`);

/** Asserts that no hour has two live bookings at any point in the log. */
const neverTwice = (events: readonly CourtDayEvent[]) => {
  events.reduce((day: CourtDay, event) => {
    const next = courtDay.evolve(day, event);
    const live = [...next.bookings.values()]
      .filter(isLiveBooking)
      .map(({ startTime }) => startTime);
    expect(new Set(live).size).toBe(live.length);
    return next;
  }, courtDay.initial);
};

const setUp = (scheduler: fc.Scheduler) => {
  const keys = new InMemoryKeys();
  const store = new InMemoryEventStore((moment) => scheduler.schedule(Promise.resolve(), moment));
  return {
    store,
    keys,
    processes: [startProcess(store, keys), startProcess(store, keys)] as const,
  };
};

describe('two processes on one court-day, for every possible order of their store calls', () => {
  it('never book an hour twice, and keep every acknowledged booking exactly once', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), attempts, faults, async (scheduler, sent, failing) => {
        const { store, keys, processes } = setUp(scheduler);
        store.fail(...failing);
        const results = await scheduler.waitFor(
          Promise.all(sent.map((attempt) => send(processes[attempt.process as 0 | 1], attempt))),
        );
        const events = await scheduler.waitFor(eventsIn(store, keys));
        const ids = events.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(results.flatMap(({ eventIds }) => eventIds)));
        neverTwice(events as unknown as CourtDayEvent[]);
        for (const { code, eventIds } of results)
          if (code === 'done') expect(eventIds).toHaveLength(1);
      }),
      { numRuns: 300 },
    ));

  it('respond to retries until the outcome is known, and store each command at most once', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), attempts, faults, async (scheduler, sent, failing) => {
        const { store, keys, processes } = setUp(scheduler);
        store.fail(...failing);
        const untilKnown = async (attempt: Attempt): Promise<CommandResult> => {
          const result = await send(processes[attempt.process as 0 | 1], attempt);
          const elsewhere = { ...attempt, process: 1 - attempt.process };
          return result.code === 'store_unavailable' ? untilKnown(elsewhere) : result;
        };
        const results = await scheduler.waitFor(Promise.all(sent.map(untilKnown)));
        const events = await scheduler.waitFor(eventsIn(store, keys));
        const commands = events.map(({ metadata }) => metadata.command);
        expect(new Set(commands).size).toBe(commands.length);
        const acknowledged = new Set(results.flatMap(({ eventIds }) => eventIds));
        expect(new Set(events.map(({ id }) => id))).toEqual(acknowledged);
        neverTwice(events as unknown as CourtDayEvent[]);
      }),
      { numRuns: 300 },
    ));

  it('give the same hour to exactly one player and reject all others', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(1), { minLength: 2, maxLength: 10 }),
        async (scheduler, via) => {
          const { processes } = setUp(scheduler);
          const sent = via.map((process, index) => ({
            name: `player${index}`,
            slot: 0,
            process,
            cancel: false,
          }));
          const results = await scheduler.waitFor(
            Promise.all(sent.map((attempt) => send(processes[attempt.process as 0 | 1], attempt))),
          );
          const codes = results.map(({ code }) => code);
          expect(codes.filter((code) => code === 'done')).toHaveLength(1);
          expect(codes.filter((code) => code === 'slot_taken')).toHaveLength(via.length - 1);
        },
      ),
      { numRuns: 200 },
    ));
});
