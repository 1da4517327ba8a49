import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BookingMoney } from '@courtly/contracts/admin-money';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { Confirmation } from '@courtly/contracts/confirmations';
import type { AwaitsConfirmation } from '@courtly/contracts/second-admin';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';

let paidCourtly: PaidCourtly;
let ada: Member;
let bea: Member;
let bookingId: string;
let otherBookingId: string;
let courtId: string;
const reason = 'The lights went out.';

beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  const { courtly } = paidCourtly;
  courtly.config.policy.secondAdminAboveCents = 20_000;
  [ada, bea] = [await anAdmin(courtly), await anAdmin(courtly)];
  const host = await courtly.register('owner');
  const court = await courtly.court(host);
  courtId = court.id;
  const day = addDays(localDate(court.zone, Date.now()), 2);
  const slots = await courtly.slots(court.id, day);
  const chargedBooking = async (slot: Slot): Promise<string> => {
    const player = await courtly.player();
    const { id } = (await courtly.book(player, court.id, slot).expect(201)).body as Booking;
    await paidCourtly.charge(id, host);
    return id;
  };
  bookingId = await chargedBooking(slots[0]!);
  otherBookingId = await chargedBooking(slots[5]!);
});
afterAll(() => paidCourtly?.stop());

const refund = async (amount: string) =>
  (
    await ada.agent
      .post(`/api/admin/bookings/${bookingId}/refunds`)
      .send({ amount, bearer: 'platform', reason })
      .expect(202)
  ).body as AwaitsConfirmation;
const decide = ({ agent }: Member, id: string, decision: 'approvals' | 'rejections') =>
  agent
    .post(`/api/admin/confirmations/${id}/${decision}`)
    .send(decision === 'rejections' ? { reason: 'Half is enough.' } : undefined);
const refundsByHand = async () => {
  const { body } = await ada.agent.get(`/api/admin/bookings/${bookingId}`).expect(200);
  return (body as BookingMoney).byHand.map(({ amount, by }) => [amount, by.id]);
};
const listed = async (status: 'waiting' | 'decided') =>
  (await bea.agent.get('/api/admin/confirmations').query({ status }).expect(200))
    .body as Confirmation[];

it('asks a second admin to confirm a refund above the amount in the policy', async () => {
  const small = await refund('150.00');
  expect(small).not.toHaveProperty('confirmationId');
  const { confirmationId } = await refund('60.00');
  expect(await listed('waiting')).toEqual([
    expect.objectContaining({
      id: confirmationId,
      act: 'booking_refund',
      amount: { amount: '60.00', currency: 'usd' },
      booking: expect.objectContaining({
        id: bookingId,
        court: { id: courtId, name: expect.any(String) },
      }),
      reason,
      requestedBy: expect.objectContaining({ id: ada.user.id }),
      status: 'waiting',
    }),
  ]);
  await decide(ada, confirmationId, 'approvals').expect(403);
  await decide(bea, confirmationId, 'approvals').expect(202);
  await eventually('the refund is ordered', async () => (await refundsByHand()).length === 2);
  expect(await refundsByHand()).toEqual([
    ['150.00', ada.user.id],
    ['60.00', ada.user.id],
  ]);
  await eventually('the request is done', async () => {
    const [decided] = await listed('decided');
    return decided?.status === 'done' && decided.decidedBy?.id === bea.user.id;
  });
});

it('counts what one admin decides alone about several bookings together', async () => {
  const order = ({ agent }: Member) =>
    agent
      .post(`/api/admin/bookings/${otherBookingId}/refunds`)
      .set('Idempotency-Key', 'the refund of the lights')
      .send({ amount: '110.00', bearer: 'platform', reason })
      .expect(202);
  // In an earlier test, Ada refunded $150.00 alone.
  expect((await order(ada)).body).toHaveProperty('confirmationId');
  const { body: ordered } = await order(bea);
  expect(ordered).not.toHaveProperty('confirmationId');
  // Bea repeats the request, as if the response was lost.
  expect((await order(bea)).body).toEqual(ordered);
});

it('requires a second admin who was an admin before the request and whom the requester did not appoint', async () => {
  const { courtly } = paidCourtly;
  const { confirmationId } = await refund('100.00');
  const appointed = await courtly.player();
  await ada.agent
    .post(`/api/admin/users/${appointed.user.id}/roles`)
    .send({ role: 'admin', reason: 'She helps.' })
    .expect(200);
  for (const admin of [appointed, await anAdmin(courtly)])
    await decide(admin, confirmationId, 'approvals').expect(403);
  await decide(bea, confirmationId, 'rejections').expect(200);
});

it('requires a second admin for a cancellation that refunds more than the limit', async () => {
  const { agent } = await anAdmin(paidCourtly.courtly);
  const { body } = await agent
    .post(`/api/admin/bookings/${bookingId}/cancellations`)
    .send({ reason })
    .expect(200);
  expect(body).toHaveProperty('confirmationId');
  const waiting = (await listed('waiting')).find(({ act }) => act === 'booking_cancellation');
  expect(waiting?.amount?.amount).not.toBe('0.00');
  await decide(bea, (body as AwaitsConfirmation).confirmationId, 'rejections').expect(200);
});

it('counts refunds and adjustments of one booking by all admins together', async () => {
  const deduct = async (amount: string) => {
    const { agent } = await anAdmin(paidCourtly.courtly);
    return agent
      .post(`/api/admin/bookings/${otherBookingId}/payout-adjustments`)
      .send({ direction: 'deduct', amount, hostNote: 'The lights.', reason });
  };
  // $110.00 were refunded. An adjustment that needs no other admin is refused before the hour.
  expect((await deduct('90.00')).status).toBe(409);
  expect((await deduct('90.01')).body).toHaveProperty('confirmationId');
});

it('does not make a refund that is rejected or no longer possible', async () => {
  const rejected = await refund('100.00');
  await decide(bea, rejected.confirmationId, 'rejections').expect(200);
  await decide(bea, rejected.confirmationId, 'approvals').expect(409);
  const tooMuch = await refund('250.00');
  await decide(bea, tooMuch.confirmationId, 'approvals').expect(202);
  await eventually('the refund is refused', async () => {
    const decided = await listed('decided');
    return decided.find(({ id }) => id === tooMuch.confirmationId)?.refusal?.includes('at most');
  });
  expect(await refundsByHand()).toHaveLength(2);
});

it('changes nothing in the name of someone who is no longer an admin', async () => {
  const cleo = await anAdmin(paidCourtly.courtly);
  const { body } = await cleo.agent
    .post(`/api/admin/bookings/${bookingId}/refunds`)
    .send({ amount: '10.00', bearer: 'platform', reason })
    .expect(202);
  const { confirmationId } = body as AwaitsConfirmation;
  await bea.agent
    .post(`/api/admin/users/${cleo.user.id}/role-removals`)
    .send({ role: 'admin', reason: 'She has left.' })
    .expect(200);
  await decide(bea, confirmationId, 'approvals').expect(202);
  await eventually('the refund is refused', async () => {
    const decided = await listed('decided');
    return decided.find(({ id }) => id === confirmationId)?.refusal?.includes('no longer an admin');
  });
  expect(await refundsByHand()).toHaveLength(2);
});
