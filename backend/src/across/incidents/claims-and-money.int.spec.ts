import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PayoutHold } from '@courtly/contracts/admin-money';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { BookingIncidents, Strikes } from '@courtly/contracts/incidents';
import { CommandBus } from '@nestjs/cqrs';
import { payouts } from '../../money/payouts/payouts.projection.js';
import { payoutHold } from '../../money/payouts/payout-hold.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { Streams } from '../../platform/kernel/streams.js';
import { anAdmin } from '../../../testing/admin.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { incidentIdOf } from './incident.js';
import { SettleIncidentCommand } from './settle-incident.commands.js';

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly({}, { conduct: { weatherMoveMinutes: 120 } });
});
afterAll(() => paidCourtly?.stop());

const setClock = (instant: string) =>
  void (paidCourtly.courtly.config.CLOCK_OFFSET_MS = Date.parse(instant) - Date.now());

/** A charged hour, shortly before its end. */
const startCharged = async (minutesBeforeEnd = 1) => {
  const { courtly } = paidCourtly;
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const today = localDate(court.zone, Date.now() + courtly.config.CLOCK_OFFSET_MS);
  const slots = await courtly.slots(court.id, addDays(today, 2));
  const [slot] = slots;
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
  setClock(new Date(Date.parse(endTime) - minutesBeforeEnd * 60_000).toISOString());
  return { host, player, id, endTime, slots };
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

/** The host agrees 40 minutes before the end of the hour. */
const startUpheld = async () => {
  const charged = await startCharged(40);
  const { host, player, id } = charged;
  const claim = { kind: 'weather', words: 'Lightning all hour.', weather: 'lightning' };
  await player.agent.post(`/api/bookings/${id}/incidents`).send(claim).expect(201);
  await host.agent
    .post(`/api/bookings/${id}/incidents/weather/answer`)
    .send({ agrees: true })
    .expect(200);
  return charged;
};

it('moves an hour with an upheld weather claim for free, and pays the host for the new one', async () => {
  const { host, player, id, endTime, slots } = await startUpheld();
  const [{ start, end }, other] = slots.slice(-2) as [Slot, Slot];
  const move = (startTime: string, member = player) =>
    member.agent.post(`/api/bookings/${id}/move`).send({ startTime });
  const { body: before } = await player.agent.get(`/api/bookings/${id}/incidents`).expect(200);
  expect((before as BookingIncidents).incidents).toMatchObject([
    { status: 'upheld', mayMove: true, moveBy: endTime, hasMoved: false },
  ]);
  await move(start, host).expect(404);
  const nextDay = new Date(Date.parse(start) + 86_400_000).toISOString();
  expect((await move(nextDay).expect(409)).body).toMatchObject({ code: 'slot_unavailable' });
  const rival = await paidCourtly.courtly.player();
  const { courtId } = (await player.agent.get(`/api/bookings/${id}`).expect(200)).body as Booking;
  await paidCourtly.courtly.book(rival, courtId, other).expect(201);
  expect((await move(other.start).expect(409)).body).toMatchObject({ code: 'slot_taken' });

  expect((await move(start).expect(200)).body).toMatchObject({ mayMove: false, hasMoved: true });
  expect((await player.agent.get(`/api/bookings/${id}`).expect(200)).body).toMatchObject({
    startTime: start,
    endTime: end,
    status: 'confirmed',
    totalAmount: '330.00',
  });
  await move(other.start).expect(409);
  await player.agent.post(`/api/bookings/${id}/move/decline`).expect(409);
  expect(await isHeld(id)).toBe(false);

  await endHour(id, endTime);
  expect((await player.agent.get(`/api/bookings/${id}`).expect(200)).body).toMatchObject({
    status: 'confirmed',
  });
  await endHour(id, end);
  const payoutDocument = () =>
    paidCourtly.courtly.app
      .get(ReadModels, { strict: false })
      .read(payouts, (collection) => collection.findOne({ _id: id }));
  await eventually(
    'the payout is due a day after the new hour',
    async () =>
      (await payoutDocument())?.dueAt === new Date(Date.parse(end) + 86_400_000).toISOString(),
  );
  expect(await payoutDocument()).toMatchObject({ shareCents: 29_700, excessCents: 0 });
  const { capturedCents, refunds } = (await paidCourtly.payment(id))!;
  expect([capturedCents, refunds]).toEqual([33_000, {}]);
});

it('refunds an hour with an upheld weather claim if the player does not want another one', async () => {
  const { player, id } = await startUpheld();
  await player.agent.post(`/api/bookings/${id}/move/decline`).expect(200);
  await eventually('the whole charge is refunded', async () => {
    const { refunds, capturedCents } = (await paidCourtly.payment(id))!;
    return Object.values(refunds).some(({ amountCents }) => amountCents === capturedCents);
  });
  await eventually('the payout is no longer on hold', async () => !(await isHeld(id)));
});

it('refunds the rest if the player cancels while the hour can still move', async () => {
  const { player, id, endTime } = await startUpheld();
  await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
  setClock(endTime);
  const incidentId = incidentIdOf(id, 'weather', 'player');
  await paidCourtly.courtly.app
    .get(CommandBus, { strict: false })
    .execute(new SettleIncidentCommand({ incidentId }, systemContext('settle', endTime)));
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
