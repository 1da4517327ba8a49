import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { CourtDetail } from '@courtly/contracts/courts';
import { type Caller, caller, persist } from '../../../testing/caller.js';
import { type Observer, observe } from '../../../testing/observer.js';
import {
  type Processes,
  type Service,
  startProcesses,
  untilReady,
} from '../../../testing/processes.js';
import { eventually } from '../../../testing/stores.js';
import { allProjections } from '../../slices.js';
import { LEASE_MS } from './heartbeats.js';

let processes: Processes;
let first: Service;
let observer: Observer;
let player: Caller;
let court: CourtDetail;
let hours: Slot[];

const checkpoints = () => observer.checkpoints().find({}).toArray();
/**
 * The number of projections of each process, in ascending order. Requires that none is unassigned.
 */
const shares = async () => {
  const owners = (await checkpoints()).flatMap(({ owner }) => owner ?? []);
  return [...Map.groupBy(owners, (owner) => owner).values()]
    .map(({ length }) => length)
    .sort((a, b) => a - b);
};
const equalsTheLog = async () => {
  const same = async () => (await observer.differences()).length === 0;
  await eventually('the read models equal the log', same, 30_000).catch(() => undefined);
  expect(await observer.differences()).toEqual([]);
};
const book = async () => {
  const slot = hours.pop()!;
  const idempotencyKey = randomUUID();
  const { status, body } = await persist(() => player.book(court, slot, idempotencyKey));
  expect(status).toBe(201);
  return body.id;
};
const projectionCount = allProjections.length;
const halves = [Math.floor(projectionCount / 2), Math.ceil(projectionCount / 2)].join();
const isShared = () =>
  eventually(
    'the processes share the projections',
    async () => (await shares()).join() === halves,
    30_000,
  );

beforeAll(async () => {
  processes = await startProcesses();
  const api = await processes.courtly('api');
  first = await processes.courtly('projector');
  await processes.courtly('projector');
  await untilReady(api);
  observer = await observe(processes.config);
  const host = caller(api.port);
  player = caller(api.port);
  await Promise.all([host.register('owner'), player.register('player')]);
  court = await host.court();
  hours = await player.hours(court, 40);
  await book();
  const { id } = await caller(api.port).register('player');
  await observer.flood(40, 100, id);
});

afterAll(async () => {
  await observer?.close();
  await processes?.stop();
});

it('projectors share the projections and take over all of them from a killed process', async () => {
  await isShared();
  await first.end('SIGKILL');
  await eventually(
    'one process runs all projections',
    async () => (await shares()).join() === String(projectionCount),
    LEASE_MS + 30_000,
  );
  const id = await book();
  await eventually(
    'the booking appears',
    async () => (await player.bookings()).some((booking) => booking.id === id),
    20_000,
  );
  await first.start();
  await isShared();
  await equalsTheLog();
});

it('projectors do no harm after freezing during a rebuild for longer than their lease', async () => {
  await first.end('SIGTERM');
  const pinned = await processes.courtly('projector', { PROJECTIONS: 'bookings,courtDays' });
  const bookings = async () => (await observer.checkpoints().findOne({ projection: 'bookings' }))!;
  await eventually(
    'the process runs its pinned read models',
    async () => (await shares()).join() === [2, projectionCount - 2].join(),
    30_000,
  );
  const { owner } = await bookings();
  await observer.askForRebuild('frozen');
  await eventually(
    'the rebuild has started',
    async () => (await bookings()).rebuild?.state === 'running',
  );
  pinned.freeze();
  try {
    await eventually(
      'the other process runs all projections',
      async () => (await shares()).join() === String(projectionCount),
      LEASE_MS + 30_000,
    );
    await book();
    await eventually(
      'the other process has rebuilt all read models',
      async () => (await checkpoints()).every(({ rebuild }) => rebuild?.state === 'done'),
      30_000,
    );
  } finally {
    pinned.thaw();
  }
  await book();
  await eventually(
    'the process runs its pinned read models again',
    async () => (await bookings()).owner === owner,
    30_000,
  );
  await equalsTheLog();
  const collections = async () =>
    (await observer.readModels().collections()).map((collection) => collection.collectionName);
  await eventually(
    'each read model has one collection left',
    async () =>
      (await collections()).filter((name) => name.includes('@')).length === projectionCount,
    60_000,
  );
});

it('projectors catch up with bookings made while MongoDB was down', async () => {
  const booked = [];
  processes.mongo.freeze();
  try {
    for (let count = 0; count < 3; count++) booked.push(await book());
  } finally {
    processes.mongo.thaw();
  }
  await equalsTheLog();
  const bookingIds = (await player.bookings()).map(({ id }) => id);
  expect(bookingIds).toEqual(expect.arrayContaining(booked));
});
