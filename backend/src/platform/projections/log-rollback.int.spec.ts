import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { Checkpoints } from './checkpoints.js';
import { LogRollback } from './log-rollback.js';

let courtly: Courtly;
beforeAll(async () => {
  courtly = await startCourtly();
}, 60_000);
afterAll(() => courtly?.stop());

const part = <T>(type: abstract new (...args: never[]) => T): T =>
  courtly.app.get(type as never, { strict: false });
const { signal } = new AbortController();
const aheadOfLog = '9'.repeat(20);

const insertCheckpoint = (projection: string, position: string) =>
  part(Checkpoints).collection.insertOne({
    _id: `${projection}@1`,
    projection,
    version: 1,
    live: { collection: `${projection}@1.1`, position },
    owner: null,
    epoch: 1,
    rebuild: null,
  });
const liveOf = async (projection: string) =>
  (await part(Checkpoints).collection.findOne({ _id: `${projection}@1` }))?.live;

it('keeps read models that the log has reached', async () => {
  const end = (await part(EventStore).readLogEnd()) ?? '';
  await insertCheckpoint('reached', end);
  expect(await part(LogRollback).resetAhead(signal)).toBe(false);
  expect(await liveOf('reached')).toMatchObject({ position: end });
});

it('resets read models and process positions that are ahead of the log', async () => {
  const positions = part(Mongo).readModels.collection<{ _id: string; position: string }>(
    'positions',
  );
  await insertCheckpoint('ahead', aheadOfLog);
  await positions.insertOne({ _id: 'reminders', position: aheadOfLog });
  expect(await part(LogRollback).resetAhead(signal)).toBe(true);
  expect(await liveOf('ahead')).toBeNull();
  expect(await positions.findOne({ _id: 'reminders' })).toBeNull();
  expect(await liveOf('reached')).not.toBeNull();
}, 20_000);
