import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Booking } from '@courtly/contracts/bookings';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import { Streams } from '../../platform/kernel/streams.js';
import { toPaidBooking } from '../payments/payment.js';
import { payout } from './payout.js';
import { type Payouts, dueAt, startPayouts } from '../../../testing/payouts.js';
import { runOperatorCommand } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';

let payouts: Payouts;
let paidCourtly: Payouts['paidCourtly'];
let stripe: Payouts['stripe'];
let admin: Payouts['admin'];
let accountId: Payouts['accountId'];
let settle: Payouts['settle'];
let played: Payouts['played'];
let dispute: Payouts['dispute'];
let transfersOf: Payouts['transfersOf'];
let eventsOf: Payouts['eventsOf'];
let shows: Payouts['shows'];

beforeAll(async () => {
  payouts = await startPayouts();
  ({
    paidCourtly,
    stripe,
    admin,
    accountId,
    settle,
    played,
    dispute,
    transfersOf,
    eventsOf,
    shows,
  } = payouts);
});

afterAll(() => payouts?.paidCourtly.stop());

describe('a debt of a host', () => {
  it('is repaid by the next payouts if Stripe cannot take the money back', async () => {
    const indebted = await played();
    await settle(indebted);
    const addToBalance = (amount: number) =>
      paidCourtly.control('POST', `/accounts/${accountId}/balance`, { amount });
    await addToBalance(-1_000_000);
    await admin.agent
      .post(`/api/admin/bookings/${indebted.id}/refunds`)
      .send({ amount: '330.00', bearer: 'host', reason: 'The court was locked.' })
      .expect(202);
    await eventually(
      'the refund is recorded',
      async () => Object.keys((await paidCourtly.payment(indebted.id))!.refunds).length === 1,
    );
    await settle(indebted);
    await shows(indebted, { amount: '0.00', paid: '297.00', waitsFor: 'refused' });
    const next = await played();
    await settle(next);
    expect(await transfersOf(next)).toEqual([]);
    await shows(next, { amount: '297.00', paid: '297.00', waitsFor: null });
    await shows(indebted, { amount: '0.00', paid: '0.00', waitsFor: null });
    expect(await eventsOf(next)).toEqual(['PayoutOffset']);
    expect(await eventsOf(indebted)).toEqual([
      'PayoutTransferred',
      'PayoutRefused',
      'PayoutRecovered',
    ]);
    await addToBalance(1_000_000);
    const later = await played();
    await settle(later);
    expect(await transfersOf(later)).toMatchObject([{ amount: 29_700 }]);
    const { printed } = await runOperatorCommand(paidCourtly, 'verify');
    for (const { id } of [indebted, next, later]) expect(printed.join()).not.toContain(id);
  });
});

it('returns to the host what two payouts repaid at the same time', async () => {
  await stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
  const { app } = paidCourtly.courtly;
  const [streams, commandHandling] = [
    app.get(Streams, { strict: false }),
    app.get(CommandHandling, { strict: false }),
  ];
  const indebted = await played();
  const next = [await played(), await played()];
  await settle(indebted);
  const addToBalance = (amount: number) =>
    paidCourtly.control('POST', `/accounts/${accountId}/balance`, { amount });
  await addToBalance(-1_000_000);
  await admin.agent
    .post(`/api/admin/bookings/${indebted.id}/refunds`)
    .send({ amount: '330.00', bearer: 'host', reason: 'The court was locked.' })
    .expect(202);
  await eventually('the refund is recorded', async () =>
    Boolean(Object.keys((await paidCourtly.payment(indebted.id))!.refunds)[0]),
  );
  await settle(indebted);
  await shows(indebted, { waitsFor: 'refused' });
  // Both workers read the debt before either records its offset.
  for (const repaying of next) {
    const { id } = repaying;
    const booking = toPaidBooking((await loadBooking(streams, id))!);
    const offset = { debtBookingId: indebted.id, amountCents: 29_700, offsetCount: 0 };
    const at = dueAt(repaying);
    await commandHandling.handle(
      payout,
      id,
      { type: 'OffsetDebt', data: { booking, ...offset, dueAt: at, at } },
      systemContext(`offset ${id}`, at),
    );
  }
  for (const booking of next) await shows(booking, { paid: '297.00' });
  await settle(indebted);
  await shows(indebted, { amount: '0.00', paid: '0.00', waitsFor: null });
  await addToBalance(1_000_000);
  const received = async (booking: Booking) =>
    (await transfersOf(booking)).reduce((sum, transfer) => sum + transfer.amount, 0);
  expect(await received(indebted)).toBe(29_700 + 29_700);
  expect([await received(next[0]!), await received(next[1]!)]).toEqual([0, 0]);
  expect(await eventsOf(indebted)).toEqual([
    'PayoutTransferred',
    'PayoutRefused',
    'PayoutRecovered',
    'PayoutRecovered',
    'PayoutTransferred',
  ]);
  const { printed } = await runOperatorCommand(paidCourtly, 'verify');
  for (const { id } of [indebted, ...next]) expect(printed.join()).not.toContain(id);
});

describe('a booking that was paid outside Stripe', () => {
  it('pays its host with adjustments from the balance, and takes back a deduction', async () => {
    await stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
    const booking = await payouts.overdue();
    const order = (path: string, body: object) =>
      admin.agent
        .post(`/api/admin/bookings/${booking.id}/${path}`)
        .send({ reason: 'Paid by check.', ...body });
    const adjust = (direction: 'add' | 'deduct', amount: string) =>
      order('payout-adjustments', { direction, amount, hostNote: 'You repaired the lights.' });
    await order('payment/settlements', { amount: '330.00', outcome: 'paid' }).expect(201);
    await adjust('add', '33.01').expect(400);
    await adjust('add', '10.00').expect(202);
    await settle(booking);
    await shows(booking, { amount: '307.00', paid: '307.00', waitsFor: null });
    expect(await transfersOf(booking)).toMatchObject([
      { amount: 30_700, amount_reversed: 0, source_transaction: null },
    ]);
    await adjust('deduct', '7.00').expect(202);
    await settle(booking);
    await shows(booking, { amount: '300.00', paid: '300.00', waitsFor: null });
    expect(await transfersOf(booking)).toMatchObject([{ amount: 30_700, amount_reversed: 700 }]);
    const { printed } = await runOperatorCommand(paidCourtly, 'verify');
    expect(printed.join()).not.toContain(booking.id);
  });
});

describe('a dispute that is appealed', () => {
  it('pays the host again if it is won, and takes the money back if it is lost again', async () => {
    const booking = await played();
    await settle(booking);
    // A later transfer uses the available balance, which does not include the new charges yet.
    await stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
    const { id } = await dispute(booking);
    const moveTo = async (status: string, recorded: 'open' | 'won' | 'lost') => {
      await paidCourtly.control('POST', `/disputes/${id}/status`, { status });
      await eventually(`the dispute is ${recorded}`, async () =>
        Object.values((await paidCourtly.payment(booking.id))!.disputes).some(
          (recordedDispute) => recordedDispute.status === recorded,
        ),
      );
      await settle(booking);
    };
    const paid = async () =>
      (await transfersOf(booking)).map(({ amount, amount_reversed }) => amount - amount_reversed);
    await moveTo('lost', 'lost');
    expect(await paid()).toEqual([0]);
    await moveTo('appeal_needs_response', 'open');
    await moveTo('appeal_under_review', 'open');
    expect(await paid()).toEqual([0]);
    await moveTo('won', 'won');
    expect(await paid()).toEqual([29_700, 0]);
    await moveTo('lost', 'lost');
    expect(await paid()).toEqual([0, 0]);
  });
});
