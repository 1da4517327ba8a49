import { readdir } from 'node:fs/promises';
import { CommandBus } from '@nestjs/cqrs';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { Cli } from '../../cli/cli.js';
import { runCommand } from '../../cli/program.js';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { systemContext } from '../../platform/kernel/context.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { CUSTOMERS } from '../../money/cards/customers.js';
import { Builds } from '../../platform/projections/builds.js';
import { EventStore } from '../../platform/stores/event-store.js';
import { Mongo } from '../../platform/stores/mongo.js';
import { VaultDatabase } from '../../platform/stores/vault-database.js';
import { placesOf } from '../../../testing/byte-search.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { Killed, killPoints } from '../../../testing/kill-points.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { photo } from '../../../testing/photos.js';
import { createConfirmedBooking } from '../../../testing/completed-booking.js';
import { eventually } from '../../../testing/stores.js';
import type { KeyDocument } from '../../platform/vault/person-keys.js';
import { EraseAccountCommand, erasureSteps } from './erase.commands.js';
import { type ErasureDocument, erasures } from './erasures.projection.js';
import { ErasureSteps } from './erasure-steps.service.js';

type Point = `${'before' | 'after'} ${(typeof erasureSteps)[number]}`;
const everyPoint = erasureSteps.flatMap((step): Point[] => [`before ${step}`, `after ${step}`]);

let courtly: Courtly;
let observer: Observer;
let host: Member;
let logger: Member;
let court: CourtDetail;
let points: ReturnType<typeof killPoints<Point>>;
const removed: unknown[] = [];

const streams = () => courtly.app.get(Streams, { strict: false });
const typesOf = async (stream: string, ...eventTypes: string[]) =>
  (await streams().events(stream))
    .map(({ type }) => type)
    .filter((type) => eventTypes.includes(type));

const execute = (stepCommand: EraseAccountCommand | PassDeadlineCommand) =>
  courtly.app
    .get(CommandBus, { strict: false })
    .execute<EraseAccountCommand | PassDeadlineCommand, unknown>(stepCommand);
const run = ({ user: { id } }: Member) =>
  execute(
    new EraseAccountCommand(
      { userId: id },
      systemContext(`erasure.${id}`, new Date().toISOString()),
    ),
  );
const request = ({ agent, password }: Member) =>
  agent
    .post('/api/account/erase')
    .send({ currentPassword: password, confirmation: 'DELETE' })
    .expect(202);

beforeAll(async () => {
  // No worker runs, so nothing else finishes the interrupted job.
  courtly = await startCourtly({
    ROLES: 'api,projector',
    POLICY_FILE: 'deploy/policies/open.json',
  });
  observer = await observe(courtly.config);
  host = await courtly.register('owner');
  logger = await courtly.player();
  await courtly.verifyEmail(logger);
  court = await courtly.court(host, { courtAccess: 'invite' });
  await host.agent
    .post(`/api/courts/${court.id}/invitations`)
    .send({ email: logger.email })
    .expect(201);
  const stripeCustomers = courtly.app.get<{ removeCustomer(userId: string): Promise<void> }>(
    CUSTOMERS,
    {
      strict: false,
    },
  );
  jest
    .spyOn(stripeCustomers, 'removeCustomer')
    .mockImplementation((userId) => Promise.resolve(void removed.push(userId)));
  points = killPoints<Point>();
  const steps = courtly.app.get(ErasureSteps, { strict: false });
  for (const step of erasureSteps) points.around(steps, step, () => step);
});

afterAll(async () => {
  jest.restoreAllMocks();
  await observer?.close();
  await courtly?.stop();
});

/** Registers an account with data that every step affects. */
const registerMember = async () => {
  const member = await courtly.register('owner');
  await courtly.verifyEmail(member);
  const { agent, email } = member;
  await agent
    .put('/api/auth/me/picture')
    .attach('picture', await photo({}), 'me.jpg')
    .expect(200);
  await agent.post('/api/calendar').expect(201);
  const memberCourt = await courtly.court(member, { name: "Someone else's court" });
  const invited = await host.agent
    .post(`/api/courts/${court.id}/invitations`)
    .send({ email })
    .expect(201);
  return { ...member, own: memberCourt, invitationId: (invited.body as { id: string }).id };
};

/** Each booking advances the clock by a day, so three people at a time share one match. */
const logNamedMatch = async (members: readonly Member[]) => {
  const { id: bookingId, endTime } = await createConfirmedBooking(courtly, host, court, logger);
  courtly.config.CLOCK_OFFSET_MS = Date.parse(endTime) - Date.now();
  await execute(
    new PassDeadlineCommand(
      { bookingId, deadline: 'end' },
      systemContext(`end.${bookingId}`, endTime),
    ),
  );
  const players = members.map(({ email }, index) => ({
    playerName: 'Someone',
    playerEmail: email,
    ...(index === 2 && { side: 'partner' }),
  }));
  const body = { bookingId, result: 'win', gamesWon: 6, gamesLost: 4, players };
  const response = await logger.agent.post('/api/match-results').send(body).expect(201);
  return (response.body as { id: string }).id;
};

const claimsOf = async ({
  user: { username, email },
}: Member): Promise<readonly RecordedEvent[][]> => {
  const keyedHashes = courtly.app.get(KeyedHashes);
  const names = [
    `emailClaim-${keyedHashes.hashOfName('email', email)}`,
    `usernameClaim-${keyedHashes.hashOfName('username', username)}`,
  ];
  return Promise.all(names.map((name) => streams().events(name)));
};

describe('an erasure whose process ends', () => {
  const thirds = Array.from({ length: Math.ceil(everyPoint.length / 3) }, (_, n) =>
    everyPoint.slice(3 * n, 3 * n + 3),
  );

  it.each(thirds.map((some) => [some.join(', '), some] as const))(
    'is finished by the next process, with each step done once (%s)',
    async (_, some) => {
      const members = await Promise.all(some.map(registerMember));
      const matchId = await logNamedMatch(members);
      for (const [index, member] of members.entries()) {
        const { id } = member.user;
        await request(member);
        points.arm(some[index]!);
        await expect(run(member)).rejects.toThrow(Killed);
        await run(member);
        await run(member);
        expect(await typesOf(`user-${id}`, 'AccountErasureRequested', 'AccountErased')).toEqual([
          'AccountErasureRequested',
          'AccountErased',
        ]);
        expect(await typesOf(`court-${member.own.id}`, 'CourtDeactivated')).toHaveLength(1);
        expect(await typesOf(`calendarFeed-${id}`, 'CalendarFeedClosed')).toHaveLength(1);
        const revoked = (await streams().events(`courtInvitations-${court.id}`)).filter(
          ({ type, data }) =>
            type === 'InvitationRevoked' &&
            (data as { invitationId: string }).invitationId === member.invitationId,
        );
        expect(revoked).toHaveLength(1);
        for (const claim of await claimsOf(member))
          expect(claim.map(({ type }) => type)).toEqual(['Claimed', 'Released']);
        expect(await readdir(courtly.config.UPLOADS_FOLDER, { recursive: true })).not.toContain(
          `people/${id}`,
        );
        const key = await courtly.app
          .get(VaultDatabase)
          .call((vault) => vault.collection<KeyDocument>('keys').findOne({ _id: id }));
        expect(key).toMatchObject({ wrapped: null, secret: null });
        expect(removed).toContain(id);
      }
      expect(await typesOf(`match-${matchId}`, 'MatchPlayerForgotten')).toHaveLength(some.length);
    },
  );
});

/** An operator's terminal. */
const cliTo = (printed: string[]): Cli => ({
  environment: { ...courtly.stores.environment, POLICY_FILE: 'deploy/policies/open.json' },
  print: (line) => void printed.push(line),
  note: (line) => void printed.push(line),
  step: (_, work) => work(() => undefined),
  interrupted: new AbortController().signal,
});

it('erases everyone again after an older vault is restored', async () => {
  const member = await courtly.register();
  const { id } = member.user;
  const vault = courtly.app.get(VaultDatabase);
  const keys = () => vault.call(async (database) => database.collection<KeyDocument>('keys'));
  const storedKey = (await (await keys()).findOne({ _id: id }))!;
  await request(member);
  await run(member);
  await (await keys()).replaceOne({ _id: id }, storedKey);
  await eventually('the erasure is shown', async () => {
    const erasureDocument = await (await observer.collection(erasures)).findOne({ _id: id });
    return (erasureDocument as unknown as ErasureDocument | null)?.erasedAt;
  });
  const printed: string[] = [];
  expect(await runCommand(['keys', 'erase-again'], cliTo(printed))).toBe(0);
  expect(printed.join()).toContain('now have no keys');
  expect(await (await keys()).findOne({ _id: id })).toMatchObject({ wrapped: null, secret: null });
});

describe('a written request for erasure', () => {
  it("needs an operator's order, and is refused while blockers exist", async () => {
    const member = await courtly.player();
    const { id } = member.user;
    const erase = async (userId: string) => {
      const printed: string[] = [];
      return {
        code: await runCommand(
          ['users', 'erase', userId, '--reference', 'letter 12'],
          cliTo(printed),
        ),
        printed,
      };
    };
    const { id: bookingId } = await createConfirmedBooking(courtly, host, court, logger);
    const refused = await erase(logger.user.id);
    expect([refused.code, refused.printed.join()]).toEqual([
      1,
      expect.stringContaining('Please cancel or play it first'),
    ]);
    await logger.agent.post(`/api/bookings/${bookingId}/cancel`).send({}).expect(200);
    expect(await erase('nobody')).toMatchObject({ code: 1 });
    expect((await erase(id)).code).toBe(0);
    const events = await streams().events(`user-${id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'AccountErasureRequested',
      data: { userId: id, by: 'operator', reference: 'letter 12' },
    });
    await run(member);
    expect(await typesOf(`user-${id}`, 'AccountErased')).toHaveLength(1);
    await member.agent.get('/api/auth/me').expect(401);
  });
});

describe('a rebuild during an erasure', () => {
  let letGo: () => void = () => undefined;
  afterEach(() => {
    letGo();
    jest.restoreAllMocks();
  });

  /** Pauses a build after it has read everything. Resolves once it is paused. */
  const holdFollowing = () => {
    const eventStore = courtly.app.get(EventStore);
    const readAndFollow = eventStore.readAndFollow.bind(eventStore);
    let reached: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const isHeld = new Promise<void>((resolve) => (reached = resolve));
    jest
      .spyOn(eventStore, 'readAndFollow')
      .mockImplementation(async function* (categories, after, size, signal) {
        let last = after;
        for await (const batch of readAndFollow(categories, after, size, signal)) {
          last = batch.events.at(-1)?.position ?? last;
          yield { ...batch, caughtUp: false };
          if (batch.caughtUp) break;
        }
        reached();
        await gate;
        yield* eventStore.follow(categories, last, size, signal);
      });
    return isHeld;
  };

  /** The collections of all epochs. */
  const collectionsOf = async (...readModels: readonly string[]) => {
    const { readModels: database } = courtly.app.get(Mongo);
    const collections = await database.listCollections({}, { nameOnly: true }).toArray();
    return collections
      .map(({ name }) => name)
      .filter((name) => readModels.includes(name.split('@')[0]!));
  };

  it('does not restore erased data', async () => {
    const member = await courtly.register('owner', { firstName: 'Xanthippe' });
    const memberCourt = await courtly.court(member, {
      name: 'Raceway Court',
      description: 'Among the lemon groves',
    });
    const words = ['Xanthippe', 'Raceway Court', 'lemon groves'];
    const builds = courtly.app.get(Builds);
    await eventually(
      'the rebuild of an earlier erasure is complete',
      async () => builds.collections.length === 0,
      60_000,
    );
    const isHeld = holdFollowing();
    await observer.askForRebuild('during the erasure', 'courts', 'people');
    await isHeld;
    const startedBuild = builds.collections.find((name) => name.startsWith('courts@'));
    await eventually('the text is in the new collection', async () =>
      (await placesOf(courtly, ['lemon groves'])).some((place) =>
        place.endsWith(` ${startedBuild}`),
      ),
    );
    await request(member);
    await run(member);
    letGo();
    await eventually(
      'the rebuilt collections replace the old ones, which are dropped',
      async () => {
        expect(builds.collections).toEqual([]);
        expect((await collectionsOf('courts', 'people')).length).toBe(2);
        return true;
      },
      60_000,
    );
    await eventually('no store contains a word of the erased person', async () => {
      expect(await placesOf(courtly, words)).toEqual([]);
      return true;
    });
    await eventually('the rebuilt read models equal a replay of the log', async () => {
      expect(await observer.differences()).toEqual([]);
      return true;
    });
    await courtly.visitor().get(`/api/courts/${memberCourt.id}`).expect(404);
  });
});
