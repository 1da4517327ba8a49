import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { documentedTable, markdownTable } from '../../../testing/documented-table.js';
import {
  DUE_AT,
  debtRecorded,
  OTHER_BOOKING,
  disputeClosed,
  freeCancellation,
  lateCancellation,
  paymentAfter,
  paymentDisputed,
  paymentRefunded,
  payoutAdjusted,
  payoutOffset,
  payoutRecovered,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
  playedBooking,
  refundOrdered,
} from '../../../testing/paid-booking.js';
import { type Payment, payment } from '../payments/payment.js';
import {
  type NextPayout,
  type PayoutSituation,
  debtCents,
  hostPosition,
  nextPayout,
  owedCents,
} from './next-payout.js';
import { type Payout, payout } from './payout.js';
import type { PayoutEvent } from './payout.events.js';

const JUST_BEFORE = '2027-03-14T18:59:59.999Z';
const RETRY_AT = '2027-03-15T19:00:00.000Z';

const ready: PayoutSituation = {
  connectedAccount: { accountId: 'acct_1', transfers: 'active', payoutsEnabled: true },
  isHeld: false,
  lacksApproval: false,
  debts: [],
  at: DUE_AT,
};

const bookingAfter = (events: readonly BookingEvent[]) => foldAll(booking, events)!;
type Column = Readonly<{
  booked: ReturnType<typeof bookingAfter>;
  paid: Payment;
  situation?: Partial<PayoutSituation>;
}>;

/** Every state of a booking that has ended, and of its payment. */
const columns: Readonly<Record<string, Column>> = {
  'Played, not due': {
    booked: bookingAfter(playedBooking),
    paid: paymentAfter(),
    situation: { at: JUST_BEFORE },
  },
  Played: { booked: bookingAfter(playedBooking), paid: paymentAfter() },
  'Canceled late': {
    booked: bookingAfter(lateCancellation),
    paid: paymentAfter(paymentRefunded(16_500)),
  },
  'Canceled free': {
    booked: bookingAfter(freeCancellation),
    paid: paymentAfter(paymentRefunded(33_000)),
  },
  'Host bears a refund': {
    booked: bookingAfter(playedBooking),
    paid: paymentAfter(refundOrdered({ hostCents: 10_000 })),
  },
  'Dispute open': {
    booked: bookingAfter(playedBooking),
    paid: paymentAfter(paymentDisputed()),
  },
  'Dispute lost': {
    booked: bookingAfter(playedBooking),
    paid: paymentAfter(paymentDisputed(), disputeClosed('lost')),
  },
};

type Row = Readonly<{ payouts: readonly PayoutEvent[]; situation?: Partial<PayoutSituation> }>;

/** Every state of a payout, and what it can wait for. */
const rows: Readonly<Record<string, Row>> = {
  'Nothing paid': { payouts: [] },
  'Nothing paid, on hold': { payouts: [], situation: { isHeld: true } },
  'Nothing paid, host not approved': { payouts: [], situation: { lacksApproval: true } },
  'Nothing paid, account not ready': { payouts: [], situation: { connectedAccount: null } },
  'Nothing paid, transfer refused': { payouts: [payoutRefused(RETRY_AT)] },
  'Nothing paid, host owes $100': {
    payouts: [],
    situation: { debts: [{ bookingId: OTHER_BOOKING, amountCents: 10_000 }] },
  },
  'Nothing paid, $20 added': { payouts: [payoutAdjusted(2_000)] },
  'Paid $297': { payouts: [payoutTransferred()] },
  'Paid $297, $20 deducted': { payouts: [payoutTransferred(), payoutAdjusted(-2_000)] },
  'Paid $297, reversal refused': {
    payouts: [payoutTransferred(), payoutRefused(RETRY_AT, 'reverse')],
  },
  'Paid $297, reversed': { payouts: [payoutTransferred(), payoutReversed(29_700)] },
  'Used for a debt': { payouts: [payoutOffset(29_700)] },
  'Used for a debt, debt recorded': { payouts: [payoutOffset(29_700), debtRecorded(29_700)] },
  'Repaid by other payouts': { payouts: [payoutTransferred(), payoutRecovered(29_700)] },
};

const dollars = (cents: number) => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`;
const waits: Readonly<Record<Extract<NextPayout, { type: 'wait' }>['for'], string>> = {
  not_due: 'wait for the due time',
  disputed: 'wait for the bank',
  held: '**release**',
  approval: '**approve**',
  account: 'wait for the host',
  refused: 'retry later',
  debt: 'wait for other payouts',
};
const cellOf = (step: NextPayout | null, recordedDebtCents: number): string => {
  if (!step) return '';
  switch (step.type) {
    case 'transfer':
      return `pay ${dollars(step.amountCents)}`;
    case 'reverse':
      return `take back ${dollars(step.amountCents)}`;
    case 'offset':
      return `repay ${dollars(step.amountCents)}`;
    case 'recordDebt':
      return step.amountCents < recordedDebtCents
        ? `reduce debt to ${dollars(step.amountCents)}`
        : `record debt ${dollars(step.amountCents)}`;
    case 'wait':
      return waits[step.for];
  }
};

const situationOf = (column: Column, row: Row): PayoutSituation => ({
  ...ready,
  ...column.situation,
  ...row.situation,
});
const payoutOf = ({ payouts }: Row): Payout => foldAll(payout, payouts);

const table = (): string => {
  const header = ['Payout', ...Object.keys(columns)];
  const body = Object.entries(rows).map(([name, row]) => [
    name,
    ...Object.values(columns).map((column) => {
      const payoutState = payoutOf(row);
      const step = nextPayout(column.booked, column.paid, payoutState, situationOf(column, row));
      return cellOf(step, payoutState.recordedDebtCents);
    }),
  ]);
  return markdownTable([header, ...body]);
};

const LAST_STEP = 10;

/** Takes all steps, and ends each wait as its cause would. */
const settled = (
  { booked, paid: firstPaid }: Column,
  row: Row,
  firstSituation: PayoutSituation,
  outcome: 'won' | 'lost',
): Readonly<{ paid: Payment; payoutState: Payout }> => {
  let [paid, payoutState, situation] = [firstPaid, payoutOf(row), firstSituation];
  for (let count = 0; count < LAST_STEP; count++) {
    const step = nextPayout(booked, paid, payoutState, situation);
    if (!step) return { paid, payoutState };
    const record = (event: PayoutEvent) => (payoutState = payout.evolve(payoutState, event));
    switch (step.type) {
      case 'transfer':
        record(payoutTransferred(step.amountCents, `tr_later_${count}`));
        break;
      case 'reverse':
        record(payoutReversed(step.amountCents, `trr_later_${count}`, step.transferId));
        break;
      case 'offset':
        record(payoutOffset(step.amountCents, `booking-1:later-${count}`));
        situation = { ...situation, debts: [] };
        break;
      case 'recordDebt':
        record(debtRecorded(step.amountCents));
        break;
      case 'wait': {
        situation = { ...ready, debts: situation.debts, at: RETRY_AT };
        if (step.for === 'disputed') paid = payment.evolve(paid, disputeClosed(outcome))!;
        if (step.for === 'debt')
          record(payoutRecovered(debtCents(booked, paid, payoutState), `booking-2:later-${count}`));
      }
    }
  }
  throw new Error(`not settled after ${LAST_STEP} steps`);
};

const pairs = Object.entries(columns).flatMap(([columnName, column]) =>
  Object.entries(rows).flatMap(([rowName, row]) => {
    const outcomes = columnName === 'Dispute open' ? (['won', 'lost'] as const) : ['won' as const];
    return outcomes.map((outcome) => ({
      name: `${columnName} / ${rowName} / ${outcome}`,
      column,
      row,
      outcome,
    }));
  }),
);

describe('the states of a payout', () => {
  it('have the exits that docs/money.md lists', () => {
    if (process.env.PRINT) process.stdout.write(table());
    expect(documentedTable('payout-steps')).toBe(table());
  });

  it.each(pairs)('end with exactly the share of the host: $name', ({ column, row, outcome }) => {
    const { paid, payoutState } = settled(column, row, situationOf(column, row), outcome);
    const { booked } = column;
    expect(owedCents(booked, paid, payoutState)).toBe(0);
    const { shareCents, paidCents } = hostPosition(booked, paid, payoutState);
    expect(paidCents).toBe(shareCents);
  });
});
