import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { documentedTable, markdownTable } from '../../../testing/documented-table.js';
import { MAX_FAILED_REFUNDS, type RefusableStep } from '../payments/exceptions.js';
import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import { disputedCents, isDisputed, newDispute } from '../payments/disputes.js';
import { refundedCents } from '../payments/payment-sums.js';
import type { WrongCharge } from '../payments/wrong-charge.js';
import { MAX_DECLINES, type Payment, payment, toPaidBooking } from '../payments/payment.js';
import {
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
  bookingTerms,
} from '../../../testing/court-day.js';
import { payBy, paymentState, refundOf, wrongChargeOf } from '../../../testing/paid-booking.js';
import { type DueStep, dueStep, nextSettlementStep, settleableObligation } from './next-step.js';

const REFUSED_AT = '2027-03-12T12:00:00.000Z';

const after = (...events: BookingEvent[]): Booking =>
  foldAll(booking, [bookingRequested({ payBy }), ...events])!;
const confirmed = [bookingAuthorised({ payBy }), bookingApproved({ payBy })];
const cancelled = (changes: Parameters<typeof bookingCancelled>[0]) =>
  after(...confirmed, bookingCancelled({ payBy, approvedAt: REFUSED_AT, ...changes }));

/** Every possible state of a booking paid by card. */
const bookings: Readonly<Record<string, Booking>> = {
  Unpaid: after(),
  Requested: after(bookingAuthorised({ payBy })),
  Confirmed: after(...confirmed),
  'Confirmed, free to cancel': foldAll(booking, [
    bookingRequested({ payBy, terms: { ...bookingTerms, lateChargeMarginMinutes: 720 } }),
    ...confirmed,
  ])!,
  Played: after(...confirmed, bookingCompleted({ payBy })),
  'Canceled free': cancelled({}),
  'Canceled late': cancelled({ rule: 'late', refundCents: 16_500, hostCents: 14_850 }),
  'Canceled after the start': cancelled({ rule: 'started', refundCents: 0, hostCents: 29_700 }),
  'Ended unpaid': after(bookingCancelled({ payBy, rule: 'not_paid', neverPaid: true })),
};

const held = { status: 'authorised', captureBefore: '2027-03-17T12:05:00.000Z' } as const;
const paidOutside = {
  status: 'cancelled',
  settledOtherwise: {
    refundCents: 0,
    paidRefundCents: 0,
    chargeCents: 33_000,
    paidChargeCents: 33_000,
  },
} as const;
const charged = { status: 'captured', chargeId: 'ch_1', capturedCents: 33_000 } as const;
const failedRefund = { re_1: refundOf(16_500, { failed: true }) };
const refused = (step: RefusableStep, attempts: number) => ({
  refusals: attempts,
  refusal: {
    step,
    code: 'account_restricted',
    message: 'The account is restricted.',
    attempts,
    tryAgainAt: '2027-03-12T12:05:00.000Z',
    refusedAt: REFUSED_AT,
  },
});
const disputed = (status: 'open' | 'lost', takenCents = 33_000) => ({
  disputes: { du_1: { ...newDispute, status, takenCents } },
});

const wrongly = (changes: Partial<WrongCharge>, others: Partial<Payment> = {}): Payment =>
  paymentState({
    isMismatched: true,
    wrongCharge: { ...wrongChargeOf(10_000), ...changes },
    ...others,
  });
const released = { status: 'cancelled' } as const;
const returnedRefund = { refunds: { re_1: refundOf(10_000, { failed: true }) } };

/**
 * Every possible state of a payment. The last refusal is the one after which an admin has to
 * decide.
 */
const payments: Readonly<Record<string, Payment | null>> = {
  'No intent': null,
  Open: paymentState(),
  'Open, 20 cards declined': paymentState({
    declines: Array.from({ length: MAX_DECLINES }, (_, index) => ({
      chargeId: `ch_${index}`,
      code: 'generic_decline',
    })),
  }),
  'Open, release refused': paymentState(refused('cancelIntent', MAX_REFUSALS)),
  Authorized: paymentState(held),
  'Authorized, charge refused once': paymentState({
    ...held,
    ...refused('capture', 1),
  }),
  'Authorized, charge refused for good': paymentState({
    ...held,
    ...refused('capture', MAX_REFUSALS),
  }),
  Charged: paymentState(charged),
  'Charged in part': paymentState({ ...charged, capturedCents: 10_000 }),
  'Charged in part, overdue': paymentState({
    ...charged,
    capturedCents: 10_000,
    overdueAt: REFUSED_AT,
  }),
  'Charged, refund refused for good': paymentState({
    ...charged,
    ...refused('refund', MAX_REFUSALS),
  }),
  'Charged, half refunded': paymentState({
    ...charged,
    refunds: { re_1: refundOf(16_500) },
  }),
  'Charged, refund returned once': paymentState({
    ...charged,
    refunds: failedRefund,
    failedRefunds: { count: 1, failedAt: REFUSED_AT },
  }),
  'Charged, refund returned for good': paymentState({
    ...charged,
    refunds: failedRefund,
    failedRefunds: { count: MAX_FAILED_REFUNDS, failedAt: REFUSED_AT },
  }),
  'Charged, dispute open': paymentState({ ...charged, ...disputed('open') }),
  'Charged, dispute lost': paymentState({ ...charged, ...disputed('lost') }),
  'Charged, refund refused, dispute open': paymentState({
    ...charged,
    ...disputed('open'),
    ...refused('refund', MAX_REFUSALS),
  }),
  'Charged, refund refused, dispute lost': paymentState({
    ...charged,
    ...disputed('lost'),
    ...refused('refund', MAX_REFUSALS),
  }),
  'Charged, refund refused, dispute of $100 open': paymentState({
    ...charged,
    ...disputed('open', 10_000),
    ...refused('refund', MAX_REFUSALS),
  }),
  Released: paymentState({ status: 'cancelled' }),
  'Released, overdue': paymentState({ status: 'cancelled', overdueAt: REFUSED_AT }),
  'Paid outside Stripe': paymentState(paidOutside),
  'Paid outside Stripe, return recorded': paymentState({ ...paidOutside, returnDueCents: 33_000 }),
  'Wrong amount': paymentState({ isMismatched: true }),
  'Wrong amount, release refused for good': paymentState({
    isMismatched: true,
    ...refused('cancelIntent', MAX_REFUSALS),
  }),
  'Wrong amount, released': paymentState({ isMismatched: true, status: 'cancelled' }),
  'Wrong charge': wrongly({}),
  'Wrong charge, refund refused for good': wrongly({}, refused('refund', MAX_REFUSALS)),
  'Wrong charge, refunded': wrongly({ refunds: { re_1: refundOf(10_000) } }, released),
  'Wrong charge, refund returned once': wrongly(returnedRefund, {
    ...released,
    failedRefunds: { count: 1, failedAt: REFUSED_AT },
  }),
  'Wrong charge, refund returned for good': wrongly(returnedRefund, {
    ...released,
    failedRefunds: { count: MAX_FAILED_REFUNDS, failedAt: REFUSED_AT },
  }),
  'Wrong charge, dispute open': wrongly(disputed('open', 10_000), released),
};

const stepNames: Readonly<Record<DueStep['step']['type'], string>> = {
  createIntent: 'create',
  capture: 'charge',
  cancelIntent: 'release',
  refund: 'refund',
  recordDebt: 'record debt',
  collectDebt: 'collect',
  recordReturn: 'record return',
  payReturn: 'return',
  AuthorisePayment: 'authorize',
  ExpirePayment: 'expire at the deadline',
  FailPayment: 'fail',
};

const dollars = (cents: number) => ` $${(cents / 100).toFixed(0)}`;

const cellOf = (due: DueStep | null): string => {
  if (!due) return '';
  const amount = 'amountCents' in due.step ? dollars(due.step.amountCents) : '';
  const step = `${stepNames[due.step.type]}${amount}`;
  if (due.owner === 'admin') return `**${step}**`;
  const isLater = due.dueAt > due.since && due.step.type !== 'ExpirePayment';
  return isLater ? `${step}, later` : step;
};

const table = (): string => {
  const columns = Object.keys(bookings);
  const rows = Object.entries(payments).map(([name, paid]) => [
    name,
    ...Object.values(bookings).map((booked) => cellOf(dueStep(booked, paid))),
  ]);
  return markdownTable([['Payment', ...columns], ...rows]);
};

const pairs = Object.entries(bookings).flatMap(([bookingName, booked]) =>
  Object.entries(payments).map(([paymentName, paid]) => ({
    name: `${bookingName} / ${paymentName}`,
    booked,
    paid,
  })),
);

/** What ends a state in which no step is due. Null if nothing does. */
const externalWait = (booked: Booking, paid: Payment | null): string | null => {
  if (booked.status === 'pending') return 'the host answers, or the request expires';
  if (booked.status === 'confirmed') return 'the hour is played or canceled';
  if (!paid) return 'nothing was paid';
  if (paid.status === 'open') return 'no hour is confirmed before its authorization';
  if (isDisputed(paid)) return 'the bank decides';
  const agreedCents = booked.totalCents - (booked.cancellation?.refundCents ?? 0);
  const collectedCents = paid.capturedCents + paid.settledOtherwise.chargeCents;
  const keptCents = collectedCents - refundedCents(paid) - disputedCents(paid);
  return collectedCents >= agreedCents && keptCents <= agreedCents ? 'it is settled' : null;
};

describe('the states of a booking and its payment', () => {
  it('have the exits listed in docs/money.md', () => {
    if (process.env.PRINT) process.stdout.write(table());
    expect(documentedTable('settlement-steps')).toBe(table());
  });

  it.each(pairs)(
    'let an admin end every step that only they can end: $name',
    ({ booked, paid }) => {
      const due = dueStep(booked, paid);
      if (!due) {
        expect(externalWait(booked, paid)).not.toBeNull();
        return;
      }
      if (due.owner === 'courtly') {
        expect(nextSettlementStep(booked, paid, due.dueAt)).toEqual(due.step);
        return;
      }
      const settleable = settleableObligation(due.step)!;
      const [settled] = payment.decide(
        {
          type: 'SettleOtherwise',
          data: {
            booking: toPaidBooking(booked),
            orderId: 'order-1',
            amountCents: settleable.dueCents,
            outcome: 'paid',
            seen: paid,
            dueObligation: settleable.obligation,
            dueCents: settleable.dueCents,
            isMoving: false,
            refundOrderId: settleable.refundOrderId ?? null,
            reason: 'Paid by check.',
            orderedBy: 'avery',
            at: REFUSED_AT,
          },
        },
        paid,
      );
      const next = dueStep(booked, payment.evolve(paid, settled!));
      expect(next).not.toEqual(due);
      expect(next?.owner ?? 'courtly').toBe('courtly');
    },
  );
});
