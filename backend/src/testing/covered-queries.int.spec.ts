import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import mongoose from 'mongoose';
import { ProcessRunner } from '../processes/runner.js';
import { bookings } from '../bookings/bookings.projection.js';
import { ReadModels } from '../projections/read-models.js';
import { addDays, localDate } from '../kernel/local-time.js';
import { type Courtly, startCourtly } from './courtly.js';

type Find = Readonly<{ collection: string; filter: object; explain(): Promise<unknown> }>;

/** Collections of a handful of documents, one for each projection or each parked stream. */
const small = ['checkpoints', 'parked', 'positions', 'projectors'];

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
    [player, `/api/bookings/${id}/cancellation`],
    [player, '/api/bookings?when=upcoming'],
    [player, '/api/bookings?status=pending'],
    [host, '/api/host/bookings'],
    [host, '/api/host/bookings?status=pending'],
    [host, '/api/host/bookings?when=upcoming&limit=100'],
    [host, '/api/host/bookings?when=past'],
    [host, `/api/host/bookings?courtId=${court.id}&from=${slot!.start}&until=${slot!.end}`],
    [host, '/api/host/courts'],
    [host, '/api/host/figures'],
    [host, '/api/host/earnings'],
    [host, '/api/host/analytics'],
    [host, `/api/courts/${court.id}/closures/${day}`],
    [player, '/api/courts'],
    [player, '/api/courts?search=para&surface=hard&sport=tennis&minRate=10&maxRate=900&amenity=lighting&limit=5'],
  ] as const;
  for (const [{ agent }, path] of reads) await agent.get(path).expect(200);
  await courtly.app.get(ProcessRunner).sweep();

  for (const collection of ['bookings', 'courtDays', 'courts', 'courtUse', 'earnings', 'people'])
    expect(finds.filter((one) => one.collection.startsWith(`${collection}@`))).not.toEqual([]);
  const scans = await Promise.all(
    finds.map(async ({ collection, filter, explain }) => {
      const plan = JSON.stringify(await explain());
      return isCovered(plan) ? [] : [`${collection} ${JSON.stringify(filter)}: ${plan}`];
    }),
  );
  expect(scans.flat()).toEqual([]);

  const uncovered = await courtly.app
    .get(ReadModels)
    .read(bookings, (documents) => documents.find({ notes: 'ring twice' }).explain('queryPlanner'));
  expect(isCovered(JSON.stringify(uncovered))).toBe(false);
}, 30_000);
