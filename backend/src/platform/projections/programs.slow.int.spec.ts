import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { z } from 'zod';
import { createApp } from '../../app.js';
import type { Config } from '../../config.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { courtDays } from '../../booking/bookings/court-days.projection.js';
import { people } from '../../people/identity/people.projection.js';
import { EventCodec } from '../kernel/codec.js';
import type { Message } from '../kernel/decider.js';
import { defineEvents } from '../kernel/events.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Slice, defineSlice } from '../slice.js';
import { slices } from '../../slices.js';
import { EventStore } from '../stores/event-store.js';
import { type Courtly, type Member, startCourtly } from '../../../testing/courtly.js';
import { type Observer, observe } from '../../../testing/observer.js';
import { eventually } from '../../../testing/stores.js';
import { Assignments } from './assignments.js';
import { type AnyProjection, defineProjection } from './projection.js';
import { Progress } from './progress.js';
import { ReadModels } from './read-models.js';
import { LEASE_MS } from './heartbeats.js';

let courtly: Courtly;
let observer: Observer;
let player: Member;
let court: CourtDetail;
const hours: Slot[] = [];
const otherApps: NestExpressApplication[] = [];

type Requested = Message<'BookingRequested', Readonly<{ courtId: string }>>;

const demand = defineProjection<Readonly<{ requests: number }>, Requested>({
  name: 'courtDemand',
  version: 1,
  indexes: [],
  handles: ['BookingRequested'],
  key: ({ data }) => data.courtId,
  evolve: (document) => ({ requests: (document?.requests ?? 0) + 1 }),
});
const withDemand: readonly Slice[] = [
  ...slices,
  defineSlice({ name: 'demand', events: [], projections: [demand] }),
];

const noteEvents = defineEvents(['courtDay'], {
  DayNoted: { version: 1, data: z.object({ courtId: z.string() }) },
});
/** The next version of the court-days read model, which counts notes. */
const notedDays: AnyProjection = {
  ...courtDays,
  version: courtDays.version + 1,
  handles: [...(courtDays.handles as readonly string[]), 'DayNoted'],
  evolve: (document: never, event: Parameters<typeof courtDays.evolve>[1], id: string) =>
    (event.type as string) === 'DayNoted'
      ? { hostId: '', taken: {}, closed: [], notes: 1 }
      : courtDays.evolve(document, event, id),
};
const idOf = ({ name, version }: Pick<AnyProjection, 'name' | 'version'>) => `${name}@${version}`;
const withNotes: readonly Slice[] = [
  ...slices.map((slice) => ({
    ...slice,
    projections: slice.projections.map((projection) =>
      projection.name === courtDays.name ? notedDays : projection,
    ),
  })),
  defineSlice({ name: 'notes', events: [noteEvents], projections: [] }),
];

const start = async (
  brought: readonly Slice[],
  environment: Partial<Config> = {},
  prepareApp: (app: NestExpressApplication) => void = () => undefined,
) => {
  const app = await createApp({ ...courtly.config, ROLES: ['projector'], ...environment }, brought);
  otherApps.push(app);
  prepareApp(app);
  await app.init();
  return app;
};
const ownerOf = async (id: string) =>
  (await observer.checkpoints().findOne({ _id: id }))?.owner ?? null;
const requests = async () =>
  (await observer.log()).filter(({ type }) => type === 'BookingRequested').length;
const equalsTheLog = async (by: Observer = observer) => {
  const same = async () => (await by.differences()).length === 0;
  await eventually('the read models equal the log', same, 20_000).catch(() => undefined);
  expect(await by.differences()).toEqual([]);
};
/** By how many milliseconds this process's clock is behind. */
let behindMs = 0;
/** Appends carry deadlines, so the store's clock must match ours. */
const inStep = async <T>(work: () => PromiseLike<T>): Promise<T> => {
  const previousLag = behindMs;
  behindMs = 0;
  try {
    return await work();
  } finally {
    behindMs = previousLag;
  }
};
/** Books an hour, then reads it as the website does. Returns whether the response was stale. */
const bookAndRead = async (): Promise<boolean> => {
  const bookingResponse = await inStep(() =>
    courtly.book(player, court.id, hours.pop()!).expect(201),
  );
  const read = player.agent
    .get('/api/bookings')
    .set('Courtly-After', bookingResponse.get('Courtly-Position')!);
  const { body, headers } = await read.expect(200);
  const isShown = (body as Booking[]).some(({ id }) => id === (bookingResponse.body as Booking).id);
  return headers['courtly-stale'] === 'true' || !isShown;
};

beforeAll(async () => {
  courtly = await startCourtly({ POLICY_FILE: 'deploy/policies/open.json' });
  observer = await observe(courtly.config);
  const host = await courtly.register('owner');
  player = await courtly.player();
  court = await courtly.court(host);
  for (let days = 3; days < 12; days++)
    hours.push(
      ...(await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), days))),
    );
  await courtly.book(player, court.id, hours.pop()!).expect(201);
  await observer.flood(30, 100, (await courtly.register()).user.id);
  await equalsTheLog();
});

afterEach(async () => {
  for (const app of otherApps.splice(0)) await app.close();
});
afterAll(async () => {
  await observer?.close();
  await courtly?.stores.stop();
});

describe('a projection that is added to a long log', () => {
  it('does not delay others while it is built, and is complete afterward', async () => {
    const positions = async () =>
      (await observer.checkpoints().find({}).toArray()).map(
        ({ _id, live }) => [_id, live?.position ?? ''] as const,
      );
    let previousPositions = new Map(await positions());
    const app = await start(withDemand);
    const isComplete = async () =>
      Boolean((await observer.checkpoints().findOne({ _id: 'courtDemand@1' }))?.live);
    let rounds = 0;
    for (let complete = false; !complete || rounds < 5; rounds++) {
      complete = await isComplete();
      expect(await bookAndRead()).toBe(false);
      const now = await positions();
      for (const [id, position] of now)
        expect(position >= (previousPositions.get(id) ?? '')).toBe(true);
      previousPositions = new Map(now);
    }
    const count = await requests();
    const sum = async () =>
      app.get(ReadModels).read(demand, async (documents) => {
        const storedDays = await documents.find({}).toArray();
        return storedDays.reduce((total, document) => total + document.requests, 0);
      });
    await eventually('the read model shows every request', async () => (await sum()) === count);
    await equalsTheLog();
  });

  it('follows the log as soon as it is complete, before the next heartbeat', async () => {
    await observer.checkpoints().deleteOne({ _id: idOf(demand) });
    let renewals = 0;
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const app = await start(withDemand, { PROJECTIONS: [demand.name] }, (newer) => {
      const assignments = newer.get(Assignments);
      const renew = assignments.renewLeases.bind(assignments);
      jest.spyOn(assignments, 'renewLeases').mockImplementation(async (busy, writeLock) => {
        // The next round renews the leases once. After a heartbeat, this would be the second
        // renewal.
        const isBuilt = assignments.live.length > 0 && !assignments.live.some(busy);
        if (isBuilt && ++renewals > 1) await gate;
        return renew(busy, writeLock);
      });
    });
    try {
      await eventually('the read model is complete', async () =>
        Boolean((await observer.checkpoints().findOne({ _id: idOf(demand) }))?.live),
      );
      const bookingResponse = await courtly.book(player, court.id, hours.pop()!).expect(201);
      const position = bookingResponse.get('Courtly-Position')!;
      await eventually('the read model shows later events', () =>
        app.get(Progress).waitFor(position, [demand.name]),
      );
    } finally {
      letGo();
    }
  });
});

describe('a clock that is set back by an hour', () => {
  it('stops neither the projections nor a takeover from a stopped process', async () => {
    const otherApp = await start(slices);
    const owners = async () =>
      new Set(
        (
          await observer
            .checkpoints()
            .find({ projection: { $ne: demand.name } })
            .toArray()
        ).map(({ owner }) => owner),
      );
    await eventually(
      'both processes run projections',
      async () => (await owners()).size === 2 && !(await owners()).has(null),
      20_000,
    );
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - behindMs);
    behindMs = 3_600_000;
    try {
      expect(await bookAndRead()).toBe(false);
      jest.spyOn(otherApp.get(Assignments), 'releaseAll').mockResolvedValue();
      await otherApp.close();
      await eventually(
        'one process runs all projections',
        async () => (await owners()).size === 1,
        LEASE_MS + 10_000,
      );
      expect(await bookAndRead()).toBe(false);
    } finally {
      clock.mockRestore();
      behindMs = 0;
    }
    await equalsTheLog();
  });
});

describe('a release next to a newer one', () => {
  it('tracks only the positions of the read model versions that it runs', async () => {
    const built = async () =>
      Boolean((await observer.checkpoints().findOne({ _id: idOf(notedDays) }))?.live);
    const projector = await start(withNotes);
    await eventually('the newer version is built', built);
    await projector.close();
    const newer = await start(withNotes, { ROLES: ['api'] });
    const bookingResponse = await courtly.book(player, court.id, hours.pop()!).expect(201);
    const position = bookingResponse.get('Courtly-Position')!;
    expect(await courtly.app.get(Progress).waitFor(position, [courtDays.name, bookings.name])).toBe(
      true,
    );
    expect(await newer.get(Progress).waitFor(position, [bookings.name])).toBe(true);
    expect(await newer.get(Progress).waitFor(position, [courtDays.name])).toBe(false);
  });

  it('leaves unknown events to the newer release and parks nothing', async () => {
    const newer = await start(withNotes);
    const seenByNewer = await observe(courtly.config, withNotes);
    try {
      await eventually('the newer version is built', async () =>
        Boolean((await observer.checkpoints().findOne({ _id: idOf(notedDays) }))?.live),
      );
      const metadata = (await observer.log())[0] as unknown as { metadata: never };
      const note = { type: 'DayNoted', data: { courtId: court.id } };
      const encoded = await newer
        .get(EventCodec)
        .encode(note, crypto.randomUUID(), metadata.metadata);
      const position = await newer
        .get(EventStore)
        .append(`courtDay-${court.id}_1999-12-31`, -1, [encoded]);
      const passed = async (id: string) =>
        ((await observer.checkpoints().findOne({ _id: id }))?.live?.position ?? '') >= position!;
      await eventually(
        'the newer program runs the bookings too',
        () => passed(idOf(bookings)),
        20_000,
      );
      expect(await passed(idOf(courtDays))).toBe(false);
      for (let round = 0; round < 5; round++) expect(await bookAndRead()).toBe(false);
      await courtly.app.close();
      await eventually('the newer release runs all projections', async () =>
        Boolean(
          (await ownerOf(idOf(people))) &&
          (await ownerOf(idOf(bookings))) &&
          (await ownerOf(idOf(notedDays))),
        ),
      );
      await equalsTheLog(seenByNewer);
      expect(await seenByNewer.parked()).toEqual([]);
    } finally {
      await seenByNewer.close();
    }
  });
});
