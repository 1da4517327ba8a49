import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import type { Booking } from '@courtly/contracts/bookings';
import type { DisputeEvidence, LateStep, MoneyCase } from '@courtly/contracts/money-desk';
import { CommandBus } from '@nestjs/cqrs';
import type Stripe from 'stripe';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';
import { SettleBookingCommand } from '../settlement/settlement.commands.js';

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
});
afterAll(() => paidCourtly?.stop());

/** A booking 20 days ahead that was charged, with its admin and host. */
const charged = async () => {
  const { courtly } = paidCourtly;
  const [admin, host, player] = [
    await anAdmin(courtly),
    await courtly.register('owner'),
    await courtly.player(),
  ];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 20));
  const booking = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  const { id } = booking;
  const respond = (status: string) =>
    host.agent.patch(`/api/bookings/${id}/status`).send({ status }).expect(200);
  await paidCourtly.pay(id);
  await paidCourtly.untilAuthorized(id);
  await respond('confirmed');
  await eventually(
    'the booking is charged',
    async () => (await paidCourtly.payment(id))?.status === 'captured',
  );
  return { booking, admin, respond };
};

it('keeps a failed refund open until an admin settles it once', async () => {
  const { booking, admin, respond } = await charged();
  const { id, totalAmount } = booking;
  await respond('cancelled');
  const [refundId] = await eventually('the booking is refunded', async () => {
    const refundIds = Object.keys((await paidCourtly.payment(id))?.refunds ?? {});
    return refundIds.length > 0 && refundIds;
  });
  await paidCourtly.control('POST', `/refunds/${refundId}/fail`, {});

  const caseWith = (status: MoneyCase['status']) =>
    eventually(`the case is ${status}`, async () => {
      const { body } = await admin.agent.get('/api/admin/money/cases').query({ status });
      return (body as MoneyCase[]).find((item) => item.id === `payment.${id}`);
    });
  expect(await caseWith('open')).toMatchObject({
    problem: 'refund_failed',
    amount: { amount: totalAmount },
  });
  const reason = 'Paid by check.';
  const settle = (amount: string, outcome: SettlementOutcome) =>
    admin.agent
      .post(`/api/admin/bookings/${id}/payment/settlements`)
      .send({ amount, outcome, reason });
  const close = () => admin.agent.post(`/api/admin/money/cases/payment.${id}/closure`);
  await close().send({ reason }).expect(409);
  const waived = (Number(totalAmount) - 60).toFixed(2);
  await settle('60.00', 'paid').expect(201);
  await settle(waived, 'waived').expect(201);
  await settle(waived, 'waived').expect(409);
  expect(await caseWith('done')).toMatchObject({
    outcome: 'settled',
    closing: { reason },
    amount: { amount: totalAmount },
    paid: { amount: '60.00' },
    waived: { amount: waived },
  });
});

it('shows the evidence about a disputed hour', async () => {
  const { booking, admin } = await charged();
  const { intentId } = (await paidCourtly.payment(booking.id))!;
  const intent = await paidCourtly.stripe.paymentIntents.retrieve(intentId);
  const { id: disputeId } = (await paidCourtly.control(
    'POST',
    `/charges/${String(intent.latest_charge)}/dispute`,
    {},
  )) as Stripe.Dispute;
  const path = `/api/admin/money/cases/dispute.${disputeId}/evidence`;
  const evidence = await eventually('the case is open', async () => {
    const response = await admin.agent.get(path);
    return response.status === 200 && (response.body as DisputeEvidence);
  });
  expect(evidence).toMatchObject({
    about: 'booking',
    booking: { id: booking.id, totalAmount: '330.00' },
    earlierBookings: 0,
  });
  expect(evidence.facts.map(({ what }) => what)).toEqual([
    'waiver_accepted',
    'requested',
    'approved',
    'charged',
  ]);
  await admin.agent.get('/api/admin/money/cases/dispute.du_none/evidence').expect(404);
});

it('lists a payment step that is an hour late, until it is taken', async () => {
  const { booking, admin, respond } = await charged();
  const { config } = paidCourtly.courtly;
  const lateSteps = async () =>
    (await admin.agent.get('/api/admin/money/late-steps').expect(200)).body as LateStep[];
  await paidCourtly.control('POST', '/faults', {
    call: 'POST /v1/refunds',
    when: 'before',
    status: 500,
    times: 1_000,
  });
  await respond('cancelled');
  expect(await lateSteps()).toEqual([]);
  config.CLOCK_OFFSET_MS += 61 * 60_000;
  try {
    const steps = await eventually('the step is late', async () => {
      const late = await lateSteps();
      return late.length > 0 && late;
    });
    expect(steps).toMatchObject([
      {
        kind: 'payment',
        what: 'refund',
        amount: { amount: booking.totalAmount, currency: 'usd' },
        booking: { id: booking.id },
        member: null,
      },
    ]);
    await paidCourtly.control('DELETE', '/faults');
    const settle = new SettleBookingCommand(
      { bookingId: booking.id },
      systemContext('settle the late step', new Date().toISOString()),
    );
    await paidCourtly.courtly.app.get(CommandBus, { strict: false }).execute(settle);
    await eventually('the step is no longer late', async () => (await lateSteps()).length === 0);
  } finally {
    config.CLOCK_OFFSET_MS -= 61 * 60_000;
  }
});
