import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookingPayout } from '@courtly/contracts/payouts';
import type { Receipt } from '@courtly/contracts/receipts';
import type { CourtEarnings, StatementLine, StatementSummary } from '@courtly/contracts/statements';
import { ProcessRunner } from '../../platform/processes/runner.js';
import { nextPageUrl } from '../../../testing/pages.js';
import { payoutAccountOf } from '../../../testing/payout-account.js';
import { type Payouts, dueAt, startPayouts } from '../../../testing/payouts.js';
import { reconcile } from '../../../testing/reconcile.js';
import { eventually } from '../../../testing/stores.js';

let payouts: Payouts;
let paidCourtly: Payouts['paidCourtly'];
let courtly: Payouts['courtly'];
let stripe: Payouts['stripe'];
let host: Payouts['host'];
let player: Payouts['player'];
let court: Payouts['court'];
let accountId: Payouts['accountId'];
let settle: Payouts['settle'];
let payHost: Payouts['payHost'];
let played: Payouts['played'];
let dispute: Payouts['dispute'];
let transfersOf: Payouts['transfersOf'];
let eventsOf: Payouts['eventsOf'];
let shows: Payouts['shows'];
let chargeOf: Payouts['chargeOf'];

beforeAll(async () => {
  payouts = await startPayouts();
  ({
    paidCourtly,
    courtly,
    stripe,
    host,
    player,
    court,
    accountId,
    settle,
    payHost,
    played,
    dispute,
    transfersOf,
    eventsOf,
    shows,
    chargeOf,
  } = payouts);
});

afterAll(() => payouts?.paidCourtly.stop());

const accountOf = () => payoutAccountOf(host);
const capability = (status: string) =>
  paidCourtly.control('POST', `/accounts/${accountId}/transfers`, { status });
const close = (id: string, status: 'won' | 'lost') =>
  paidCourtly.control('POST', `/disputes/${id}/close`, { status });

describe('the payout of a host', () => {
  it('is transferred once, from the charge, a day after the hour', async () => {
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
  ])('is transferred once even if Stripe responds with 500 %s', async (_what, when) => {
    const booking = await played();
    await paidCourtly.control('POST', '/faults', { call: 'POST /v1/transfers', when, status: 500 });
    await settle(booking);
    expect(await transfersOf(booking)).toHaveLength(1);
    expect(await eventsOf(booking)).toEqual(['PayoutTransferred']);
  });

  it('recognizes a transfer that was not recorded, even after its key expired', async () => {
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

  it('waits for an active account and is then paid', async () => {
    const booking = await played();
    await capability('inactive');
    await eventually(
      'the account cannot be paid',
      async () => (await accountOf()).state === 'restricted',
    );
    await settle(booking);
    expect(await eventsOf(booking)).toEqual([]);
    await capability('active');
    await eventually('the account can be paid', async () => (await accountOf()).state === 'active');
    await payHost(dueAt(booking));
    expect(await transfersOf(booking)).toHaveLength(1);
  });

  it('waits after a refusal and retries with another key', async () => {
    const booking = await played();
    await paidCourtly.control('POST', '/webhooks', { lose: { fraction: 1 } });
    await capability('inactive');
    await settle(booking);
    await settle(booking);
    expect(await eventsOf(booking)).toEqual(['PayoutRefused']);
    await eventually('the host sees that the payout waits', async () => {
      const { waiting } = await accountOf();
      return waiting.bookings === 1 && waiting.amount === '297.00';
    });
    expect((await accountOf()).refused).toEqual({ bookings: 1, amount: '297.00' });
    // The account is read again even though its webhook was lost.
    await eventually(
      'the account cannot be paid',
      async () => (await accountOf()).state === 'restricted',
    );
    await paidCourtly.control('DELETE', '/webhooks');
    await capability('active');
    await eventually('the account can be paid', async () => (await accountOf()).state === 'active');
    await settle(booking, new Date(Date.parse(dueAt(booking)) + 3_600_000).toISOString());
    expect(await transfersOf(booking)).toHaveLength(1);
    expect(await eventsOf(booking)).toEqual(['PayoutRefused', 'PayoutTransferred']);
  });
});

describe('a dispute', () => {
  it('stops only the payout of its booking until it is won', async () => {
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

  it('stops the payout even if its webhook was lost', async () => {
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
    const { id } = await dispute(booking);
    await shows(booking, { paid: '297.00', isDisputed: true, isDisputeLost: false });
    await close(id, 'lost');
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
    await shows(booking, { amount: '0.00', isDisputed: false, isDisputeLost: true });
  });
});

describe('a refund after the payout', () => {
  it('reverses the amount that the host no longer earns, once', async () => {
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
      'the refund is recorded',
      async () => Object.keys((await paidCourtly.payment(booking.id))!.refunds).length === 1,
    );
    await settle(booking);
    expect(await transfersOf(booking)).toMatchObject([{ amount_reversed: 10_000 }]);
    await shows(booking, { amount: '197.00', paid: '197.00', waitsFor: null });
  });
});

describe('payout lists and receipts', () => {
  it('add up movements by court, month, and year, and the amount owed to the host', async () => {
    const total = (rows: readonly object[], field: 'gross' | 'paid' | 'takenBack' | 'net') =>
      rows.reduce((sum, row) => sum + Number((row as CourtEarnings)[field]), 0);
    // One payout was reversed after a lost dispute, and part of another one after a refund.
    const months = await eventually('both reversals are listed', async () => {
      const { body } = await host.agent.get('/api/host/earnings/courts?months=24').expect(200);
      const listed = body as CourtEarnings[];
      return total(listed, 'takenBack') === 397 && listed;
    });
    expect(months[0]).toMatchObject({ courtId: court.id, court: '=Camelback' });
    const summary = (await host.agent.get('/api/host/statement/summary').expect(200))
      .body as StatementSummary;
    for (const field of ['gross', 'paid', 'takenBack', 'net'] as const)
      expect(total(summary.years, field)).toBeCloseTo(total(months, field), 2);
    expect(total(months, 'net')).toBeCloseTo(total(months, 'paid') - 397, 2);
    expect(summary).toMatchObject({ frozen: '297.00', debt: '0.00' });
  });

  it('list transfers and reversals with their bookings in pages', async () => {
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
    expect(reversal).toMatchObject({
      kind: 'reversal',
      charged: '197.00',
      fees: '0.00',
      cause: 'refund',
    });
    expect(lines.filter(({ bookingId }) => bookingId === reversal.bookingId)[1]).toMatchObject({
      kind: 'payout',
      court: '=Camelback',
      charged: '330.00',
      fees: '33.00',
      amount: '297.00',
    });
  });

  it('export every movement of a year by date, with formulas escaped', async () => {
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

  it('list payouts in pages', async () => {
    const firstResponse = await host.agent.get('/api/host/payouts?limit=2').expect(200);
    expect(firstResponse.body as BookingPayout[]).toHaveLength(2);
    const next = nextPageUrl(firstResponse)!;
    const second = (await host.agent.get(next).expect(200)).body as BookingPayout[];
    expect(second[0]!.startTime < (firstResponse.body as BookingPayout[])[1]!.startTime).toBe(true);
  });

  it('list the payouts of the given bookings, and none of other hosts', async () => {
    const all = (await host.agent.get('/api/host/payouts').expect(200)).body as BookingPayout[];
    const [firstId, secondId] = all.map(({ bookingId }) => bookingId);
    const path = `/api/host/payouts?bookingIds=${firstId},${secondId},unknown`;
    const listed = (await host.agent.get(path).expect(200)).body as BookingPayout[];
    expect(listed).toEqual(all.slice(0, 2));
    const otherHost = await paidCourtly.courtly.register('owner');
    expect((await otherHost.agent.get(path).expect(200)).body).toEqual([]);
    const tooMany = Array.from({ length: 49 }, (_, index) => `b${index}`).join(',');
    await host.agent.get(`/api/host/payouts?bookingIds=${tooMany}`).expect(400);
  });

  it('show the receipt only to the player', async () => {
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
        `booking ${booking.id}: Stripe has reversal ${reversal.id} of $1.00, but the log does not`,
        `booking ${otherBooking.id}: Stripe has transfer ${unknown.id} of $5.00 to ${accountId}, but the log does not`,
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
      await eventually('the payout is made', async () => (await transfersOf(booking)).length === 1);
    } finally {
      config.CLOCK_OFFSET_MS = originalOffset;
    }
  });
});
