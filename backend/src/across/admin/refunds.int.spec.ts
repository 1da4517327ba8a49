import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import type { BookingMoney } from '@courtly/contracts/admin-money';
import type { MoneyCase } from '@courtly/contracts/money-desk';
import type { StatementLine } from '@courtly/contracts/statements';
import { CommandBus } from '@nestjs/cqrs';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { addDays, localDate } from '../../platform/kernel/local-time.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Member } from '../../../testing/courtly.js';
import { type Mailbox, startMailbox } from '../../../testing/mailbox.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { reconcile, runOperatorCommand } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';

let paidCourtly: PaidCourtly;
let admin: Member;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
  paidCourtly = await startPaidCourtly({ MAIL_URL: mailbox.url });
  admin = await anAdmin(paidCourtly.courtly);
});
afterAll(async () => {
  await paidCourtly?.stop();
  await mailbox?.stop();
});

const charged = async () => {
  const { courtly } = paidCourtly;
  const [host, player] = [await courtly.register('owner'), await courtly.player()];
  const court = await courtly.court(host);
  const [slot] = await courtly.slots(court.id, addDays(localDate(court.zone, Date.now()), 2));
  const { id, endTime } = (await courtly.book(player, court.id, slot!).expect(201)).body as Booking;
  await paidCourtly.charge(id, host);
  return { id, endTime, host, player };
};
const refund = (id: string, amount: string, bearer = 'platform', key: string = randomUUID()) =>
  admin.agent
    .post(`/api/admin/bookings/${id}/refunds`)
    .set('Idempotency-Key', key)
    .send({ amount, bearer, reason: 'The lights went out.' });
const money = async (id: string) =>
  (await admin.agent.get(`/api/admin/bookings/${id}`).expect(200)).body as BookingMoney;
const refundsAtStripe = async (id: string) => {
  const { intentId } = (await paidCourtly.payment(id))!;
  return (await paidCourtly.stripe.refunds.list({ payment_intent: intentId })).data.map(
    ({ amount }) => amount,
  );
};

it('pays manual refunds in parts up to the total and splits their cost as ordered', async () => {
  const { id, endTime } = await charged();
  const idempotencyKey = randomUUID();
  const [firstResponse, repeatedResponse] = [
    await refund(id, '50.00', 'host', idempotencyKey),
    await refund(id, '50.00', 'host', idempotencyKey),
  ];
  expect([firstResponse.status, repeatedResponse.status]).toEqual([202, 202]);
  expect(repeatedResponse.body).toEqual(firstResponse.body);
  expect(firstResponse.body).toMatchObject({ hostBears: '50.00', platformBears: '0.00' });
  await eventually(
    'the first part is refunded',
    async () => (await refundsAtStripe(id)).length === 1,
  );
  await refund(id, '280.01').expect(400);
  await refund(id, '10.00').expect(202);
  await eventually(
    'the second part is refunded',
    async () => (await refundsAtStripe(id)).length === 2,
  );
  expect((await refundsAtStripe(id)).sort()).toEqual([1_000, 5_000]);
  const bookingLedger = await eventually('the ledger shows both refunds', async () => {
    const shownBookings = await money(id);
    return shownBookings.moved.length === 3 && shownBookings.byHand.length === 2 && shownBookings;
  });
  expect(bookingLedger).toMatchObject({ left: '270.00', hostShare: '247.00', isPaidOut: false });
  expect(
    bookingLedger.byHand.map(({ hostBears, platformBears }) => [hostBears, platformBears]),
  ).toEqual([
    ['50.00', '0.00'],
    ['0.00', '10.00'],
  ]);
  await paidCourtly.courtly.app
    .get(CommandBus, { strict: false })
    .execute(
      new PassDeadlineCommand(
        { bookingId: id, deadline: 'end' },
        systemContext(`end.${id}`, endTime),
      ),
    );
  await eventually('the host gets the rest', async () => (await money(id)).hostShare === '247.00');
  await eventually(
    'the hour is played',
    async () => (await money(id)).booking.status === 'completed',
  );
  await refund(id, '20.00').expect(202);
  await eventually('part of the charge for a played hour is refunded', async () =>
    (await refundsAtStripe(id)).includes(2_000),
  );
  expect(await money(id)).toMatchObject({ hostShare: '247.00' });

  const refundedBooking = await charged();
  await refund(refundedBooking.id, '330.00', 'host').expect(202);
  await eventually(
    'the whole charge is refunded',
    async () => (await refundsAtStripe(refundedBooking.id))[0] === 33_000,
  );
  await refund(refundedBooking.id, '0.01').expect(400);
  await eventually(
    'the log and Stripe agree',
    async () => (await reconcile(paidCourtly)).code === 0,
  );
  expect(await runOperatorCommand(paidCourtly, 'verify')).toMatchObject({ code: 0 });
});

it('limits manual refunds to admins and to the charged amount', async () => {
  const { id, host } = await charged();
  const body = { amount: '5.00', bearer: 'platform', reason: 'The lights went out.' };
  await host.agent.post(`/api/admin/bookings/${id}/refunds`).send(body).expect(403);
  await host.agent.get(`/api/admin/bookings/${id}`).expect(403);
  await refund('0000000000-20990313-00000000', '5.00').expect(404);
  const { body: refusal } = await refund(id, '330.01').expect(400);
  expect(refusal).toMatchObject({ code: 'invalid_request' });
  await eventually(
    'the whole charge can be refunded',
    async () => (await money(id)).left === '330.00',
  );
  expect(await money(id)).toMatchObject({ byHand: [] });
  await refund(id, '330.00').expect(202);
});

it('makes a manual refund in addition to an equal refund in the dashboard', async () => {
  const { id, endTime, host } = await charged();
  const { intentId } = (await paidCourtly.payment(id))!;
  await paidCourtly.stripe.refunds.create({ payment_intent: intentId, amount: 5_000 });
  await eventually(
    'the dashboard refund is recorded',
    async () => (await money(id)).left === '280.00',
  );
  await refund(id, '50.00').expect(202);
  await eventually('both refunds are made', async () => (await refundsAtStripe(id)).length === 2);
  const cases = await eventually('the money desk shows the dashboard refund', async () => {
    const { body } = await admin.agent.get('/api/admin/money/cases').expect(200);
    const found = (body as MoneyCase[]).filter(({ booking }) => booking?.id === id);
    return found.length > 0 && found;
  });
  expect(cases).toMatchObject([{ problem: 'dashboard_refund', amount: { amount: '50.00' } }]);

  const adjust = (amount: string, direction: 'add' | 'deduct') =>
    admin.agent.post(`/api/admin/bookings/${id}/payout-adjustments`).send({
      direction,
      amount,
      hostNote: 'You repaired the lights.',
      reason: 'The lights were repaired.',
    });
  await adjust('10.00', 'add').expect(409);
  await paidCourtly.courtly.app
    .get(CommandBus, { strict: false })
    .execute(
      new PassDeadlineCommand(
        { bookingId: id, deadline: 'end' },
        systemContext(`end.${id}`, endTime),
      ),
    );
  await adjust('33.01', 'add').expect(400);
  await adjust('10.00', 'add').expect(202);
  await adjust('3.00', 'deduct').expect(202);
  await eventually('the share has changed', async () => {
    const { hostShare, adjusted } = await money(id);
    return hostShare === '304.00' && adjusted === '7.00';
  });
  const lines = await eventually('the statement shows both adjustments', async () => {
    const { body } = await host.agent.get('/api/host/statement').expect(200);
    const adjustments = (body as StatementLine[]).filter(({ kind }) => kind === 'adjustment');
    return adjustments.length === 2 && adjustments;
  });
  expect(lines.map(({ adjusted, note }) => [adjusted, note]).sort()).toEqual([
    ['-3.00', 'You repaired the lights.'],
    ['10.00', 'You repaired the lights.'],
  ]);
  await eventually('the host is emailed both reasons', () =>
    Promise.resolve(
      mailbox
        .to(host.email)
        .filter(({ text }) => text?.includes('Reason: You repaired the lights.')).length === 2,
    ),
  );
  await admin.agent
    .post(`/api/admin/bookings/${id}/payout-retries`)
    .send({ reason: 'The account was fixed.' })
    .expect(409);
  await eventually(
    'the log and Stripe agree',
    async () => (await reconcile(paidCourtly)).code === 0,
  );
  expect(await runOperatorCommand(paidCourtly, 'verify')).toMatchObject({ code: 0 });
});
