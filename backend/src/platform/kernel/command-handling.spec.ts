import { describe, expect, it } from '@jest/globals';
import { courtDay, isTimeTaken } from '../../booking/bookings/court-day.js';
import {
  COURT,
  DAY,
  instantAt,
  cancelBooking,
  courtHours,
  requestBooking,
} from '../../../testing/court-day.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import type { CommandContext } from './context.js';
import { DomainError } from './domain-error.js';

const ID = `${COURT}_${DAY}`;
const early = '2027-03-10T15:00:00.000Z';

type Process = ReturnType<typeof startProcess>;

const context = (commandId: string, changes: Partial<CommandContext> = {}): CommandContext => ({
  commandId,
  fingerprint: 'as first sent',
  actor: { id: 'pavel', role: 'player' },
  at: '2027-03-10T12:00:00.000Z',
  correlationId: 'a-request',
  ...changes,
});

/** One of the 96 quarter hours of the day. */
const quarter = (index: number) => {
  const start = Date.parse(instantAt('00:00')) + index * 900_000;
  return {
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 900_000).toISOString(),
  };
};

const book = (
  { commands }: Process,
  name: string,
  slot = 0,
  changes: Partial<CommandContext> = {},
) =>
  commands.handle(
    courtDay,
    ID,
    requestBooking({ bookingId: `booking-${name}`, playerId: name, ...quarter(slot) }),
    context(`command-${name}`, changes),
  );

const cancel = ({ commands }: Process, name: string) =>
  commands.handle(
    courtDay,
    ID,
    cancelBooking({ bookingId: `booking-${name}`, at: early }),
    context(`cancel-${name}`),
  );

const limits = { closureChangesPerCourtDay: 48 };
const hoursOf = (slot: number) => ({ ...courtHours('00:00', '00:00'), ...quarter(slot), limits });
const close = ({ commands }: Process, command: string) =>
  commands.handle(
    courtDay,
    ID,
    {
      type: 'CloseHours',
      data: { ...hoursOf(0), reason: 'rain', cancelBookings: false, at: early },
    },
    context(command),
  );
const reopen = ({ commands }: Process, command: string) =>
  commands.handle(courtDay, ID, { type: 'ReopenHours', data: hoursOf(0) }, context(command));

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : (error as Error).name),
  );

const setUp = () => {
  const store = new InMemoryEventStore();
  const keys = new InMemoryKeys();
  return {
    store,
    keys,
    process: startProcess(store, keys),
    otherProcess: startProcess(store, keys),
  };
};

const typesIn = ({ log }: InMemoryEventStore) => log.map(({ type }) => type);

describe('handling a command', () => {
  it("stores its events with the command's metadata and returns the state and position", async () => {
    const { store, process } = setUp();
    const handled = await book(process, 'ann');
    expect(store.log).toEqual([
      expect.objectContaining({
        stream: `courtDay-${ID}`,
        type: 'BookingRequested',
        revision: 0,
        metadata: {
          version: 6,
          actor: { id: 'pavel', role: 'player' },
          at: '2027-03-10T12:00:00.000Z',
          command: 'command-ann',
          fingerprint: 'as first sent',
          $correlationId: 'a-request',
        },
      }),
    ]);
    expect(handled.position).toBe(store.log[0]!.position);
    expect(isTimeTaken(handled.state, quarter(0))).toBe(true);
  });

  it('stores events that another process reads into the same state', async () => {
    const { process, otherProcess } = setUp();
    const { state } = await book(process, 'ann');
    expect(await otherProcess.streams.load(courtDay, ID)).toEqual(state);
  });

  it('stores nothing for a refusal and passes the error to the caller', async () => {
    const { store, process } = setUp();
    expect(await outcome(cancel(process, 'nobody'))).toBe('not_found');
    expect(store.log).toEqual([]);
  });

  it('returns no position if there is nothing to do', async () => {
    const { process } = setUp();
    expect(await reopen(process, 'reopen')).toMatchObject({ events: [], position: null });
  });

  it('continues after an unexpected error', async () => {
    const { process } = setUp();
    const decide: typeof courtDay.decide = (command, day) => {
      if (command.type === 'CompleteBooking') throw new TypeError('a fault of the program');
      return courtDay.decide(command, day);
    };
    const faulty = { ...courtDay, decide };
    const complete = { type: 'CompleteBooking', data: { bookingId: 'none', at: '' } } as const;
    const broken = process.commands.handle(faulty, ID, complete, context('broken'));
    const booked = process.commands.handle(faulty, ID, requestBooking(), context('command-ann'));
    expect(await Promise.all([broken, booked].map(outcome))).toEqual(['TypeError', 'done']);
  });

  it('reads an unknown stream only after a revision conflict', async () => {
    const reads: string[] = [];
    const store = new InMemoryEventStore(
      async (moment) => void (moment === 'read' && reads.push(moment)),
    );
    const keys = new InMemoryKeys();
    expect(await outcome(book(startProcess(store, keys), 'ann'))).toBe('done');
    expect(reads).toHaveLength(0);
    expect(await outcome(book(startProcess(store, keys), 'bob'))).toBe('slot_taken');
    expect(reads).toHaveLength(1);
  });

  it('continues after the store is restored from an older backup', async () => {
    const { store, process } = setUp();
    await book(process, 'ann');
    await book(process, 'bob', 1);
    store.log.splice(1);
    expect(await outcome(book(process, 'cid', 2))).toBe('done');
    expect(typesIn(store)).toHaveLength(2);
  });
});

describe('commands that wait for one stream', () => {
  it('share one append', async () => {
    const { store, process } = setUp();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => book(process, `player-${index}`, index)),
    );
    expect(store.appended).toEqual([1, 59]);
  });

  it('share appends of bounded size', async () => {
    const { store, process } = setUp();
    await Promise.all(
      Array.from({ length: 90 }, (_, index) => book(process, `player-${index}`, index)),
    );
    expect(store.appended).toEqual([1, 64, 25]);
  });

  it('run in the order in which they arrive', async () => {
    const { store, process } = setUp();
    const results = [
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'bob'),
      book(process, 'cid', 1),
    ];
    expect(await Promise.all(results.map(outcome))).toEqual(['done', 'done', 'slot_taken', 'done']);
    expect(store.log.map(({ metadata }) => (metadata as { command: string }).command)).toEqual([
      'command-zero',
      'command-ann',
      'command-cid',
    ]);
  });

  it('see the result of the commands before them', async () => {
    const { process } = setUp();
    const results = [
      book(process, 'zero', 7),
      book(process, 'ann'),
      cancel(process, 'ann'),
      book(process, 'bob'),
    ];
    expect(await Promise.all(results.map(outcome))).toEqual(['done', 'done', 'done', 'done']);
  });

  it('each return the state right after them', async () => {
    const { process } = setUp();
    const [, ann, bob] = await Promise.all([
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'bob', 1),
    ]);
    expect([ann.state.bookings.size, bob.state.bookings.size]).toEqual([2, 3]);
  });

  it('are refused only after the event that causes the refusal is stored', async () => {
    const order: string[] = [];
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const store = new InMemoryEventStore(async (moment) => {
      await turn();
      order.push(moment);
      await turn();
    });
    const process = startProcess(store);
    const zero = book(process, 'zero', 7);
    const winner = book(process, 'ann');
    const loser = book(process, 'bob').catch(() => order.push('refused'));
    await Promise.all([zero, winner, loser]);
    expect(order.at(-1)).toBe('refused');
    expect(order.filter((moment) => moment === 'appended')).toHaveLength(2);
  });

  it('ignore an event that could not be stored', async () => {
    const { store, process } = setUp();
    store.fail(null, 'unavailable');
    const results = [book(process, 'zero', 7), book(process, 'ann'), book(process, 'bob')];
    expect(await Promise.all(results.map(outcome))).toEqual([
      'done',
      'StoreUnavailable',
      'StoreUnavailable',
    ]);
    expect(await outcome(book(process, 'bob'))).toBe('done');
  });

  it('fail alone if their events cannot be encoded, and the others are decided again', async () => {
    const { store, process } = setUp();
    const faulty = requestBooking({
      bookingId: 'booking-ann',
      playerId: 'ann',
      ...quarter(0),
      rateCents: 0.5,
    });
    const results = [
      book(process, 'zero', 7),
      process.commands.handle(courtDay, ID, faulty, context('command-ann')),
      book(process, 'bob'),
      book(process, 'cid', 1),
    ];
    expect(await Promise.all(results.map(outcome))).toEqual(['done', 'ZodError', 'done', 'done']);
    expect(store.log.map(({ metadata }) => (metadata as { command: string }).command)).toEqual([
      'command-zero',
      'command-bob',
      'command-cid',
    ]);
  });

  it('do not wait for commands of another stream', async () => {
    const { store, process } = setUp();
    const elsewhere = process.commands.handle(
      courtDay,
      'lakeside_2027-03-13',
      requestBooking(),
      context('elsewhere'),
    );
    await Promise.all([book(process, 'ann'), elsewhere]);
    expect(store.appended).toEqual([1, 1]);
  });
});

describe('a command that is sent again', () => {
  const resultOf = ({ state, events, position }: Awaited<ReturnType<typeof book>>) => ({
    state,
    position,
    events: events.map(({ id, type, revision, data }) => ({ id, type, revision, data })),
  });

  it('returns the first result and stores nothing', async () => {
    const { store, process } = setUp();
    const first = await book(process, 'ann');
    expect(resultOf(await book(process, 'ann'))).toEqual(resultOf(first));
    expect(store.log).toHaveLength(1);
  });

  it('returns the first result from another process or after a restart', async () => {
    const { store, process, otherProcess } = setUp();
    const first = await book(process, 'ann');
    expect(resultOf(await book(otherProcess, 'ann'))).toEqual(resultOf(first));
    expect(store.log).toHaveLength(1);
  });

  it('returns the first result even though its own booking now occupies the hour', async () => {
    const { store, process } = setUp();
    await Promise.all([book(process, 'ann'), book(process, 'ann')]);
    expect(typesIn(store)).toEqual(['BookingRequested']);
  });

  it('returns its own events even after others have changed the stream', async () => {
    const { process, otherProcess } = setUp();
    const first = await book(process, 'ann');
    await cancel(otherProcess, 'ann');
    await book(otherProcess, 'bob');
    const again = await book(process, 'ann');
    expect(resultOf(again)).toMatchObject({
      events: resultOf(first).events,
      position: first.position,
    });
  });

  it('can be looked up by another process before it runs again', async () => {
    const { process, otherProcess } = setUp();
    expect(
      await otherProcess.commands.findHandled(courtDay, ID, context('command-ann')),
    ).toBeNull();
    const first = await book(process, 'ann');
    const handledCommand = await otherProcess.commands.findHandled(
      courtDay,
      ID,
      context('command-ann'),
    );
    expect(resultOf(handledCommand!)).toEqual(resultOf(first));
  });

  it('rejects a different request later, in parallel, and in a lookup', async () => {
    const { process, otherProcess } = setUp();
    const other = { fingerprint: 'as sent later' };
    const [first, parallel] = [book(process, 'ann'), book(process, 'ann', 3, other)];
    expect(await Promise.all([first, parallel].map(outcome))).toEqual([
      'done',
      'idempotency_mismatch',
    ]);
    expect(await outcome(book(otherProcess, 'ann', 3, other))).toBe('idempotency_mismatch');
    expect(
      await outcome(otherProcess.commands.findHandled(courtDay, ID, context('command-ann', other))),
    ).toBe('idempotency_mismatch');
  });

  it('rejects a different request in the same batch', async () => {
    const { store, process } = setUp();
    const results = [
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'ann', 3, { fingerprint: 'other' }),
    ];
    expect(await Promise.all(results.map(outcome))).toEqual([
      'done',
      'done',
      'idempotency_mismatch',
    ]);
    expect(store.log).toHaveLength(2);
  });

  it('is decided again if it was refused before', async () => {
    const { process } = setUp();
    await book(process, 'ann');
    expect(await outcome(book(process, 'bob'))).toBe('slot_taken');
    await cancel(process, 'ann');
    expect(await outcome(book(process, 'bob'))).toBe('done');
  });
});

describe('when another process writes first', () => {
  it('reads and decides again', async () => {
    const { store, process, otherProcess } = setUp();
    await book(process, 'zero', 7);
    await book(otherProcess, 'ann', 1);
    expect(await outcome(book(process, 'bob', 2))).toBe('done');
    expect(await outcome(book(process, 'cid', 1))).toBe('slot_taken');
    expect(store.log.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('retries several times', async () => {
    const { store, process } = setUp();
    store.fail('conflict', 'conflict', 'conflict');
    expect(await outcome(book(process, 'ann'))).toBe('done');
    expect(store.log).toHaveLength(1);
  });

  it('fails with a conflict after the last attempt and works again afterward', async () => {
    const { store, process } = setUp();
    store.fail(...Array.from({ length: 8 }, () => 'conflict' as const));
    expect(await outcome(book(process, 'ann'))).toBe('conflict');
    expect(store.log).toEqual([]);
    expect(await outcome(book(process, 'ann'))).toBe('done');
  });

  it('books an hour that the cache shows as taken but that is free', async () => {
    const { process, otherProcess } = setUp();
    await book(process, 'ann');
    await cancel(otherProcess, 'ann');
    expect(await outcome(book(process, 'bob'))).toBe('done');
  });

  it('does not return "already done" from the cache after the change was undone', async () => {
    const { process, otherProcess } = setUp();
    await close(process, 'close');
    await reopen(otherProcess, 'reopen');
    const { state, events } = await close(process, 'close again');
    expect(events.map(({ type }) => type)).toEqual(['HoursClosed']);
    expect(isTimeTaken(state, quarter(0))).toBe(true);
  });

  it('does not miss a deadline because the cached day lacks the booking', async () => {
    const { store, process, otherProcess } = setUp();
    await book(process, 'zero', 7);
    await book(otherProcess, 'ann');
    const expire = {
      type: 'ExpireRequest',
      data: { bookingId: 'booking-ann', at: instantAt('12:00') },
    } as const;
    await process.commands.handle(courtDay, ID, expire, context('expire'));
    expect(typesIn(store)).toEqual(['BookingRequested', 'BookingRequested', 'BookingCancelled']);
  });
});

describe('two processes that decide the same command differently', () => {
  it.each([
    ['at another price', { rateCents: 20_000 }],
    ['with other notes', { notes: 'we bring our own balls' }],
  ])('store only one decision, which both return: %s', async (_how, changes) => {
    const { store, process, otherProcess } = setUp();
    const command = (more: Parameters<typeof requestBooking>[0]) =>
      requestBooking({ ...quarter(0), ...more });
    await Promise.all([process, otherProcess].map(({ streams }) => streams.load(courtDay, ID)));
    const [first, second] = await Promise.all([
      process.commands.handle(courtDay, ID, command({}), context('same')),
      otherProcess.commands.handle(courtDay, ID, command(changes), context('same')),
    ]);
    expect(store.log).toHaveLength(1);
    expect(second.events.map(({ id, data }) => [id, data])).toEqual(
      first.events.map(({ id, data }) => [id, data]),
    );
  });
});

describe('the id of an event', () => {
  const idOf = async (secret: string, notes: string) => {
    const store = new InMemoryEventStore();
    await startProcess(store, new InMemoryKeys(), secret).commands.handle(
      courtDay,
      ID,
      requestBooking({ notes }),
      context('same'),
    );
    return store.log[0]!.id;
  };

  it('depends on the command and cannot be guessed without the secret', async () => {
    const secret = 'a secret of lookups for tests alone';
    expect(await idOf(secret, 'the gate code is 1234')).toBe(
      await idOf(secret, 'the gate code is 1234'),
    );
    expect(await idOf('the guess of an attacker', 'the gate code is 1234')).not.toBe(
      await idOf(secret, 'the gate code is 1234'),
    );
  });
});

describe("when the store's response is lost", () => {
  it('reports the failure, and a retry finds the events', async () => {
    const { store, process } = setUp();
    store.fail('response lost');
    expect(await outcome(book(process, 'ann'))).toBe('StoreUnavailable');
    const again = await book(process, 'ann');
    expect(again.position).toBe(store.log[0]!.position);
    expect(typesIn(store)).toEqual(['BookingRequested']);
  });

  it('stores the booking once if the first attempt wrote nothing', async () => {
    const { store, process } = setUp();
    store.fail('unavailable');
    expect(await outcome(book(process, 'ann'))).toBe('StoreUnavailable');
    expect(store.log).toEqual([]);
    expect(await outcome(book(process, 'ann'))).toBe('done');
    expect(store.log).toHaveLength(1);
  });

  it('returns the position of events that an earlier attempt stored', async () => {
    const { store, process } = setUp();
    store.fail('position untold', 'position untold');
    const [zero, ann, bob] = await Promise.all([
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'bob', 1),
    ]);
    expect(store.appended).toEqual([1, 2]);
    expect(zero.position).toBe(store.log[0]!.position);
    expect([ann.position, bob.position]).toEqual([store.log[2]!.position, store.log[2]!.position]);
  });

  it('returns the same position if another process repeats the command after other writes', async () => {
    const { store, process, otherProcess } = setUp();
    const first = await book(process, 'ann');
    await book(process, 'bob', 1);
    store.fail('position untold');
    const repeated = await book(otherProcess, 'ann');
    expect(store.log).toHaveLength(2);
    expect(repeated.position).toBe(first.position);
  });

  it('refuses the hour to the next player', async () => {
    const { store, process } = setUp();
    store.fail('response lost');
    await outcome(book(process, 'ann'));
    expect(await outcome(book(process, 'bob'))).toBe('slot_taken');
  });
});
