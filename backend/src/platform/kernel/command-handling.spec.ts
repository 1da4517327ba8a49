import { describe, expect, it } from '@jest/globals';
import { courtDay, isTaken } from '../../booking/bookings/court-day.js';
import {
  COURT,
  DAY,
  at,
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

/** One of 96 quarters of an hour of the day. */
const quarter = (index: number) => {
  const start = Date.parse(at('00:00')) + index * 900_000;
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
  return { store, keys, process: startProcess(store, keys), another: startProcess(store, keys) };
};

const typesIn = ({ log }: InMemoryEventStore) => log.map(({ type }) => type);

describe('handling a command', () => {
  it('stores its events with what surrounds the command, and answers the state and position after them', async () => {
    const { store, process } = setUp();
    const handled = await book(process, 'ann');
    expect(store.log).toEqual([
      expect.objectContaining({
        stream: `courtDay-${ID}`,
        type: 'BookingRequested',
        revision: 0,
        metadata: {
          version: 3,
          actor: { id: 'pavel', role: 'player' },
          at: '2027-03-10T12:00:00.000Z',
          command: 'command-ann',
          fingerprint: 'as first sent',
          $correlationId: 'a-request',
        },
      }),
    ]);
    expect(handled.position).toBe(store.log[0]!.position);
    expect(isTaken(handled.state, quarter(0))).toBe(true);
  });

  it('stores what another process can read, with the same state', async () => {
    const { process, another } = setUp();
    const { state } = await book(process, 'ann');
    expect(await another.streams.load(courtDay, ID)).toEqual(state);
  });

  it('stores nothing for a refusal, which the caller gets as it is', async () => {
    const { store, process } = setUp();
    expect(await outcome(cancel(process, 'nobody'))).toBe('not_found');
    expect(store.log).toEqual([]);
  });

  it('answers no position where there is nothing to do', async () => {
    const { process } = setUp();
    expect(await reopen(process, 'reopen')).toMatchObject({ events: [], position: null });
  });

  it('goes on after a failure that is no refusal', async () => {
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

  it('reads nothing of a stream that it has not seen, unless the store knows more of it', async () => {
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

  it('goes on where the store was set back to an older backup', async () => {
    const { store, process } = setUp();
    await book(process, 'ann');
    await book(process, 'bob', 1);
    store.log.splice(1);
    expect(await outcome(book(process, 'cid', 2))).toBe('done');
    expect(typesIn(store)).toHaveLength(2);
  });
});

describe('commands that wait for one stream', () => {
  it('are stored together, with one append', async () => {
    const { store, process } = setUp();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => book(process, `player-${index}`, index)),
    );
    expect(store.appended).toEqual([1, 59]);
  });

  it('are stored in bounded batches', async () => {
    const { store, process } = setUp();
    await Promise.all(
      Array.from({ length: 90 }, (_, index) => book(process, `player-${index}`, index)),
    );
    expect(store.appended).toEqual([1, 64, 25]);
  });

  it('are decided in the order in which they came', async () => {
    const { store, process } = setUp();
    const answers = [
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'bob'),
      book(process, 'cid', 1),
    ];
    expect(await Promise.all(answers.map(outcome))).toEqual(['done', 'done', 'slot_taken', 'done']);
    expect(store.log.map(({ metadata }) => (metadata as { command: string }).command)).toEqual([
      'command-zero',
      'command-ann',
      'command-cid',
    ]);
  });

  it('are decided each on what the ones before leave', async () => {
    const { process } = setUp();
    const answers = [
      book(process, 'zero', 7),
      book(process, 'ann'),
      cancel(process, 'ann'),
      book(process, 'bob'),
    ];
    expect(await Promise.all(answers.map(outcome))).toEqual(['done', 'done', 'done', 'done']);
  });

  it('are answered each with the state right after it', async () => {
    const { process } = setUp();
    const [, ann, bob] = await Promise.all([
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'bob', 1),
    ]);
    expect([ann.state.bookings.size, bob.state.bookings.size]).toEqual([2, 3]);
  });

  it('are refused only when the event that refuses them is stored', async () => {
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

  it('are not refused for an event that could not be stored', async () => {
    const { store, process } = setUp();
    store.fail(null, 'unavailable');
    const answers = [book(process, 'zero', 7), book(process, 'ann'), book(process, 'bob')];
    expect(await Promise.all(answers.map(outcome))).toEqual([
      'done',
      'StoreUnavailable',
      'StoreUnavailable',
    ]);
    expect(await outcome(book(process, 'bob'))).toBe('done');
  });

  it('fail alone when their own events cannot be written, and what followed from them is decided again', async () => {
    const { store, process } = setUp();
    const faulty = requestBooking({
      bookingId: 'booking-ann',
      playerId: 'ann',
      ...quarter(0),
      rateCents: 0.5,
    });
    const answers = [
      book(process, 'zero', 7),
      process.commands.handle(courtDay, ID, faulty, context('command-ann')),
      book(process, 'bob'),
      book(process, 'cid', 1),
    ];
    expect(await Promise.all(answers.map(outcome))).toEqual(['done', 'ZodError', 'done', 'done']);
    expect(store.log.map(({ metadata }) => (metadata as { command: string }).command)).toEqual([
      'command-zero',
      'command-bob',
      'command-cid',
    ]);
  });

  it('do not wait for those of another stream', async () => {
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
  const answer = ({ state, events, position }: Awaited<ReturnType<typeof book>>) => ({
    state,
    position,
    events: events.map(({ id, type, revision, data }) => ({ id, type, revision, data })),
  });

  it('gets the answer of the first time and stores nothing', async () => {
    const { store, process } = setUp();
    const first = await book(process, 'ann');
    expect(answer(await book(process, 'ann'))).toEqual(answer(first));
    expect(store.log).toHaveLength(1);
  });

  it('gets it from another process, or after a restart', async () => {
    const { store, process, another } = setUp();
    const first = await book(process, 'ann');
    expect(answer(await book(another, 'ann'))).toEqual(answer(first));
    expect(store.log).toHaveLength(1);
  });

  it('gets it, though the hour is taken by then: by itself', async () => {
    const { store, process } = setUp();
    await Promise.all([book(process, 'ann'), book(process, 'ann')]);
    expect(typesIn(store)).toEqual(['BookingRequested']);
  });

  it('gets its own events also after others have changed the stream', async () => {
    const { process, another } = setUp();
    const first = await book(process, 'ann');
    await cancel(another, 'ann');
    await book(another, 'bob');
    const again = await book(process, 'ann');
    expect(answer(again)).toMatchObject({ events: answer(first).events, position: first.position });
  });

  it('can be found beforehand', async () => {
    const { process, another } = setUp();
    expect(await another.commands.findHandled(courtDay, ID, context('command-ann'))).toBeNull();
    const first = await book(process, 'ann');
    const found = await another.commands.findHandled(courtDay, ID, context('command-ann'));
    expect(answer(found!)).toEqual(answer(first));
  });

  it('is refused where the request was another one: later, in parallel, and when looked for', async () => {
    const { process, another } = setUp();
    const other = { fingerprint: 'as sent later' };
    const [first, parallel] = [book(process, 'ann'), book(process, 'ann', 3, other)];
    expect(await Promise.all([first, parallel].map(outcome))).toEqual([
      'done',
      'idempotency_mismatch',
    ]);
    expect(await outcome(book(another, 'ann', 3, other))).toBe('idempotency_mismatch');
    expect(
      await outcome(another.commands.findHandled(courtDay, ID, context('command-ann', other))),
    ).toBe('idempotency_mismatch');
  });

  it('is refused in the same batch too', async () => {
    const { store, process } = setUp();
    const answers = [
      book(process, 'zero', 7),
      book(process, 'ann'),
      book(process, 'ann', 3, { fingerprint: 'other' }),
    ];
    expect(await Promise.all(answers.map(outcome))).toEqual([
      'done',
      'done',
      'idempotency_mismatch',
    ]);
    expect(store.log).toHaveLength(2);
  });

  it('is decided anew where it was refused before', async () => {
    const { process } = setUp();
    await book(process, 'ann');
    expect(await outcome(book(process, 'bob'))).toBe('slot_taken');
    await cancel(process, 'ann');
    expect(await outcome(book(process, 'bob'))).toBe('done');
  });
});

describe('when another process writes in between', () => {
  it('reads again and decides again', async () => {
    const { store, process, another } = setUp();
    await book(process, 'zero', 7);
    await book(another, 'ann', 1);
    expect(await outcome(book(process, 'bob', 2))).toBe('done');
    expect(await outcome(book(process, 'cid', 1))).toBe('slot_taken');
    expect(store.log.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });

  it('tries again a few times', async () => {
    const { store, process } = setUp();
    store.fail('conflict', 'conflict', 'conflict');
    expect(await outcome(book(process, 'ann'))).toBe('done');
    expect(store.log).toHaveLength(1);
  });

  it('gives up with a conflict, and works again afterwards', async () => {
    const { store, process } = setUp();
    store.fail(...Array.from({ length: 8 }, () => 'conflict' as const));
    expect(await outcome(book(process, 'ann'))).toBe('conflict');
    expect(store.log).toEqual([]);
    expect(await outcome(book(process, 'ann'))).toBe('done');
  });

  it('does not refuse an hour that it remembers as taken and that has come free', async () => {
    const { process, another } = setUp();
    await book(process, 'ann');
    await cancel(another, 'ann');
    expect(await outcome(book(process, 'bob'))).toBe('done');
  });

  it('does not answer "done already" from memory where it has been undone', async () => {
    const { process, another } = setUp();
    await close(process, 'close');
    await reopen(another, 'reopen');
    const { state, events } = await close(process, 'close again');
    expect(events.map(({ type }) => type)).toEqual(['HoursClosed']);
    expect(isTaken(state, quarter(0))).toBe(true);
  });

  it('does not let a deadline pass unnoticed because it remembers the day without the booking', async () => {
    const { store, process, another } = setUp();
    await book(process, 'zero', 7);
    await book(another, 'ann');
    const expire = {
      type: 'ExpireRequest',
      data: { bookingId: 'booking-ann', at: at('12:00') },
    } as const;
    await process.commands.handle(courtDay, ID, expire, context('expire'));
    expect(typesIn(store)).toEqual(['BookingRequested', 'BookingRequested', 'BookingCancelled']);
  });
});

describe('two processes that decide the same command differently', () => {
  it.each([
    ['at another price', { rateCents: 20_000 }],
    ['with other words', { notes: 'we bring our own balls' }],
  ])(
    '%s: one of them wins, and the other one answers with what was stored',
    async (_how, changes) => {
      const { store, process, another } = setUp();
      const command = (more: Parameters<typeof requestBooking>[0]) =>
        requestBooking({ ...quarter(0), ...more });
      await Promise.all([process, another].map(({ streams }) => streams.load(courtDay, ID)));
      const [first, second] = await Promise.all([
        process.commands.handle(courtDay, ID, command({}), context('same')),
        another.commands.handle(courtDay, ID, command(changes), context('same')),
      ]);
      expect(store.log).toHaveLength(1);
      expect(second.events.map(({ id, data }) => [id, data])).toEqual(
        first.events.map(({ id, data }) => [id, data]),
      );
    },
  );
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

  it('follows from the command, and nobody without the secret can try out what was written', async () => {
    const secret = 'a secret of lookups for tests alone';
    expect(await idOf(secret, 'the gate code is 1234')).toBe(
      await idOf(secret, 'the gate code is 1234'),
    );
    expect(await idOf('what somebody else would have to guess', 'the gate code is 1234')).not.toBe(
      await idOf(secret, 'the gate code is 1234'),
    );
  });
});

describe('when the answer of the store is lost', () => {
  it('says so, and finds its events when sent again', async () => {
    const { store, process } = setUp();
    store.fail('answer lost');
    expect(await outcome(book(process, 'ann'))).toBe('StoreUnavailable');
    const again = await book(process, 'ann');
    expect(again.position).toBe(store.log[0]!.position);
    expect(typesIn(store)).toEqual(['BookingRequested']);
  });

  it('stores the booking once where nothing was written the first time', async () => {
    const { store, process } = setUp();
    store.fail('unavailable');
    expect(await outcome(book(process, 'ann'))).toBe('StoreUnavailable');
    expect(store.log).toEqual([]);
    expect(await outcome(book(process, 'ann'))).toBe('done');
    expect(store.log).toHaveLength(1);
  });

  it('answers the position of its events where the store has them from an earlier try and does not tell', async () => {
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

  it('answers that position also where another process has sent the same and others have written since', async () => {
    const { store, process, another } = setUp();
    const first = await book(process, 'ann');
    await book(process, 'bob', 1);
    store.fail('position untold');
    const repeated = await book(another, 'ann');
    expect(store.log).toHaveLength(2);
    expect(repeated.position).toBe(first.position);
  });

  it('knows afterwards that the hour may be taken', async () => {
    const { store, process } = setUp();
    store.fail('answer lost');
    await outcome(book(process, 'ann'));
    expect(await outcome(book(process, 'bob'))).toBe('slot_taken');
  });
});
