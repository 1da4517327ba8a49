import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../app.js';
import { courtDayOf } from '../bookings/booking-id.js';
import { courtDay } from '../bookings/court-day.js';
import { readConfig } from '../config.js';
import { DAY_MS, addDays, localDate } from '../kernel/local-time.js';
import { Streams } from '../kernel/streams.js';
import { type Courtly, startCourtly } from '../testing/courtly.js';
import { eventually } from '../testing/stores.js';

let courtly: Courtly;
let later: NestExpressApplication | undefined;

beforeAll(async () => {
  courtly = await startCourtly();
}, 30_000);
afterAll(async () => {
  await later?.close();
  await courtly?.stores.stop();
});

it('completes, soon after it starts on empty read models, what was over while it was down', async () => {
  const [host, player] = await Promise.all([courtly.register('owner'), courtly.player()]);
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 2));
  const { id } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(200);
  await courtly.app.close();

  const { environment } = courtly.stores;
  const moved = { CLOCK_OFFSET_MS: String(4 * DAY_MS), MONGODB_DATABASE: `${environment['MONGODB_DATABASE']}_later` };
  const config = readConfig({ ...environment, ...moved, PORT: '0' });
  later = await createApp(config);
  await later.listen(0, config.HOST);
  const streams = later.get(Streams);
  await eventually('the booking is completed', async () => {
    const { bookings } = await streams.load(courtDay, courtDayOf(id));
    return bookings.get(id)?.status === 'completed';
  });
  expect((await streams.load(courtDay, courtDayOf(id))).bookings.get(id)).toMatchObject({ completedAt: slot!.end });
}, 40_000);
