import { describe, expect, it } from '@jest/globals';
import type { BookingCharge, BookingStatus, PaymentStatus } from '@courtly/contracts/bookings';
import { buildBooking } from '../../testing/booking';
import { paymentNote } from './payment-note';

const charge: BookingCharge = {
  amount: '330.00',
  chargedAt: '2027-03-10T17:00:00.000Z',
  card: { brand: 'visa', last4: '4242' },
  refunds: [],
  settledAmount: '0.00',
  isRefundDue: false,
  disputedAmount: '0.00',
  lostAmount: '0.00',
  isDisputeOpen: false,
};
const NOW = '2027-03-14T17:00:00.000Z';
const noteOf = (
  changes: Partial<BookingCharge>,
  paymentStatus: PaymentStatus = 'captured',
  now = NOW,
) => paymentNote(buildBooking({ paymentStatus, charge: { ...charge, ...changes } }), now);

describe('the payment note of a charged booking', () => {
  it('names the card', () =>
    expect(noteOf({})).toBe('$330.00 was charged to your Visa ending in 4242.'));

  it('says "card" if the brand is unknown or the card was not recorded', () => {
    expect(noteOf({ card: null })).toBe('$330.00 was charged to your card.');
    expect(noteOf({ card: { brand: 'new', last4: '1111' } })).toBe(
      '$330.00 was charged to your card ending in 1111.',
    );
  });

  it('keeps the charge and adds each refund with its date and expected arrival', () =>
    expect(
      noteOf({
        refunds: [
          { amount: '5.00', at: '2027-03-11T17:00:00.000Z', hasFailed: false },
          { amount: '165.00', at: '2027-03-13T04:00:00.000Z', hasFailed: false },
        ],
      }),
    ).toBe(
      '$330.00 was charged to your Visa ending in 4242. ' +
        '$5.00 was refunded on Thu, Mar 11. Your bank should show it between Thu, Mar 18 and Thu, Mar 25. ' +
        '$165.00 was refunded on Fri, Mar 12. Your bank should show it between Fri, Mar 19 and Fri, Mar 26.',
    ));

  it('omits the expected arrival after its last day', () => {
    const refunds = [{ amount: '5.00', at: '2027-03-11T17:00:00.000Z', hasFailed: false }];
    const lastDay = '2027-03-26T06:59:00.000Z';
    const nextDay = '2027-03-26T07:00:00.000Z';
    expect(noteOf({ refunds }, 'captured', lastDay)).toMatch(/Your bank should show it/);
    expect(noteOf({ refunds }, 'captured', nextDay)).toBe(
      '$330.00 was charged to your Visa ending in 4242. $5.00 was refunded on Thu, Mar 11.',
    );
  });

  it('shows a rejected refund and the next step', () => {
    const refunds = [{ amount: '5.00', at: '2027-03-11T17:00:00.000Z', hasFailed: true }];
    expect(noteOf({ refunds }, 'refund_failed')).toBe(
      '$330.00 was charged to your Visa ending in 4242. ' +
        "Your bank rejected a refund of $5.00. If it is still due, we'll return it and email you.",
    );
    expect(noteOf({ refunds, settledAmount: '5.00' }, 'refunded')).toBe(
      '$330.00 was charged to your Visa ending in 4242. ' +
        'Your bank rejected a refund of $5.00. $5.00 was settled another way.',
    );
  });

  it('says what happened in a dispute', () => {
    expect(noteOf({ disputedAmount: '330.00', isDisputeOpen: true })).toBe(
      '$330.00 was charged to your Visa ending in 4242. ' +
        'Your bank took back $330.00 while it reviews a dispute.',
    );
    expect(noteOf({ lostAmount: '330.00' })).toBe(
      '$330.00 was charged to your Visa ending in 4242. ' +
        'Your bank returned $330.00 to you after a dispute.',
    );
    expect(noteOf({ disputedAmount: '130.00', isDisputeOpen: true, lostAmount: '200.00' })).toBe(
      '$330.00 was charged to your Visa ending in 4242. ' +
        'Your bank returned $200.00 to you after a dispute. ' +
        'Your bank took back $130.00 while it reviews a dispute.',
    );
  });

  it('says nothing about a closed dispute if the API is from the previous release', () => {
    expect(noteOf({ disputedAmount: '330.00', lostAmount: undefined as never })).toBe(
      '$330.00 was charged to your Visa ending in 4242.',
    );
  });

  it('announces a refund that is still due', () =>
    expect(noteOf({ isRefundDue: true })).toBe(
      '$330.00 was charged to your Visa ending in 4242. Your refund is on its way to your card.',
    ));
});

describe('the payment note of an overdue booking', () => {
  const overdueNote = (status: BookingStatus, owedAmount: string) =>
    paymentNote(buildBooking({ status, paymentStatus: 'overdue', owedAmount }), NOW);

  it('asks for what is still owed', () => {
    expect(overdueNote('completed', '330.00')).toContain('settle $330.00');
    expect(overdueNote('completed', '230.00')).toContain('settle $230.00');
    expect(overdueNote('cancelled', '165.00')).toBe(
      "We couldn't charge your card the cancellation fee. Please contact us to settle $165.00.",
    );
  });

  it('asks for the rest of a price that was charged in part', () => {
    const partly = { charge: { ...charge, amount: '100.00' }, owedAmount: '230.00' };
    expect(paymentNote(buildBooking({ ...partly, paymentStatus: 'overdue' }), NOW)).toBe(
      "$100.00 was charged to your Visa ending in 4242. We couldn't charge the rest. Please contact us to settle $230.00.",
    );
    const settled = { ...partly, owedAmount: '0.00', paymentStatus: 'settled' } as const;
    expect(paymentNote(buildBooking(settled), NOW)).toBe(
      '$100.00 was charged to your Visa ending in 4242. The rest is settled.',
    );
  });
});
