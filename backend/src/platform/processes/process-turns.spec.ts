import { expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import type { FeedBatch, LogFeed } from '../kernel/log-feed.js';
import type { StoredPosition } from '../stores/log-identity.js';
import type { StoredEvent } from '../stores/stored-event.js';
import type { ProcessPositions } from './positions.service.js';
import type { AnyProcess } from './process.js';
import type { ProcessJobs } from './process-jobs.service.js';
import { ProcessTurns } from './process-turns.service.js';
import type { Queues } from './queues.js';

const settlement = {
  name: 'settlement',
  queue: 'money',
  handles: ['BookingPaid'],
} as unknown as AnyProcess;
const eventAt = (position: number) =>
  ({ id: `event-${position}`, position: String(position) }) as StoredEvent;

/** Two workers that share a log of four events in batches of one, a position, and a lease. */
const setUp = () => {
  const log = [1, 2, 3, 4].map(eventAt);
  const queued: string[] = [];
  const sweeps: string[] = [];
  let position: StoredPosition | null = null;
  let holder: string | null = null;
  /** Emits the name of a worker before it handles an event, and again when it may continue. */
  const handling = new EventEmitter();
  const held = new Set<string>();

  async function* follow(
    _categories: readonly string[],
    after: StoredPosition | null | 'end',
    abortSignal: AbortSignal,
  ): AsyncGenerator<FeedBatch> {
    const start = Number((after as StoredPosition | null)?.position ?? 0);
    for (const event of log.slice(start)) {
      if (abortSignal.aborted) return;
      const reached = { position: event.position, eventId: event.id };
      yield { events: [event], reached, isCurrent: true };
    }
  }
  const worker = (name: string) => {
    const handle = async (
      _process: AnyProcess,
      { events, reached }: Pick<FeedBatch, 'events' | 'reached'>,
    ) => {
      handling.emit(`${name} handles ${events[0]!.id}`);
      if (held.has(name)) await once(handling, `${name} continues`);
      queued.push(`${name}: ${events[0]!.id}`);
      position = reached;
      return 1;
    };
    const turns = new ProcessTurns(
      { follow } as unknown as LogFeed,
      { handle, sweep: async () => void sweeps.push(name) } as unknown as ProcessJobs,
      { positionOf: async () => position } as unknown as ProcessPositions,
      { isFull: async () => false } as unknown as Queues,
      [],
    );
    // Pauses last until the test lets the worker renew its lease, or until the turn ends.
    turns.pause = async (milliseconds, abortSignal) => {
      abortSignal.throwIfAborted();
      if (milliseconds < 100) return;
      const nextWork = milliseconds < 10_000 ? 'renews' : 'sweeps';
      await once(handling, `${name} ${nextWork}`, { signal: abortSignal });
    };
    const lease = {
      acquireOrRenew: async () => (holder ??= name) === name,
      release: async () => {
        if (holder === name) holder = null;
      },
    };
    const stop = new AbortController();
    const takeTurn = () =>
      turns.take(
        settlement,
        lease,
        () => stop.signal,
        () => undefined,
      );
    return { takeTurn, stop };
  };
  return {
    worker,
    handling,
    held,
    queued,
    sweeps,
    loseLease: () => (holder = null),
    holder: () => holder,
  };
};

it('a worker gets no turn while another one holds the lease, and takes over after its turn', async () => {
  const { worker, handling, held, queued, sweeps, holder } = setUp();
  const [ann, bob] = [worker('ann'), worker('bob')];
  held.add('ann');
  const annHandles = once(handling, 'ann handles event-1');
  const turn = ann.takeTurn();
  await annHandles;
  expect(await bob.takeTurn()).toBe(false);
  expect([queued, sweeps]).toEqual([[], ['ann']]);

  held.clear();
  ann.stop.abort();
  handling.emit('ann continues');
  expect(await turn).toBe(true);
  expect(holder()).toBeNull();
  expect(await bob.takeTurn()).toBe(true);
  expect(queued).toEqual(['ann: event-1', 'bob: event-2', 'bob: event-3', 'bob: event-4']);
});

it('a worker that loses its lease ends its turn after the current batch, and no event is skipped', async () => {
  const { worker, handling, held, queued, sweeps, loseLease, holder } = setUp();
  const [ann, bob] = [worker('ann'), worker('bob')];
  held.add('ann').add('bob');
  const annHandles = once(handling, 'ann handles event-1');
  const annsTurn = ann.takeTurn();
  await annHandles;
  loseLease();
  const bobHandles = once(handling, 'bob handles event-1');
  const bobsTurn = bob.takeTurn();
  await bobHandles;
  // The renewal fails while the worker is in the middle of a batch.
  handling.emit('ann renews');
  await new Promise((resolve) => setImmediate(resolve));
  handling.emit('ann continues');
  expect(await annsTurn).toBe(true);
  expect([queued, holder()]).toEqual([['ann: event-1'], 'bob']);

  held.clear();
  handling.emit('bob continues');
  expect(await bobsTurn).toBe(true);
  expect(queued).toEqual([
    'ann: event-1',
    ...[1, 2, 3, 4].map((position) => `bob: event-${position}`),
  ]);
  expect([sweeps, holder()]).toEqual([['ann', 'bob'], null]);
});

it('a turn that fails releases its lease, so that another worker takes the next one', async () => {
  const { worker, handling, held, queued, holder } = setUp();
  const [ann, bob] = [worker('ann'), worker('bob')];
  held.add('ann');
  const annHandles = once(handling, 'ann handles event-1');
  const turn = ann.takeTurn();
  await annHandles;
  // Rejects what waits for an event of the emitter.
  handling.emit('error', new Error('MongoDB does not respond'));
  await expect(turn).rejects.toThrow('MongoDB does not respond');
  expect(holder()).toBeNull();
  expect(await bob.takeTurn()).toBe(true);
  expect(queued).toEqual([1, 2, 3, 4].map((position) => `bob: event-${position}`));
});
