import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import mongoose from 'mongoose';
import { ProcessManager } from '../jobs/process-manager.js';
import { Mongo } from '../kernel/mongo.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, startCourtly } from './courtly.js';

type Find = Readonly<{ collection: string; filter: object; explain(): Promise<unknown> }>;

/** Collections of a handful of documents, one for each projection or each parked stream. */
const small = ['checkpoints', 'parked', 'positions'];

const finds: Find[] = [];
const { prototype } = mongoose.mongo.Collection;
const find = prototype.find;
let courtly: Courtly;

const isCovered = (plan: string) => /IXSCAN|IDHACK/.test(plan) && !/COLLSCAN/.test(plan);

beforeAll(async () => {
  courtly = await startCourtly();
  prototype.find = function (this: mongoose.mongo.Collection, ...args: Parameters<typeof find>) {
    const cursor = find.apply(this, args);
    const explain = () => cursor.clone().explain('queryPlanner');
    if (!small.includes(this.collectionName))
      finds.push({ collection: this.collectionName, filter: args[0] ?? {}, explain });
    return cursor;
  } as typeof find;
}, 30_000);

afterAll(async () => {
  prototype.find = find;
  await courtly?.stop();
});

it('serves every query of the product from an index', async () => {
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const court = await courtly.court(host);
  const day = addDays(localDate(court.zone, Date.now()), 2);
  const [slot] = await courtly.slots(court.id, day);
  const { id } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  const reads = [
    [player, '/api/bookings'],
    [player, `/api/bookings/${id}`],
    [player, `/api/courts/${court.id}`],
    [host, '/api/host/bookings'],
    [host, '/api/host/courts'],
    [host, `/api/courts/${court.id}/closures/${day}`],
    [player, '/api/courts'],
    [
      player,
      '/api/courts?search=para&surface=hard&sport=tennis&minRate=10&maxRate=900&amenity=lighting&page=2&pageSize=5',
    ],
  ] as const;
  for (const [{ agent }, path] of reads) await agent.get(path).expect(200);
  await courtly.app.get(ProcessManager).sweep();

  for (const collection of ['bookings', 'courtDays', 'courts', 'people'])
    expect(finds.filter((one) => one.collection === collection)).not.toEqual([]);
  const scans = await Promise.all(
    finds.map(async ({ collection, filter, explain }) => {
      const plan = JSON.stringify(await explain());
      return isCovered(plan) ? [] : [`${collection} ${JSON.stringify(filter)}: ${plan}`];
    }),
  );
  expect(scans.flat()).toEqual([]);

  const uncovered = courtly.app.get(Mongo).readModels.collection('bookings').find({ notes: 'ring twice' });
  expect(isCovered(JSON.stringify(await uncovered.explain('queryPlanner')))).toBe(false);
}, 30_000);
