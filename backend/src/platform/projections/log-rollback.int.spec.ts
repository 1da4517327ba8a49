import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { EventStore } from '../stores/event-store.js';
import type { StoredPosition } from '../stores/log-identity.js';
import { Mongo } from '../stores/mongo.js';
import { Checkpoints } from './checkpoints.js';
import { LogRollback } from './log-rollback.js';

let courtly: Courtly;
let firstEvent: Required<StoredPosition>;
let lastEvent: Required<StoredPosition>;

beforeAll(async () => {
  courtly = await startCourtly();
  firstEvent = await append();
  lastEvent = await append();
});
afterAll(() => courtly?.stop());

const part = <T>(type: abstract new (...args: never[]) => T): T =>
  courtly.app.get(type as never, { strict: false });
const { signal } = new AbortController();

const append = async () => {
  const eventId = randomUUID();
  const event = { id: eventId, type: 'Happened', data: {}, metadata: {} };
  return {
    eventId,
    position: (await part(EventStore).append(`other-${eventId}`, -1, [event]))!,
  };
};

const insertCheckpoint = (projection: string, stored: StoredPosition) =>
  part(Checkpoints).collection.insertOne({
    _id: `${projection}@1`,
    projection,
    version: 1,
    live: {
      collection: `${projection}@1.1`,
      eventPosition: stored.position,
      ...stored,
    },
    owner: null,
    epoch: 1,
    rebuild: null,
  });
const checkpointOf = (projection: string) =>
  part(Checkpoints).collection.findOne({ _id: `${projection}@1` });

it('keeps read models whose last event is in the log', async () => {
  await insertCheckpoint('reached', lastEvent);
  await insertCheckpoint('older-release', { position: lastEvent.position });
  // An older release advanced the position but kept the id of an earlier event.
  const rolledBack = { ...lastEvent, eventId: randomUUID(), eventPosition: firstEvent.position };
  await insertCheckpoint('rolled-back', rolledBack);
  expect(await part(LogRollback).resetTorn(signal)).toEqual([]);
  for (const projection of ['reached', 'older-release', 'rolled-back'])
    expect((await checkpointOf(projection))?.live?.position).toBe(lastEvent.position);
});

it('marks read models as torn, and moves processes to the start if their position is gone', async () => {
  const positions = part(Mongo).readModels.collection<StoredPosition & { _id: string }>(
    'positions',
  );
  const beyondTheEnd = { position: '9'.repeat(18).padStart(20, '0'), eventId: randomUUID() };
  const ofAnotherEvent = { ...firstEvent, eventId: randomUUID() };
  const betweenEvents = {
    position: String(BigInt(firstEvent.position) + 1n).padStart(20, '0'),
    eventId: randomUUID(),
  };
  const torn = { beyondTheEnd, ofAnotherEvent, betweenEvents };
  for (const [projection, stored] of Object.entries(torn)) {
    await insertCheckpoint(projection, stored);
    await positions.insertOne({ _id: projection, ...stored });
  }
  await positions.insertOne({ _id: 'reached', ...lastEvent });
  const reset = await part(LogRollback).resetTorn(signal);
  expect([...new Set(reset)].sort()).toEqual(
    Object.keys(torn)
      .flatMap((name) => [name, `${name}@1`])
      .sort(),
  );
  for (const [projection, stored] of Object.entries(torn)) {
    expect(await checkpointOf(projection)).toMatchObject({ live: null, epoch: 2, torn: stored });
    expect(await positions.findOne({ _id: projection })).toMatchObject({ position: '' });
  }
  expect(await positions.findOne({ _id: 'reached' })).toMatchObject(lastEvent);
  expect((await checkpointOf('reached'))?.live).not.toBeNull();
});
