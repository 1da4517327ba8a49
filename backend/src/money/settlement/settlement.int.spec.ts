import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { BookingPayment } from '@courtly/contracts/payments';
import type { CourtDetail } from '@courtly/contracts/courts';
import { CommandBus } from '@nestjs/cqrs';
import Stripe from 'stripe';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { Queues } from '../../platform/processes/queues.js';
import type { NotificationItem } from '@courtly/contracts/notifications';
import type { Courtly, Member } from '../../../testing/courtly.js';
import {
  type PaidCourtly,
  WEBHOOK_SECRET,
  startPaidCourtly,
} from '../../../testing/paid-courtly.js';
import { reconcile } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';
import { settlement } from './settlement.process.js';
import { SettleBookingCommand } from './settlement.commands.js';

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let stripe: Stripe;
let host: Member;
let player: Member;
let court: CourtDetail;
let slots: Slot[];

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  ({ courtly, stripe } = paidCourtly);
  host = await courtly.register('owner');
  player = await courtly.player();
  court = await courtly.court(host);
  slots = [
    ...(await courtly.slots(court.id, inDays(20))),
    ...(await courtly.slots(court.id, inDays(21))),
  ];
});

afterAll(() => paidCourtly?.stop());

const book = async (): Promise<Booking> =>
  (await courtly.book(player, court.id, slots.shift()!).expect(201)).body as Booking;

const intentOf = (bookingId: string) =>
  eventually('there is an intent', () => paidCourtly.payment(bookingId));

const readBooking = async (bookingId: string) =>
  (await player.agent.get(`/api/bookings/${bookingId}`).expect(200)).body as Booking;

const becomes = (bookingId: string, changes: Partial<Booking>) =>
  eventually(`the booking shows ${JSON.stringify(changes)}`, async () => {
    const booking = await readBooking(bookingId);
    return (
      Object.entries(changes).every(([key, value]) => booking[key as keyof Booking] === value) &&
      booking
    );
  });

const becomesPayment = (bookingId: string, changes: Partial<BookingPayment>) =>
  eventually(`the payment shows ${JSON.stringify(changes)}`, async () => {
    const { body } = await player.agent.get(`/api/bookings/${bookingId}/payment`).expect(200);
    const shows = body as BookingPayment;
    return Object.entries(changes).every(
      ([key, value]) => shows[key as keyof BookingPayment] === value,
    );
  });

const respond = (bookingId: string, requestBody: object) =>
  host.agent.patch(`/api/bookings/${bookingId}/status`).send(requestBody).expect(200);

const hostSees = async (bookingId: string) =>
  ((await host.agent.get('/api/owner/bookings').expect(200)).body as Booking[]).some(
    ({ id }) => id === bookingId,
  );

/** @param types the sorted types of all notifications about the booking */
const isTold = ({ agent }: Member, bookingId: string, types: readonly string[]) =>
  eventually(`the notifications are ${types.join(', ')}`, async () => {
    const { body } = await agent.get('/api/notices').expect(200);
    const notificationTypes = (body as NotificationItem[])
      .filter((notification) => notification.bookingId === bookingId)
      .map(({ type }) => type);
    return notificationTypes.toSorted().join() === types.join();
  });

describe('a booking paid by card', () => {
  it('reaches the host once authorized and is captured on approval', async () => {
    const { id, payBy, paymentStatus } = await book();
    expect(paymentStatus).toBe('unpaid');
    expect(payBy).not.toBeNull();
    expect(await hostSees(id)).toBe(false);
    for (const path of [
      `/api/bookings/${id}`,
      `/api/bookings/${id}/history`,
      `/api/bookings/${id}/calendar.ics`,
    ])
      await host.agent.get(path).expect(404);
    expect((await host.agent.get('/api/host/figures').expect(200)).body).toMatchObject({
      pending: 0,
    });
    await host.agent.patch(`/api/bookings/${id}/status`).send({ status: 'confirmed' }).expect(409);
    await becomesPayment(id, {
      paymentStatus: 'unpaid',
      totalAmount: '330.00',
      clientSecret: (await intentOf(id)).clientSecret,
    });
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised', status: 'pending' });
    await becomesPayment(id, { paymentStatus: 'authorised', clientSecret: null, payBy: null });
    expect(await hostSees(id)).toBe(true);
    await respond(id, { status: 'confirmed' });
    await becomes(id, { paymentStatus: 'captured', status: 'confirmed' });
    const intent = await stripe.paymentIntents.retrieve((await intentOf(id)).intentId);
    expect(intent).toMatchObject({
      amount: 33_000,
      amount_received: 33_000,
      metadata: { bookingId: id },
    });
  });

  it('accepts another card after a decline', async () => {
    const { id } = await book();
    expect((await paidCourtly.pay(id, '4000000000009995')).status).toBe(402);
    await becomesPayment(id, { paymentStatus: 'unpaid', declineCode: 'insufficient_funds' });
    expect(await readBooking(id)).toMatchObject({ paymentStatus: 'unpaid', status: 'pending' });
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
  });

  it('releases the payment when the host declines', async () => {
    const { id } = await book();
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await respond(id, { status: 'cancelled', reason: 'maintenance' });
    await becomes(id, { paymentStatus: 'released', status: 'cancelled' });
    const intent = await stripe.paymentIntents.retrieve((await intentOf(id)).intentId);
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 });
  });

  it('refunds a cancellation according to the cancellation table', async () => {
    const { id } = await book();
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await respond(id, { status: 'confirmed' });
    await becomes(id, { paymentStatus: 'captured' });
    await player.agent
      .post(`/api/bookings/${id}/cancel`)
      .send({ expectedRefund: '330.00' })
      .expect(200);
    await becomes(id, { paymentStatus: 'refunded', status: 'cancelled' });
    const { data } = await stripe.refunds.list({ payment_intent: (await intentOf(id)).intentId });
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([[33_000, 'succeeded']]);
  });

  it('cancels the intent of a canceled request and charges no card that arrives late', async () => {
    const { id } = await book();
    const { intentId } = await intentOf(id);
    await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
    await eventually(
      'the intent is canceled',
      async () => (await paidCourtly.payment(id))!.status === 'cancelled',
    );
    expect((await paidCourtly.pay(id)).ok).toBe(false);
    expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
    expect(await readBooking(id)).toMatchObject({ paymentStatus: 'unpaid', status: 'cancelled' });
    expect(await hostSees(id)).toBe(false);
  });

  it('frees the hour at the payment deadline', async () => {
    const { id, startTime, endTime, payBy } = await book();
    const { intentId } = await intentOf(id);
    const commands = courtly.app.get(CommandBus, { strict: false });
    await commands.execute(
      new SettleBookingCommand({ bookingId: id }, systemContext(`unpaid.${id}`, payBy!)),
    );
    await becomes(id, { status: 'cancelled', cancelReason: 'not_paid' });
    await eventually(
      'the intent is canceled',
      async () => (await paidCourtly.payment(id))!.status === 'cancelled',
    );
    expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({ status: 'canceled' });
    await courtly.book(player, court.id, { start: startTime, end: endTime }).expect(201);
  });

  it('frees the hour and notifies the player if the authorization is lost', async () => {
    const { id } = await book();
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await stripe.paymentIntents.cancel((await intentOf(id)).intentId);
    await becomes(id, {
      status: 'cancelled',
      cancelReason: 'payment_failed',
      paymentStatus: 'released',
    });
    await isTold(player, id, ['hold_released', 'payment_failed']);
  });

  it('refunds a charge of a wrong amount, and records that its refund failed', async () => {
    const { id } = await book();
    const { intentId } = await intentOf(id);
    await stripe.paymentIntents.update(intentId, { amount: 5_000, capture_method: 'automatic' });
    await paidCourtly.pay(id);
    await becomes(id, { status: 'cancelled', cancelReason: 'payment_failed' });
    const chargeShows = (failed: boolean) =>
      eventually(`the refund ${failed ? 'failed' : 'was made'}`, async () => {
        const { wrongCharge, status } = (await paidCourtly.payment(id))!;
        const [refund] = Object.entries(wrongCharge?.refunds ?? {});
        return status === 'cancelled' && refund?.[1].failed === failed && refund[0];
      });
    const refundId = await chargeShows(false);
    await eventually('the player is notified', async () => {
      const { body } = await player.agent.get('/api/notices').expect(200);
      return (body as NotificationItem[]).some(
        ({ bookingId, type, amount }) =>
          bookingId === id && type === 'refunded' && amount?.amount === '50.00',
      );
    });
    await paidCourtly.control('POST', `/refunds/${refundId}/fail`, {});
    await chargeShows(true);
    expect((await paidCourtly.payment(id))!.failedRefunds).toMatchObject({ count: 1 });
  });

  it('frees the hour and notifies both sides if the capture is declined', async () => {
    const { id, startTime, endTime } = await book();
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/payment_intents/:id/capture',
      when: 'before',
      status: 402,
    });
    await respond(id, { status: 'confirmed' });
    await becomes(id, {
      status: 'cancelled',
      cancelReason: 'payment_failed',
      paymentStatus: 'released',
    });
    expect(await stripe.paymentIntents.retrieve((await intentOf(id)).intentId)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
    await isTold(player, id, ['hold_released', 'payment_failed', 'request_approved']);
    await isTold(host, id, ['charge_failed']);
    await courtly.book(player, court.id, { start: startTime, end: endTime }).expect(201);
  });
});

describe('a charge that waits for the end of free cancellation', () => {
  beforeAll(() => {
    courtly.config.policy.lateChargeMarginMinutes = 720;
  });
  afterAll(() => {
    courtly.config.policy.lateChargeMarginMinutes = null;
  });

  const confirm = async () => {
    const [slot] = (await courtly.slots(court.id, inDays(3))).slice(-1);
    const { id } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await respond(id, { status: 'confirmed' });
    return eventually('the booking shows when it is charged', async () => {
      const booking = await readBooking(id);
      return booking.chargesAt !== null && booking;
    });
  };
  const settleAt = (bookingId: string, instant: string) =>
    courtly.app
      .get(CommandBus, { strict: false })
      .execute(
        new SettleBookingCommand({ bookingId }, systemContext(`late.${bookingId}`, instant)),
      );
  const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

  it('costs no fee if the player cancels first', async () => {
    const { id } = await confirm();
    await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
    await becomes(id, { paymentStatus: 'released', status: 'cancelled', chargesAt: null });
    const { intentId } = await intentOf(id);
    expect(await stripe.paymentIntents.retrieve(intentId)).toMatchObject({
      status: 'canceled',
      amount_received: 0,
    });
    expect((await paidCourtly.payment(id))!.feeCents).toBe(0);
  });

  it('is made when free cancellation ends, and notifies both sides of a decline', async () => {
    const { id, chargesAt, freeCancelUntil } = await confirm();
    expect(chargesAt).toBe(freeCancelUntil);
    await settleAt(id, justBefore(chargesAt!));
    expect((await paidCourtly.payment(id))!.status).toBe('authorised');
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/payment_intents/:id/capture',
      when: 'before',
      status: 402,
    });
    await settleAt(id, chargesAt!);
    await becomes(id, { status: 'cancelled', cancelReason: 'payment_failed' });
    await isTold(player, id, ['hold_released', 'payment_failed', 'request_approved']);
    await isTold(host, id, ['charge_failed']);
  });

  it('is for the whole price', async () => {
    const { id, chargesAt } = await confirm();
    await settleAt(id, chargesAt!);
    await becomes(id, { paymentStatus: 'captured', status: 'confirmed', chargesAt: null });
    expect((await paidCourtly.payment(id))!.capturedCents).toBe(33_000);
  });
});

describe('a settlement with faults', () => {
  it.each([
    ['before it took effect', 'before'],
    ['after it took effect', 'after'],
  ])('captures once if Stripe responds with 500 %s', async (_what, when) => {
    const { id } = await book();
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/payment_intents/:id/capture',
      when,
      status: 500,
    });
    await respond(id, { status: 'confirmed' });
    await becomes(id, { paymentStatus: 'captured' });
    const { intentId } = await intentOf(id);
    const { data } = await stripe.charges.list({ payment_intent: intentId });
    expect(data.filter(({ captured }) => captured)).toHaveLength(1);
  });

  it.each([
    ['before it took effect', 'before'],
    ['after it took effect', 'after'],
  ])('creates one intent if Stripe responds with 500 %s', async (_what, when) => {
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/payment_intents',
      when,
      status: 500,
    });
    const { id } = await book();
    await intentOf(id);
    const { data } = await stripe.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata['bookingId'] === id)).toHaveLength(1);
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
  });

  it.each([
    ['before it took effect', 'before'],
    ['after it took effect', 'after'],
  ])('refunds once if Stripe responds with 500 %s', async (_what, when) => {
    const { id } = await book();
    await paidCourtly.pay(id);
    await becomes(id, { paymentStatus: 'authorised' });
    await respond(id, { status: 'confirmed' });
    await becomes(id, { paymentStatus: 'captured' });
    await paidCourtly.control('POST', '/faults', { call: 'POST /v1/refunds', when, status: 500 });
    await player.agent.post(`/api/bookings/${id}/cancel`).send({}).expect(200);
    await becomes(id, { paymentStatus: 'refunded' });
    expect(
      (await stripe.refunds.list({ payment_intent: (await intentOf(id)).intentId })).data,
    ).toHaveLength(1);
  });

  it('recovers from a lost webhook through the sweep', async () => {
    const { id } = await book();
    await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
    await paidCourtly.pay(id);
    await paidCourtly.control('DELETE', '/webhooks');
    expect((await paidCourtly.payment(id))!.status).toBe('open');
    // Delays the job, as if it had failed.
    const job = {
      id: `settle.${id}`,
      due: new Date(Date.now() + DAY_MS).toISOString(),
      data: { bookingId: id },
    };
    await courtly.app.get(Queues, { strict: false }).addJobs(settlement, [job]);
    await eventually('the authorization is recorded', async () => {
      await courtly.app.get(ProcessRunner, { strict: false }).sweep();
      return (await readBooking(id)).paymentStatus === 'authorised';
    });
  });
});

describe('a webhook', () => {
  const send = (requestBody: string, signature: string) =>
    courtly
      .visitor()
      .post('/api/webhooks/stripe')
      .set('Content-Type', 'application/json')
      .set('Stripe-Signature', signature)
      .send(requestBody);
  const payloadOf = (id: string, type = 'charge.refunded') =>
    JSON.stringify({
      id,
      object: 'event',
      type,
      data: { object: { object: 'charge', metadata: {} } },
    });
  const sign = (payload: string, secondsAgo: number, secret = WEBHOOK_SECRET) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1_000) - secondsAgo,
    });

  it('accepts signatures up to five minutes old', async () => {
    for (const ago of [0, 299])
      await send(payloadOf(`evt_${ago}`), sign(payloadOf(`evt_${ago}`), ago)).expect(200);
  });

  it.each(['climate.order.delivered', 'an.event.type.of.the.future'])(
    'accepts the event type %s, which Courtly does not use',
    async (type) => {
      const payload = payloadOf(`evt_${type}`, type);
      await send(payload, sign(payload, 0)).expect(200);
    },
  );

  it('rejects old, foreign, and mismatched signatures', async () => {
    await send(payloadOf('evt_old'), sign(payloadOf('evt_old'), 302)).expect(400);
    await send(payloadOf('evt_x'), sign(payloadOf('evt_x'), 0, 'whsec_of_another_account')).expect(
      400,
    );
    await send(payloadOf('evt_y'), sign(payloadOf('evt_z'), 0)).expect(400);
    await send(payloadOf('evt_n'), '').expect(400);
  });
});

describe('the payment reconciliation', () => {
  const made = async () => {
    let intents = 0;
    for await (const intent of stripe.paymentIntents.list({ limit: 100 }))
      intents += intent.metadata['bookingId'] ? 1 : 0;
    return intents;
  };

  it('finds no differences in this log', async () =>
    expect(await reconcile(paidCourtly)).toMatchObject({
      code: 0,
      printed: [`${await made()} payments, 0 payouts, and 0 membership payments, no differences.`],
    }));

  it('reports each difference and fails', async () => {
    const { id } = await book();
    await intentOf(id);
    await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
    await paidCourtly.pay(id);
    const foreign = await stripe.paymentIntents.create({
      amount: 5_000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { bookingId: 'court-20990101-elsewhere' },
    });
    const { code, printed, noted } = await reconcile(paidCourtly);
    await paidCourtly.control('DELETE', '/webhooks');
    expect(code).toBe(1);
    expect(printed.sort()).toEqual(
      [
        `booking ${id}: it is open in the log, but authorised at Stripe`,
        'booking court-20990101-elsewhere: Stripe has a payment that is not in the log',
      ].sort(),
    );
    expect(noted.join()).toContain('2 differences');
    await stripe.paymentIntents.cancel(foreign.id);
  });
});
