import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PayoutHold } from '@courtly/contracts/admin-money';
import type { Booking } from '@courtly/contracts/bookings';
import type { Strikes } from '@courtly/contracts/incidents';
import { CommandBus } from '@nestjs/cqrs';
import { payoutHold } from '../../money/payouts/payout-hold.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { anAdmin } from '../../../testing/admin.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
});
afterAll(() => paidCourtly?.stop());

const setClock = (instant: string) =>
  void (paidCourtly.courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now());

/** A charged hour, one minute before its end. */
const startCharged = async () => {
  const { courtly } = paidCourtly;
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 2));
  const { id, endTime } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await paidCourtly.pay(id);
  await eventually('the host can approve', async () => {
    const { status } = await host.agent
      .patch(`/api/bookings/${id}/status`)
      .send({ status: 'confirmed' });
    return status === 200;
  });
  await eventually(
    'the booking is charged',
    async () => (await paidCourtly.payment(id))?.status === 'captured',
  );
  setClock(new Date(Date.parse(endTime) - 60_000).toISOString());
  return { host, player, id, endTime };
};

const isHeld = async (bookingId: string) =>
  (await paidCourtly.courtly.app.get(Streams, { strict: false }).load(payoutHold, bookingId))
    .isHeld;

const endHour = async (bookingId: string, endTime: string) => {
  setClock(endTime);
  await paidCourtly.courtly.app
    .get(CommandBus, { strict: false })
    .execute(
      new PassDeadlineCommand({ bookingId, deadline: 'end' }, systemContext('end', endTime)),
    );
};

const untilRefunded = async (id: string) => {
  await eventually('the whole charge is refunded', async () => {
    const current = await paidCourtly.payment(id);
    const refunded = Object.values(current?.refunds ?? {}).map(({ amountCents }) => amountCents);
    return refunded.length === 1 && refunded[0] === current!.capturedCents;
  });
  expect((await paidCourtly.payment(id))!.byHand).toEqual({
    hostCents: 29_700,
    platformCents: 3_300,
  });
  await eventually('the payout is no longer on hold', async () => !(await isHeld(id)));
};

it('holds the payout during a weather claim, and refunds the hour in full after it', async () => {
  const { host, player, id, endTime } = await startCharged();
  await player.agent
    .post(`/api/bookings/${id}/incidents`)
    .send({ kind: 'weather', words: 'Lightning all hour.', weather: 'lightning' })
    .expect(201);
  expect(await isHeld(id)).toBe(true);
  const admin = await anAdmin(paidCourtly.courtly);
  const holds = async () =>
    (await admin.agent.get('/api/admin/payout-holds').expect(200)).body as PayoutHold[];
  await eventually('admins see the hold', async () => (await holds()).length === 1);
  expect(await holds()).toMatchObject([{ cause: 'claim', by: { id: player.user.id } }]);
  await endHour(id, endTime);
  await host.agent
    .post(`/api/bookings/${id}/incidents/weather/answer`)
    .send({ agrees: true })
    .expect(200);
  await untilRefunded(id);
});

it('holds the payout, refunds the hour, and records a strike if the host did not show up', async () => {
  const { host, player, id, endTime } = await startCharged();
  const report = { kind: 'no_show', words: 'The gate was locked.' };
  await player.agent.post(`/api/bookings/${id}/incidents`).send(report).expect(201);
  expect(await isHeld(id)).toBe(true);
  await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
  await endHour(id, endTime);
  await host.agent
    .post(`/api/bookings/${id}/incidents/no_show/answer`)
    .send({ agrees: true })
    .expect(200);
  await untilRefunded(id);
  await eventually('the strike counts', async () => {
    const { body: ofHost } = await host.agent.get('/api/strikes').expect(200);
    return (ofHost as Strikes).strikes.some(({ bookingId }) => bookingId === id);
  });
});

it('does not hold the payout if the player did not show up', async () => {
  const { host, id } = await startCharged();
  const report = { kind: 'no_show', words: 'I waited for an hour.' };
  await host.agent.post(`/api/bookings/${id}/incidents`).send(report).expect(201);
  expect(await isHeld(id)).toBe(false);
});
