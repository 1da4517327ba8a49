import { describe, expect, it } from '@jest/globals';
import {
  paymentCaptured,
  disputeClosed,
  paymentDisputed,
  paymentRefunded,
  payoutTransferred,
  settledOtherwise,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import { bookingRequest } from '../../../testing/court-day.js';
import { type BookingLedger, ledger } from './ledger.projection.js';
import { receiptOf } from './receipt.js';
import type { MoneyEvent } from './entries.js';

const log = (...events: readonly unknown[]) => inStream('log-all', ...(events as MoneyEvent[]));
const ledgerAfter = (...events: readonly unknown[]): BookingLedger =>
  fold(ledger, ...log(...events)).get('booking-1')!;

describe('the ledger of a booking', () => {
  it('keeps postings in order with the balance of each account', () => {
    const { postings, balances, playerId } = ledgerAfter(paymentCaptured, payoutTransferred());
    expect(postings.map(({ type }) => type)).toEqual(['PaymentCaptured', 'PayoutTransferred']);
    expect(balances).toEqual({
      player: -33_000,
      host: 29_700,
      platform: 2_313,
      processor: 987,
      bank: 0,
    });
    expect(playerId).toBe('pavel');
  });

  it('records amounts paid outside Stripe, but not waived amounts', () => {
    const { postings, balances } = ledgerAfter(
      settledOtherwise('charge', 33_000),
      settledOtherwise('refund', 16_500),
    );
    expect(postings).toHaveLength(2);
    expect(balances).toEqual({ player: -16_500, host: 0, platform: 0, processor: 0, bank: 16_500 });
    expect(ledgerAfter(settledOtherwise('charge', 33_000, { outcome: 'waived' }))).toBeUndefined();
  });
});

describe('a receipt', () => {
  const booking = {
    ...bookingRequest(),
    status: 'cancelled',
    paymentStatus: 'refunded',
    approvedAt: null,
  } as const;
  const receiptContext = {
    seller: 'Courtly',
    court: 'Camelback Court',
    address: 'Paradise Valley',
    player: 'Robin Baseline',
  };
  const charge = {
    amountCents: 33_000,
    chargedAt: '2027-03-10T13:00:00.000Z',
    card: { brand: 'visa', last4: '4242' },
    disputes: {},
    settledCents: 0,
    refunds: [],
  };
  const receipt = (...events: readonly unknown[]) =>
    receiptOf(
      { ...booking, completedAt: null, cancellation: null, charge },
      ledgerAfter(...events),
      receiptContext,
    );

  it('lists the agreed price, charges, and refunds', () =>
    expect(
      receipt(paymentCaptured, paymentRefunded(16_500), payoutTransferred(14_850)),
    ).toMatchObject({
      ...receiptContext,
      receiptNumber: '20270310-1',
      issuedAt: '2027-03-10T13:00:00.000Z',
      card: { brand: 'visa', last4: '4242' },
      lines: [
        { what: 'rate', amount: '300.00' },
        { what: 'fee', amount: '30.00' },
      ],
      tax: null,
      totalAmount: '330.00',
      moved: [
        { what: 'paid', amount: '330.00', at: paymentCaptured.data && '2027-03-10T13:00:00.000Z' },
        { what: 'refunded', amount: '165.00', at: '2027-03-13T10:00:00.000Z' },
      ],
      netAmount: '165.00',
      policyId: 'standard-1',
    }));

  it('names only a sport that the booking recorded', () => {
    const sportOf = (sport: 'pickleball' | null) =>
      receiptOf(
        { ...booking, sport, completedAt: null, cancellation: null, charge },
        ledgerAfter(paymentCaptured),
        receiptContext,
      ).sport;
    expect(sportOf('pickleball')).toBe('pickleball');
    expect(sportOf(null)).toBeNull();
  });

  it('shows the tax as a line and in the net amount', () => {
    const tax = { city: 'Austin', name: 'Sales tax', rate: 800, included: false };
    const taxedBooking = { ...booking, totalCents: 35_640, taxCents: 2_640 };
    const documents = { completedAt: null, cancellation: null, charge };
    const terms = { ...booking.terms, tax };
    const captured = { ...paymentCaptured, data: { ...paymentCaptured.data, amountCents: 35_640 } };
    expect(
      receiptOf(
        { ...taxedBooking, ...documents, terms },
        ledgerAfter(captured, paymentRefunded(17_820)),
        receiptContext,
      ),
    ).toMatchObject({
      tax: { name: 'Sales tax', rate: 800, included: false, amount: '26.40' },
      totalAmount: '356.40',
      netAmount: '178.20',
      netTax: '13.20',
    });
  });

  it('lists amounts that were not paid or refunded by card', () =>
    expect(
      receipt(settledOtherwise('charge', 33_000), settledOtherwise('refund', 16_500)),
    ).toMatchObject({
      moved: [
        { what: 'paid_otherwise', amount: '330.00' },
        { what: 'refunded_otherwise', amount: '165.00' },
      ],
      netAmount: '165.00',
    }));

  it('omits movements that do not involve the player', () => {
    expect(
      receipt(paymentCaptured, paymentDisputed(), disputeClosed('lost')).moved.map(
        ({ what: movementType }) => movementType,
      ),
    ).toEqual([...['paid', 'disputed']]);
    expect(
      receipt(paymentCaptured, paymentDisputed()).moved.map(
        ({ what: movementType }) => movementType,
      ),
    ).toEqual([...['paid', 'dispute_open']]);
    expect(receipt(paymentCaptured, paymentRefunded(33_000)).netAmount).toBe('0.00');
  });
});
