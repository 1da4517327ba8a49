import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CourtDetail } from '@courtly/contracts/courts';
import { EraseAccountCommand } from '../../across/erasure/erase.commands.js';
import { createApp } from '../../app.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courts } from '../../booking/courts/courts.projection.js';
import { applications } from '../../people/applications/applications.projection.js';
import { user } from '../../people/identity/user.js';
import { placesOf } from '../../../testing/byte-search.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { killPoints } from '../../../testing/kill-points.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';
import { EventCodec } from '../kernel/codec.js';
import { CommandHandling } from '../kernel/command-handling.js';
import { systemContext } from '../kernel/context.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { metrics } from '../stores/metrics.js';
import type { Assignment } from './assignment.js';
import { Build } from './build.js';
import { BuildThrottle } from './build-throttle.js';
import { type Checkpoint, checkpointId } from './checkpoint.js';
import { Lags } from './lags.js';
import { Leases } from './lease.js';
import { Refolds } from './refolds.js';
import type { ShadowCollection } from './shadow-collection.js';

/** Enough for more than two pages. */
const BOOKINGS = 50;
const confirmed = { status: 'confirmed' };

let courtly: Courtly;
let observer: Observer;
let host: Member;
let court: CourtDetail;
let names = 0;
let letGo: () => void = () => undefined;

type CheckpointMove = Readonly<{ id: string; change: Partial<Checkpoint> }>;

type PageBuilder = { shadows: readonly ShadowCollection[]; buildToEnd(): Promise<void> };

type PageRefolder = { refoldPage(assignment: Assignment): Promise<number> };

/** A person, and a word that appears only in their data. */
type Person = Readonly<{ id: string; word: string }>;

const hostWithCourt = async (): Promise<Person & { courtId: string }> => {
  const member = await courtly.register('owner');
  const word = `zq-word-${names++}`;
  const { id: courtId } = await courtly.court(member, { description: word });
  return { id: member.user.id, word, courtId };
};

const book = async (member: Member, notes = '') => {
  const day = addDays(localDate(court.zone, Date.now()), 3 + names++);
  const [slot] = await courtly.slots(court.id, day);
  const body = { courtId: court.id, startTime: slot!.start, endTime: slot!.end, notes };
  return (await member.agent.post('/api/bookings').send(body).expect(201)).body as { id: string };
};

const isShown = (filter: object, count: number) =>
  eventually('the bookings are shown', async () => {
    const collection = await observer.collection(bookings);
    return (await collection.countDocuments(filter)) === count;
  });

/** Appends a person's booking requests with notes that contain their word. */
const addBookings = async ({ id, word }: Person, count: number) => {
  const before = await (await observer.collection(bookings)).countDocuments({ playerId: id });
  await observer.flood(1, count, id, { notes: word });
  await isShown({ playerId: id }, before + count);
};

const playerWithBookings = async (count = BOOKINGS): Promise<Person> => {
  const person = { id: (await courtly.player()).user.id, word: `zq-word-${names++}` };
  await addBookings(person, count);
  return person;
};

/**
 * Erases a person without a worker, so that no other process does, and despite pending bookings.
 */
const erase = async ({ id: userId }: Person) => {
  const context = systemContext(`erasure.${userId}`, new Date().toISOString());
  const data = { userId, by: 'operator', reference: '', requestedAt: context.at } as const;
  const commandHandling = courtly.app.get(CommandHandling, { strict: false });
  await commandHandling.handle(user, userId, { type: 'RequestErasure', data }, context);
  const eraseAccount = new EraseAccountCommand({ userId }, context);
  await courtly.app.get(CommandBus, { strict: false }).execute(eraseAccount);
};

const checkpoints = () => observer.checkpoints().find({}).toArray();
const collectionNames = async () =>
  (await checkpoints()).map(({ live }) => live!.collection).toSorted();
const bookingsRefold = async () =>
  (await observer.checkpoints().findOne({ _id: checkpointId(bookings) }))!.refold;

/** Searching all stores is expensive, so this waits until the collections to search are complete. */
const passesHaveEnded = () =>
  eventually(
    'no pass is pending, and no replaced collection is left',
    async () => {
      expect((await checkpoints()).flatMap(({ refold }) => refold ?? [])).toEqual([]);
      const live = await collectionNames();
      const collections = await observer.readModels().listCollections().toArray();
      const replaced = collections.filter(({ name }) => name.includes('@') && !live.includes(name));
      expect(replaced).toEqual([]);
      return true;
    },
    60_000,
  );

/**
 * Whether no store has any data of these people, and each read model equals a replay of the log.
 */
const areForgotten = async (...persons: readonly Person[]) => {
  await passesHaveEnded();
  await eventually(
    'no store contains a word of the erased people',
    async () => {
      const words = persons.map(({ word }) => word);
      expect(await placesOf(courtly, words)).toEqual([]);
      return true;
    },
    60_000,
  );
  await eventually(
    'the read models equal the log, and no pass is pending',
    async () => {
      expect(await observer.differences()).toEqual([]);
      expect((await checkpoints()).flatMap(({ refold }) => refold ?? [])).toEqual([]);
      return true;
    },
    60_000,
  );
};

const printedStatus = async () => {
  const run = commandLine(courtly.stores.environment);
  const { code, printed } = await run(['projections', 'status']);
  expect(code).toBe(0);
  return printed;
};

/** The metric of pending erasures for a read model. */
const pendingErasures = async (readModel: string) => {
  await courtly.app.get(Lags).measureLags();
  const { values } = await metrics.getSingleMetric('courtly_projection_erasures_pending')!.get();
  return values.find(({ labels }) => labels['projection'] === readModel)?.value;
};

/** Pauses each pass after its first page. Resolves once the pass over the bookings is paused. */
const holdAfterFirstPage = () => {
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  jest.spyOn(BuildThrottle.prototype, 'pauseAfter').mockImplementation(async () => {
    await gate;
    return 0;
  });
  return () =>
    eventually(
      'the pass over the bookings is held',
      async () => ((await bookingsRefold())?.after ?? null) !== null,
      60_000,
    );
};

beforeAll(async () => {
  courtly = await startCourtly({
    ROLES: 'api,projector',
    POLICY_FILE: 'deploy/policies/open.json',
  });
  observer = await observe(courtly.config);
  host = await courtly.register('owner');
  court = await courtly.court(host);
  await book(await courtly.player());
});

afterEach(() => {
  letGo();
  jest.restoreAllMocks();
});

afterAll(async () => {
  await observer?.close();
  await courtly?.stop();
});

describe('an erasure', () => {
  it('refolds only the documents of that person, in the live collections', async () => {
    const [leaving, staying] = [await hostWithCourt(), await hostWithCourt()];
    const collections = await collectionNames();
    await erase(leaving);
    await areForgotten(leaving);
    expect(await collectionNames()).toEqual(collections);
    const documents = await (await observer.collection(courts)).find({}).toArray();
    const folded = Object.fromEntries(documents.map(({ _id, ...document }) => [_id, document]));
    expect(folded).toMatchObject({
      [leaving.courtId]: { folded: { again: 1 } },
      [staying.courtId]: { folded: { again: 0 } },
    });
  });

  it('does not delay other events even if the person has many documents', async () => {
    const leaving = await playerWithBookings();
    const isHeld = holdAfterFirstPage();
    await erase(leaving);
    await isHeld();
    const { id } = await book(await courtly.player());
    await isShown({ _id: id }, 1);
    expect(await bookingsRefold()).toMatchObject({ erasedIds: [leaving.id] });
    letGo();
    await areForgotten(leaving);
  });

  it('during a pass is handled by the next pass, together with others', async () => {
    const leaving = await playerWithBookings();
    const [second, third] = [await playerWithBookings(1), await playerWithBookings(1)];
    const isHeld = holdAfterFirstPage();
    await erase(leaving);
    await isHeld();
    await erase(second);
    await erase(third);
    await eventually(
      'both people wait for the next pass',
      async () => (await bookingsRefold())!.waiting.length === 2,
    );
    expect(await bookingsRefold()).toMatchObject({
      erasedIds: [leaving.id],
      waiting: [second.id, third.id],
    });
    letGo();
    await areForgotten(leaving, second, third);
  });

  it('includes documents that change or are created during the pass', async () => {
    const leaving = await playerWithBookings();
    const player = await courtly.player();
    const person = { id: player.user.id, word: `zq-word-${names++}` };
    const { id: bookingId } = await book(player, person.word);
    const isHeld = holdAfterFirstPage();
    await erase(leaving);
    await isHeld();
    await erase(person);
    await host.agent.patch(`/api/bookings/${bookingId}/status`).send(confirmed).expect(200);
    const newcomer = await playerWithBookings(1);
    await erase(newcomer);
    letGo();
    await areForgotten(leaving, person, newcomer);
    const documents = await observer.collection(bookings);
    expect(await documents.findOne({ _id: bookingId })).toMatchObject(confirmed);
  });

  it('includes an application made before the account', async () => {
    const [email, word] = [`former-${names}@example.test`, `zq-word-${names++}`];
    const application = {
      fullName: 'Ada Baseline',
      email,
      city: 'Phoenix',
      skillLevel: 'Advanced',
      whyJoin: `${word}, I say`,
      agreeToTerms: true,
    };
    await courtly.visitor().post('/api/player-applications').send(application).expect(201);
    const member = await courtly.register('player', { email });
    await courtly.verifyEmail(member);
    await eventually('the application is shown', async () => {
      expect(await (await observer.collection(applications)).countDocuments({ email })).toBe(1);
      return true;
    });
    await erase({ id: member.user.id, word });
    await areForgotten({ id: member.user.id, word });
  });

  it('rebuilds a read model with a document that cannot be folded on its own', async () => {
    const leaving = await hostWithCourt();
    const collection = await observer.collection(courts);
    await collection.updateOne({ _id: leaving.courtId }, { $set: { 'folded.streams': null } });
    await erase(leaving);
    await areForgotten(leaving);
    expect((await observer.collection(courts)).collectionName).not.toBe(collection.collectionName);
  });

  it('is completed by the next owner, even if its rebuilds fail', async () => {
    const leaving = await hostWithCourt();
    const collection = await observer.collection(courts);
    await collection.updateOne({ _id: leaving.courtId }, { $set: { 'folded.streams': null } });
    const builders: Assignment[] = [];
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const failingBuild = jest
      .spyOn(Build.prototype as unknown as PageBuilder, 'buildToEnd')
      .mockImplementation(async function (this: PageBuilder) {
        builders.push(this.shadows[0]!.assignment);
        await gate;
        throw new Error('the disk is full');
      });
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await erase(leaving);
    await eventually('the rebuild has started', async () => builders.length > 0, 60_000);
    await observer
      .checkpoints()
      .updateOne({ _id: checkpointId(courts) }, { $set: { owner: null }, $inc: { epoch: 1 } });
    letGo();
    const [previous] = builders;
    await eventually(
      'three builds of the next owner have failed',
      async () => builders.filter((assignment) => assignment !== previous).length >= 3,
      60_000,
    );
    expect(await pendingErasures(courts.name)).toBe(1);
    failingBuild.mockRestore();
    await areForgotten(leaving);
  });
});

describe('a pass', () => {
  it.each(['before', 'after'] as const)(
    'continues if the process ends %s a page is recorded',
    async (point) => {
      const leaving = await playerWithBookings();
      const points = killPoints<'before a page' | 'after a page'>();
      points.around(courtly.app.get(Leases), 'advanceAll', (moves) =>
        (moves as CheckpointMove[]).some(
          ({ id, change }) => id === checkpointId(bookings) && change.refold?.after,
        )
          ? 'a page'
          : null,
      );
      points.arm(`${point} a page`);
      await erase(leaving);
      await areForgotten(leaving);
      expect(points.kills()).toBe(1);
    },
  );

  it('continues where another owner stopped', async () => {
    const leaving = await playerWithBookings();
    const isHeld = holdAfterFirstPage();
    await erase(leaving);
    await isHeld();
    const forgetKeys = jest.spyOn(courtly.app.get(EventCodec, { strict: false }), 'forgetKeys');
    const lastId = (await bookingsRefold())!.after!;
    await observer
      .checkpoints()
      .updateOne({ _id: checkpointId(bookings) }, { $set: { owner: null }, $inc: { epoch: 1 } });
    letGo();
    await areForgotten(leaving);
    expect(forgetKeys).toHaveBeenCalled();
    const firstPage = { playerId: leaving.id, _id: { $lte: lastId } };
    const documents = await (await observer.collection(bookings)).find(firstPage).toArray();
    // The previous owner may have written the second page without recording it.
    expect(new Set(documents.map(({ folded }) => folded!.again))).toEqual(new Set([1]));
  });

  it('that fails is shown, and is repeated with longer pauses until it succeeds', async () => {
    const leaving = await playerWithBookings();
    const refolds = courtly.app.get(Refolds, { strict: false });
    const refoldPage = refolds['refoldPage'].bind(refolds);
    const attemptedAt: number[] = [];
    const failingPage = jest
      .spyOn(refolds as unknown as PageRefolder, 'refoldPage')
      .mockImplementation(async (assignment) => {
        if (assignment.projection.name !== bookings.name) return refoldPage(assignment);
        attemptedAt.push(performance.now());
        throw new Error('the disk is full');
      });
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    await erase(leaving);
    await eventually('the pass is repeated', async () => attemptedAt.length >= 3, 60_000);
    const [first, second, third] = attemptedAt as [number, number, number];
    expect(third - second).toBeGreaterThan(second - first);
    expect(await printedStatus()).toContain(
      'bookings is folding the documents of 1 erased account again',
    );
    expect(await pendingErasures(bookings.name)).toBe(1);
    failingPage.mockRestore();
    await areForgotten(leaving);
    expect(await printedStatus()).not.toContain('erased account');
    expect(await pendingErasures(bookings.name)).toBe(0);
  });

  it('is resumed by a process that starts later', async () => {
    const leaving = await playerWithBookings();
    const isHeld = holdAfterFirstPage();
    await erase(leaving);
    await isHeld();
    const closing = courtly.app.close();
    letGo();
    await closing;
    jest.restoreAllMocks();
    const restarted = await createApp(courtly.config);
    courtly = {
      ...courtly,
      app: restarted,
      stop: async () => {
        await restarted.close();
        await courtly.stores.stop();
      },
    };
    await restarted.init();
    await areForgotten(leaving);
  });
});
