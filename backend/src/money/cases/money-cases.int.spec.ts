import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SettlementOutcome } from '@courtly/contracts/admin-money';
import type { Booking } from '@courtly/contracts/bookings';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { eventually } from '../../../testing/stores.js';

let paidCourtly: PaidCourtly;
beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
}, 60_000);
afterAll(() => paidCourtly?.stop());

it('keeps a failed refund open until an admin settles it once', async () => {
  const { courtly } = paidCourtly;
  const [admin, host, player] = [
    await anAdmin(courtly),
    await courtly.register('owner'),
    await courtly.player(),
  ];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 20));
  const { id, totalAmount } = (await courtly.book(player, court.id, slot!).expect(201))
    .body as Booking;
  const isPayment = (status: string) =>
    eventually(`it is ${status}`, async () => (await paidCourtly.payment(id))?.status === status);
  const answer = (status: string) =>
    host.agent.patch(`/api/bookings/${id}/status`).send({ status }).expect(200);
  await paidCourtly.pay(id);
  await isPayment('authorised');
  await answer('confirmed');
  await isPayment('captured');
  await answer('cancelled');
  const [refundId] = await eventually('it is refunded', async () => {
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
}, 120_000);
