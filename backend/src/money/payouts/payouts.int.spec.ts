import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Slot } from '@courtly/contracts/availability';
import type { Booking } from '@courtly/contracts/bookings';
import type { CourtDetail } from '@courtly/contracts/courts';
import type { BalanceReport, PayoutHold } from '@courtly/contracts/admin-money';
import type { BookingPayout } from '@courtly/contracts/payouts';
import type { Receipt } from '@courtly/contracts/receipts';
import type { CourtEarnings, StatementLine, StatementSummary } from '@courtly/contracts/statements';
import type Stripe from 'stripe';
import { PassDeadlineCommand } from '../../booking/bookings/bookings.commands.js';
import { systemContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { anAdmin } from '../../../testing/admin.js';
import type { Courtly, Member } from '../../../testing/courtly.js';
import { openPayoutAccount, payoutAccountOf } from '../../../testing/payout-account.js';
import { type PaidCourtly, startPaidCourtly } from '../../../testing/paid-courtly.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { reconcile, runOperatorCommand } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';
import { PayHostCommand, SettlePayoutCommand } from './payouts.commands.js';

let paidCourtly: PaidCourtly;
let courtly: Courtly;
let stripe: Stripe;
let host: Member;
let player: Member;
let admin: Member;
let court: CourtDetail;
let accountId: string;
let slots: Slot[];

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const dueAt = ({ endTime }: Booking) => new Date(Date.parse(endTime) + DAY_MS).toISOString();
const run = (command: SettlePayoutCommand | PayHostCommand | PassDeadlineCommand) =>
  courtly.app
    .get(CommandBus, { strict: false })
    .execute<SettlePayoutCommand | PayHostCommand | PassDeadlineCommand, unknown>(command);
const settle = (booking: Booking, at = dueAt(booking)) =>
  run(new SettlePayoutCommand({ bookingId: booking.id }, systemContext(`pay ${booking.id}`, at)));
const transfersOf = async ({ id }: Booking) =>
  (await stripe.transfers.list({ transfer_group: `booking_${id}` })).data;
const eventsOf = async ({ id }: Booking) =>
  (await courtly.app.get(Streams, { strict: false }).events(`payout-${id}`)).map(
    ({ type }) => type,
  );
const accountOf = () => payoutAccountOf(host);
const capability = (status: string) =>
  paidCourtly.control('POST', `/accounts/${accountId}/transfers`, { status });

const shows = (booking: Booking, changes: Partial<BookingPayout>) =>
  eventually(`its payout shows ${JSON.stringify(changes)}`, async () => {
    const { body } = await host.agent.get(`/api/bookings/${booking.id}/payout`).expect(200);
    const bookingPayout = (body as { payout: BookingPayout }).payout;
    return Object.entries(changes).every(
      ([key, value]) => bookingPayout[key as keyof BookingPayout] === value,
    );
  });

const played = async (): Promise<Booking> => {
  const booking = (await courtly.book(player, court.id, slots.shift()!).expect(201))
    .body as Booking;
  const becomes = (paymentStatus: Booking['paymentStatus']) =>
    eventually(`it is ${paymentStatus}`, async () => {
      const { body } = await player.agent.get(`/api/bookings/${booking.id}`).expect(200);
      return (body as Booking).paymentStatus === paymentStatus;
    });
  await paidCourtly.pay(booking.id);
  await becomes('authorised');
  await host.agent
    .patch(`/api/bookings/${booking.id}/status`)
    .send({ status: 'confirmed' })
    .expect(200);
  await becomes('captured');
  await run(
    new PassDeadlineCommand(
      { bookingId: booking.id, deadline: 'end' },
      systemContext(`end.${booking.id}`, booking.endTime),
    ),
  );
  await shows(booking, { amount: '297.00' });
  return booking;
};

const chargeOf = async ({ id }: Booking) => {
  const intent = await stripe.paymentIntents.retrieve((await paidCourtly.payment(id))!.intentId);
  return { intentId: intent.id, chargeId: intent.latest_charge as string };
};
const dispute = async (booking: Booking) =>
  (await paidCourtly.control(
    'POST',
    `/charges/${(await chargeOf(booking)).chargeId}/dispute`,
    {},
  )) as Stripe.Dispute;
const close = (id: string, status: 'won' | 'lost') =>
  paidCourtly.control('POST', `/disputes/${id}/close`, { status });

beforeAll(async () => {
  paidCourtly = await startPaidCourtly();
  ({ courtly, stripe } = paidCourtly);
  host = await courtly.register('owner');
  player = await courtly.player();
  admin = await anAdmin(courtly);
  court = await courtly.court(host, { name: '=Camelback' });
  accountId = await openPayoutAccount(paidCourtly, host);
  slots = [
    ...(await courtly.slots(court.id, inDays(20))),
    ...(await courtly.slots(court.id, inDays(21))),
  ];
}, 60_000);

afterAll(() => paidCourtly?.stop());

describe('the payout of a host', () => {
  it('transfers once, a day after the hour, from the charge', async () => {
    const booking = await played();
    await settle(booking, new Date(Date.parse(dueAt(booking)) - 1).toISOString());
    expect(await transfersOf(booking)).toEqual([]);
    await shows(booking, { waitsFor: 'not_due', paid: '0.00', dueAt: dueAt(booking) });
    await Promise.all([settle(booking), settle(booking)]);
    await settle(booking);
    const { chargeId } = await chargeOf(booking);
    expect(await transfersOf(booking)).toMatchObject([
      {
        amount: 29_700,
        destination: accountId,
        source_transaction: chargeId,
        metadata: { bookingId: booking.id },
      },
    ]);
    expect(await eventsOf(booking)).toEqual(['PayoutTransferred']);
    await shows(booking, { waitsFor: null, paid: '297.00' });
  });

  it.each([
    ['before it took effect', 'before'],
    ['after it took effect', 'after'],
  ])('transfers once if Stripe responds with 500 %s', async (_what, when) => {
    const booking = await played();
    await paidCourtly.control('POST', '/faults', { call: 'POST /v1/transfers', when, status: 500 });
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
    expect(await eventsOf(booking)).toEqual(['PayoutTransferred']);
  });

  it('finds a transfer that was not recorded, even after its key expired', async () => {
    const booking = await played();
    const { chargeId } = await chargeOf(booking);
    const bookingFields = {
      amount: 29_700,
      currency: 'usd',
      destination: accountId,
      source_transaction: chargeId,
    };
    await stripe.transfers.create({
      ...bookingFields,
      metadata: { bookingId: booking.id },
      transfer_group: `booking_${booking.id}`,
    });
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
    expect(await eventsOf(booking)).toEqual(['PayoutTransferred']);
  });

  it('waits for an active account and then pays', async () => {
    const booking = await played();
    await capability('inactive');
    await eventually('it cannot be paid', async () => (await accountOf()).state === 'restricted');
    await settle(booking);
    expect(await eventsOf(booking)).toEqual([]);
    await capability('active');
    await eventually('it can be paid', async () => (await accountOf()).state === 'active');
    await run(
      new PayHostCommand({ hostId: host.user.id }, systemContext('pay the host', dueAt(booking))),
    );
    expect(await transfersOf(booking)).toHaveLength(1);
  });

  it('waits after a refusal and retries with another key', async () => {
    const booking = await played();
    await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
    await capability('inactive');
    await settle(booking);
    await settle(booking);
    expect(await eventsOf(booking)).toEqual(['PayoutRefused']);
    // The account is read again, although its webhook was lost.
    await eventually('it cannot be paid', async () => (await accountOf()).state === 'restricted');
    await paidCourtly.control('DELETE', '/webhooks');
    await capability('active');
    await eventually('it can be paid', async () => (await accountOf()).state === 'active');
    await settle(booking, new Date(Date.parse(dueAt(booking)) + 3_600_000).toISOString());
    expect(await transfersOf(booking)).toHaveLength(1);
    expect(await eventsOf(booking)).toEqual(['PayoutRefused', 'PayoutTransferred']);
  });
});

describe('the balance of the platform', () => {
  const report = async () =>
    (await admin.agent.get('/api/admin/platform-balance').expect(200)).body as BalanceReport;

  it('shows what belongs to hosts against the balance, and unsafe payouts', async () => {
    await played();
    await eventually('it counts', async () => Number((await report()).belongsToHosts) >= 297);
    expect((await report()).stripe).toMatchObject({ hasManualPayouts: true, isSafe: true });
    const setInterval = (interval: 'manual' | 'daily') =>
      stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval } } } });
    await setInterval('daily');
    expect((await report()).stripe).toMatchObject({ hasManualPayouts: false, isSafe: false });
    await setInterval('manual');
    await paidCourtly.control('POST', '/faults', {
      call: 'GET /v1/balance',
      when: 'before',
      cut: true,
      times: 2,
    });
    expect(await report()).toMatchObject({ stripe: null });
    await paidCourtly.control('DELETE', '/faults');
  });
});

const change = (path: string) =>
  admin.agent.post(path).send({ reason: 'The player reported a no-show.' }).expect(200);
const holds = async () =>
  (await admin.agent.get('/api/admin/payout-holds').expect(200)).body as PayoutHold[];

describe('a hold', () => {
  it('stops the payout of a booking until it is released', async () => {
    const booking = await played();
    const path = `/api/admin/bookings/${booking.id}`;
    await host.agent.post(`${path}/payout-holds`).send({ reason: 'A test.' }).expect(403);
    await change(`${path}/payout-holds`);
    await settle(booking);
    await run(
      new PayHostCommand({ hostId: host.user.id }, systemContext('pay held', dueAt(booking))),
    );
    expect(await transfersOf(booking)).toEqual([]);
    const [hold] = await holds();
    expect(hold).toMatchObject({
      host: { id: host.user.id },
      booking: { id: booking.id, court: '=Camelback' },
      cause: 'admin',
      reason: 'The player reported a no-show.',
      by: { id: admin.user.id },
      due: '297.00',
    });
    await change(`${path}/payout-releases`);
    await eventually('it is released', async () => (await holds()).length === 0);
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });

  it('stops all payouts of a host', async () => {
    const booking = await played();
    const path = `/api/admin/users/${host.user.id}`;
    await change(`${path}/payout-holds`);
    await settle(booking);
    expect(await transfersOf(booking)).toEqual([]);
    await change(`${path}/payout-releases`);
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });
});

describe('a dispute', () => {
  it('freezes only the payout of its booking until it is won', async () => {
    const [booking, otherBooking] = [await played(), await played()];
    const { id } = await dispute(booking);
    await shows(booking, { waitsFor: 'disputed' });
    await settle(booking);
    await settle(otherBooking);
    expect(await transfersOf(booking)).toEqual([]);
    expect(await transfersOf(otherBooking)).toHaveLength(1);
    await close(id, 'won');
    await shows(booking, { waitsFor: 'not_due' });
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });

  it('freezes the payout if the webhook was lost', async () => {
    const booking = await played();
    await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
    await dispute(booking);
    await paidCourtly.control('DELETE', '/webhooks');
    await settle(booking);
    expect(await transfersOf(booking)).toEqual([]);
    await shows(booking, { waitsFor: 'disputed' });
  });

  it('reverses the payout if it is lost later', async () => {
    const booking = await played();
    await settle(booking);
    await close((await dispute(booking)).id, 'lost');
    await eventually('the loss is recorded', async () =>
      Object.values((await paidCourtly.payment(booking.id))!.disputes).some(
        ({ status }) => status === 'lost',
      ),
    );
    await settle(booking);
    expect(await transfersOf(booking)).toMatchObject([
      { amount: 29_700, amount_reversed: 29_700, reversed: true },
    ]);
    expect(await eventsOf(booking)).toEqual(['PayoutTransferred', 'PayoutReversed']);
  });
});

describe('a refund after the payout', () => {
  it('reverses what the host no longer earns, once', async () => {
    const booking = await played();
    await settle(booking);
    const { intentId } = await chargeOf(booking);
    await paidCourtly.control('POST', '/faults', {
      call: 'POST /v1/transfers/:id/reversals',
      when: 'after',
      status: 500,
    });
    await stripe.refunds.create({
      payment_intent: intentId,
      amount: 13_300,
      metadata: { bookingId: booking.id },
    });
    await eventually(
      'it is noted',
      async () => Object.keys((await paidCourtly.payment(booking.id))!.refunds).length === 1,
    );
    await settle(booking);
    expect(await transfersOf(booking)).toMatchObject([{ amount_reversed: 10_000 }]);
    await shows(booking, { amount: '197.00', paid: '197.00', waitsFor: null });
  });
});

describe('payout lists and receipts', () => {
  it('totals what moved by court, month, and year, and what the host is owed', async () => {
    const { body } = await host.agent.get('/api/host/earnings/courts?months=24').expect(200);
    const months = body as CourtEarnings[];
    expect(months[0]).toMatchObject({ courtId: court.id, court: '=Camelback' });
    const summary = (await host.agent.get('/api/host/statement/summary').expect(200))
      .body as StatementSummary;
    const total = (rows: readonly object[], field: 'gross' | 'paid' | 'takenBack' | 'net') =>
      rows.reduce((sum, row) => sum + Number((row as CourtEarnings)[field]), 0);
    for (const field of ['gross', 'paid', 'takenBack', 'net'] as const)
      expect(total(summary.years, field)).toBeCloseTo(total(months, field), 2);
    // One payout was reversed after a lost dispute, and a part of another after a refund.
    expect(total(months, 'takenBack')).toBe(397);
    expect(total(months, 'net')).toBeCloseTo(total(months, 'paid') - 397, 2);
    expect(summary).toMatchObject({ frozen: '297.00', debt: '0.00' });
  });

  it('lists transfers and reversals with their bookings in pages', async () => {
    const firstResponse = await host.agent.get('/api/host/statement?limit=2').expect(200);
    const nextResponse = await host.agent.get(nextPageUrl(firstResponse)!).expect(200);
    const lines = [firstResponse, nextResponse].flatMap(({ body }) => body as StatementLine[]);
    expect(lines.map(({ at }) => at)).toEqual(
      lines
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const reversal = lines.find(({ amount }) => amount === '-100.00')!;
    expect(reversal).toMatchObject({ kind: 'reversal', charged: '197.00', fees: '0.00' });
    expect(lines.filter(({ bookingId }) => bookingId === reversal.bookingId)[1]).toMatchObject({
      kind: 'payout',
      court: '=Camelback',
      charged: '330.00',
      fees: '33.00',
      amount: '297.00',
    });
  });

  it('exports every movement of a year by date, with formulas escaped', async () => {
    const year = new Date().getUTCFullYear();
    const { text, headers } = await host.agent
      .get(`/api/host/earnings.csv?year=${year}`)
      .expect(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toContain(`earnings-${year}.csv`);
    expect(text).toContain(`"'=Camelback"`);
    const [header, ...rows] = text.trimEnd().split('\r\n');
    expect(header).toContain('"Date","Moved at (UTC)","Type","Booking","Court"');
    const movedAt = rows.map((row) => row.split('","')[1]!);
    expect(movedAt).toEqual(movedAt.toSorted());
    const countOf = (type: string) => rows.filter((row) => row.includes(`"${type}"`)).length;
    expect([countOf('Payout taken back'), countOf('Dispute')]).toEqual([2, 3]);
    expect(text).toContain('"-297.00"');
  });

  it('lists payouts in pages', async () => {
    const firstResponse = await host.agent.get('/api/host/payouts?limit=2').expect(200);
    expect(firstResponse.body as BookingPayout[]).toHaveLength(2);
    const next = nextPageUrl(firstResponse)!;
    const second = (await host.agent.get(next).expect(200)).body as BookingPayout[];
    expect(second[0]!.startTime < (firstResponse.body as BookingPayout[])[1]!.startTime).toBe(true);
  });

  it('shows the receipt only to the player', async () => {
    const booking = await played();
    const path = `/api/bookings/${booking.id}/receipt`;
    const { receipt } = (await player.agent.get(path).expect(200)).body as { receipt: Receipt };
    expect(receipt).toMatchObject({
      totalAmount: '330.00',
      netAmount: '330.00',
      court: '=Camelback',
    });
    expect(receipt.moved).toMatchObject([{ what: 'paid', amount: '330.00' }]);
    await host.agent.get(path).expect(404);
  });
});

describe('the payout reconciliation', () => {
  it('compares every transfer and reversal', async () => {
    const { data } = await stripe.transfers.list({ limit: 100 });
    expect(await reconcile(paidCourtly)).toMatchObject({
      code: 0,
      printed: [
        expect.stringContaining(
          `payments, ${data.length} payouts, and 0 membership payments, no differences.`,
        ),
      ],
    });
  });

  it('reports an unknown transfer and a reversal', async () => {
    const booking = await played();
    await settle(booking);
    const [transfer] = await transfersOf(booking);
    const reversal = await stripe.transfers.createReversal(transfer!.id, { amount: 100 });
    const otherBooking = await played();
    const bookingFields = {
      currency: 'usd',
      destination: accountId,
      source_transaction: (await chargeOf(otherBooking)).chargeId,
    };
    const group = {
      metadata: { bookingId: otherBooking.id },
      transfer_group: `booking_${otherBooking.id}`,
    };
    const unknown = await stripe.transfers.create({ amount: 500, ...bookingFields, ...group });
    const { code, printed } = await reconcile(paidCourtly);
    expect(code).toBe(1);
    expect(printed.sort()).toEqual(
      [
        `booking ${booking.id}: Stripe has reversal ${reversal.id} of 100, but the log does not`,
        `booking ${otherBooking.id}: Stripe has transfer ${unknown.id} of 500 to ${accountId}, but the log does not`,
      ].sort(),
    );
  });
});

describe('the sweep', () => {
  it('pays a due payout without any event', async () => {
    const booking = await played();
    const { config } = courtly;
    const originalOffset = config.CLOCK_OFFSET_MS;
    config.CLOCK_OFFSET_MS = Date.parse(dueAt(booking)) - Date.now() + 1_000;
    try {
      await courtly.app.get(ProcessRunner, { strict: false }).sweep();
      await eventually('it is paid', async () => (await transfersOf(booking)).length === 1);
    } finally {
      config.CLOCK_OFFSET_MS = originalOffset;
    }
  });
});

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
      'it is noted',
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

describe('a dispute that is appealed', () => {
  it('pays the host again if it is won, and takes the money back if it is lost again', async () => {
    const booking = await played();
    await settle(booking);
    // A later transfer needs available money, which the new charges are not yet.
    await stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
    const { id } = await dispute(booking);
    const moveTo = async (status: string, recorded: 'open' | 'won' | 'lost') => {
      await paidCourtly.control('POST', `/disputes/${id}/status`, { status });
      await eventually(`it is ${recorded}`, async () =>
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

// The host's sessions end, so this test is the last.
describe('a suspended host', () => {
  it('is not paid until the suspension ends', async () => {
    const booking = await played();
    const path = `/api/admin/users/${host.user.id}`;
    await change(`${path}/suspensions`);
    await settle(booking);
    expect(await transfersOf(booking)).toEqual([]);
    await eventually('it shows', async () => (await holds())[0]?.cause === 'suspension');
    expect(await holds()).toMatchObject([{ host: { id: host.user.id }, booking: null, by: null }]);
    await change(`${path}/suspension-ends`);
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
  });
});
