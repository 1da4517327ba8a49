import { describe, expect, it } from '@jest/globals';
import type { BookingEvent } from '../../booking/bookings/booking.events.js';
import { type Booking, booking } from '../../booking/bookings/booking.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { newDispute } from '../payments/disputes.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type Payment, payment as settledPayment } from '../payments/payment.js';
import { type WrongCharge, leftOfWrongCharge } from '../payments/wrong-charge.js';
import {
  APPROVED_AT,
  bookingApproved,
  bookingAuthorised,
  bookingCancelled,
  bookingCompleted,
  bookingRequested,
  bookingTerms,
} from '../../../testing/court-day.js';
import {
  created,
  paidBooking,
  paymentMismatched,
  paymentRefused,
  paymentState,
  refundOf,
  retryOrdered,
  settledOtherwise,
  wrongChargeOf,
} from '../../../testing/paid-booking.js';
import { MAX_FAILED_REFUNDS } from '../payments/exceptions.js';
import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import { dueStep, isInDebt, refundOwner, nextSettlementStep } from './next-step.js';

const PAY_BY = '2027-03-10T12:15:00.000Z';
const after = (...events: BookingEvent[]): Booking => foldAll(booking, events)!;
const unpaid = bookingRequested({ payBy: PAY_BY });
const late = {
  approvedAt: '2027-03-10T13:00:00.000Z',
  rule: 'late',
  refundCents: 16_500,
  hostCents: 14_850,
} as const;
const cancelledLate = bookingCancelled({ ...late, platformCents: 1_650 });

const payment = (status: Payment['status'], refunds: Payment['refunds'] = {}): Payment =>
  paymentState({
    status,
    refunds,
    chargeId: 'ch_1',
    capturedCents: status === 'captured' ? 33_000 : 0,
  });

const nothingSettled = paymentState().settledOtherwise;

const stepOf = (settled: Booking, paid: Payment | null, at = '2027-03-13T12:00:00.000Z') =>
  nextSettlementStep(settled, paid, at);

describe('the next settlement step', () => {
  it('creates an intent for an unpaid request', () =>
    expect(stepOf(after(unpaid), null, '2027-03-10T12:01:00.000Z')).toEqual({
      type: 'createIntent',
    }));

  it('does nothing for a free booking or a request that ended without an intent', () => {
    expect(stepOf(after(bookingRequested()), null)).toBeNull();
    expect(stepOf(after(bookingRequested(), bookingApproved()), null)).toBeNull();
    expect(stepOf(after(unpaid, bookingCancelled({ neverPaid: true })), null)).toBeNull();
  });

  it("waits for the player's payment and the host's response", () => {
    expect(stepOf(after(unpaid), payment('open'), '2027-03-10T12:14:59.999Z')).toBeNull();
    expect(stepOf(after(unpaid, bookingAuthorised()), payment('authorised'))).toBeNull();
  });

  it('expires an unpaid request at its deadline, unless a card is authorized', () => {
    expect(stepOf(after(unpaid), payment('open'), PAY_BY)).toEqual({ type: 'ExpirePayment' });
    expect(stepOf(after(unpaid), payment('authorised'), PAY_BY)).toEqual({
      type: 'AuthorisePayment',
    });
  });

  it('cancels an intent once its cards were declined 20 times', () => {
    const declined = (count: number) => ({
      ...payment('open'),
      declines: Array.from({ length: count }, (_, index) => ({
        chargeId: `ch_${index}`,
        code: 'generic_decline',
      })),
    });
    const at = '2027-03-10T12:10:00.000Z';
    expect(stepOf(after(unpaid), declined(19), at)).toBeNull();
    expect(stepOf(after(unpaid), declined(20), at)).toEqual({ type: 'cancelIntent' });
  });

  it('reports the authorization to the booking', () =>
    expect(stepOf(after(unpaid), payment('authorised'))).toEqual({
      type: 'AuthorisePayment',
    }));

  it('reports a dashboard charge for an unpaid request, so that the host can respond', () =>
    expect(stepOf(after(unpaid), payment('captured'))).toEqual({ type: 'AuthorisePayment' }));

  it('captures the payment once the host approves, even after the hour', () => {
    expect(
      stepOf(after(unpaid, bookingAuthorised(), bookingApproved()), payment('authorised')),
    ).toEqual({ type: 'capture', amountCents: 33_000 });
    expect(
      stepOf(
        after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted()),
        payment('authorised'),
      ),
    ).toEqual({ type: 'capture', amountCents: 33_000 });
  });

  it('captures the payment once the booking can no longer be canceled for free', () => {
    const terms = { ...bookingTerms, lateChargeMarginMinutes: 720 };
    const confirmed = after(
      bookingRequested({ payBy: PAY_BY, terms }),
      bookingAuthorised(),
      bookingApproved(),
    );
    const held = { ...payment('authorised'), captureBefore: '2027-03-17T12:05:00.000Z' };
    expect(dueStep(confirmed, held)).toMatchObject({
      since: APPROVED_AT,
      dueAt: '2027-03-12T18:00:00.000Z',
      owner: 'courtly',
    });
    expect(stepOf(confirmed, held, '2027-03-12T17:59:59.999Z')).toBeNull();
    expect(stepOf(confirmed, held, '2027-03-12T18:00:00.000Z')).toEqual({
      type: 'capture',
      amountCents: 33_000,
    });
    const cancelled = booking.evolve(confirmed, bookingCancelled({ approvedAt: APPROVED_AT }));
    expect(stepOf(cancelled!, held, '2027-03-11T12:00:00.000Z')).toEqual({ type: 'cancelIntent' });
  });

  it('cancels the intent of an ended booking, authorized or not', () => {
    const endedBooking = after(
      unpaid,
      bookingCancelled({ reason: 'not_paid', rule: 'not_paid', neverPaid: true }),
    );
    expect(stepOf(endedBooking, payment('open'))).toEqual({ type: 'cancelIntent' });
    expect(stepOf(endedBooking, payment('authorised'))).toEqual({
      type: 'cancelIntent',
    });
  });

  it('charges only the part that a late cancellation keeps', () => {
    const cancelledBeforeCapture = after(
      unpaid,
      bookingAuthorised(),
      bookingApproved(),
      cancelledLate,
    );
    expect(stepOf(cancelledBeforeCapture, payment('authorised'))).toEqual({
      type: 'capture',
      amountCents: 16_500,
    });
    const partlyCaptured = { ...payment('captured'), capturedCents: 16_500 };
    expect(stepOf(cancelledBeforeCapture, partlyCaptured)).toBeNull();
  });

  it('refunds exactly the amount of the cancellation', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    expect(stepOf(endedBooking, payment('captured'))).toEqual({
      type: 'refund',
      amountCents: 16_500,
      orderId: null,
      refunds: 0,
    });
    const part = payment('captured', { re_1: refundOf(10_000) });
    expect(stepOf(endedBooking, part)).toEqual({
      type: 'refund',
      amountCents: 6_500,
      orderId: null,
      refunds: 1,
    });
    expect(stepOf(endedBooking, payment('captured', { re_1: refundOf(16_500) }))).toBeNull();
    const nothingBack = after(
      unpaid,
      bookingAuthorised(),
      bookingApproved(),
      bookingCancelled({ rule: 'started', refundCents: 0 }),
    );
    expect(stepOf(nothingBack, payment('captured'))).toBeNull();
  });

  it('numbers the refunds for each reason, regardless of refunds in the dashboard', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    const ordered = (refunds: Payment['refunds']): Payment => ({
      ...payment('captured', {
        re_1: refundOf(1_000, { source: 'dashboard' }),
        re_2: refundOf(2_000, { orderId: 'order-1' }),
        ...refunds,
      }),
      refundOrders: { 'order-1': { orderedCents: 5_000, settledCents: 0 } },
    });
    expect(stepOf(endedBooking, ordered({}))).toEqual({
      type: 'refund',
      amountCents: 15_500,
      orderId: null,
      refunds: 0,
    });
    expect(stepOf(endedBooking, ordered({ re_3: refundOf(15_500) }))).toEqual({
      type: 'refund',
      amountCents: 3_000,
      orderId: 'order-1',
      refunds: 1,
    });
  });

  describe('after failed refunds', () => {
    const failedAt = '2027-03-16T10:00:00.000Z';
    const failed = (count: number) => ({
      ...payment('captured', { re_1: refundOf(16_500, { failed: true }) }),
      failedRefunds: { count, failedAt },
    });
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    const refund = { type: 'refund', amountCents: 16_500, orderId: null, refunds: 1 };

    it('refunds again after a day, under the number of the next refund', () => {
      expect(stepOf(endedBooking, failed(1), '2027-03-17T09:59:59.999Z')).toBeNull();
      expect(stepOf(endedBooking, failed(1), '2027-03-17T10:00:00.000Z')).toEqual(refund);
      expect(stepOf(endedBooking, failed(2), '2027-03-17T10:00:00.000Z')).toBeNull();
    });

    it('leaves the third failure to an admin until they order a retry', () => {
      const exhausted = failed(MAX_FAILED_REFUNDS);
      expect(dueStep(endedBooking, exhausted)).toMatchObject({ step: refund, owner: 'admin' });
      expect(refundOwner(endedBooking, failed(1))).toBe('courtly');
      expect(refundOwner(endedBooking, exhausted)).toBe('admin');
      expect(stepOf(endedBooking, exhausted, '2028-01-01T00:00:00.000Z')).toBeNull();
      expect(stepOf(endedBooking, { ...exhausted, failedRefunds: null })).toEqual(refund);
    });

    it('owes nothing once an admin has settled the amount outside Stripe', () => {
      const settledOtherwise = { ...nothingSettled, refundCents: 16_500, paidRefundCents: 16_500 };
      expect(dueStep(endedBooking, { ...failed(3), settledOtherwise })).toBeNull();
      expect(refundOwner(endedBooking, { ...failed(1), settledOtherwise })).toBeNull();
    });
  });

  describe('after refusals by Stripe', () => {
    const approved = after(unpaid, bookingAuthorised(), bookingApproved());
    const refused = (attempts: number, step: 'capture' | 'refund' = 'capture') => ({
      ...payment('authorised'),
      refusals: attempts,
      refusal: {
        step,
        code: 'account_restricted',
        message: 'The account is restricted.',
        attempts,
        tryAgainAt: '2027-03-10T13:05:00.000Z',
        refusedAt: '2027-03-10T13:00:00.000Z',
      },
    });
    const capture = { type: 'capture', amountCents: 33_000 };

    it('tries the same step again at the recorded instant', () => {
      expect(stepOf(approved, refused(1), '2027-03-10T13:04:59.999Z')).toBeNull();
      expect(stepOf(approved, refused(1), '2027-03-10T13:05:00.000Z')).toEqual(capture);
    });

    it('tries one last time an hour before the authorization ends', () => {
      const endingHold = { ...refused(1), captureBefore: '2027-03-10T14:04:00.000Z' };
      expect(dueStep(approved, endingHold)).toMatchObject({ dueAt: '2027-03-10T13:04:00.000Z' });
      const lastChanceTaken = { ...refused(1), captureBefore: '2027-03-10T13:59:00.000Z' };
      expect(dueStep(approved, lastChanceTaken)).toMatchObject({
        dueAt: '2027-03-10T13:05:00.000Z',
      });
    });

    it('does not wait for another step', () =>
      expect(stepOf(approved, refused(1, 'refund'), '2027-03-10T13:01:00.000Z')).toEqual(capture));

    it('leaves the last refusal to an admin', () => {
      expect(dueStep(approved, refused(MAX_REFUSALS))).toMatchObject({ owner: 'admin' });
      expect(stepOf(approved, refused(MAX_REFUSALS))).toBeNull();
    });
  });

  it('expires a request whose intent Stripe never created', () => {
    expect(stepOf(after(unpaid), null, '2027-03-10T12:14:59.999Z')).toEqual({
      type: 'createIntent',
    });
    expect(stepOf(after(unpaid), null, PAY_BY)).toEqual({ type: 'ExpirePayment' });
  });

  describe('for a card that could not be charged', () => {
    const played = after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted());
    const debt = (amountCents: number) => ({ type: 'recordDebt', amountCents });

    it('does not cancel a booking whose hour has begun', () => {
      const approved = after(unpaid, bookingAuthorised(), bookingApproved());
      expect(stepOf(approved, payment('cancelled'), approved.startTime)).toBeNull();
    });

    it('records a debt for a played hour, or for the part that a late cancellation keeps', () => {
      expect(stepOf(played, payment('cancelled'))).toEqual(debt(33_000));
      const cancelled = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
      expect(stepOf(cancelled, payment('cancelled'))).toEqual(debt(16_500));
    });

    it('leaves a recorded debt to an admin until it is settled', () => {
      const overdue = { ...payment('cancelled'), overdueAt: '2027-03-13T20:00:00.000Z' };
      expect(dueStep(played, overdue)).toEqual({
        step: { type: 'collectDebt', amountCents: 33_000 },
        since: overdue.overdueAt,
        dueAt: overdue.overdueAt,
        owner: 'admin',
      });
      const settledOtherwise = { ...nothingSettled, chargeCents: 33_000 };
      expect(dueStep(played, { ...overdue, settledOtherwise })).toBeNull();
      expect(isInDebt(played, overdue)).toBe(true);
      expect(isInDebt(played, { ...overdue, settledOtherwise })).toBe(false);
    });
  });

  it('does not refund a disputed amount, and refunds it once the dispute is won', () => {
    const endedBooking = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);
    const disputedAmounts = {
      ...newDispute,
      takenCents: 33_000,
      feeCents: 1_500,
      returnedCents: 0,
      returnedFeeCents: 0,
    };
    const disputed = (status: 'open' | 'won' | 'lost', returnedCents: number) => ({
      ...payment('captured'),
      disputes: { du_1: { ...disputedAmounts, status, returnedCents } },
    });
    expect(stepOf(endedBooking, disputed('open', 0))).toBeNull();
    expect(stepOf(endedBooking, disputed('lost', 0))).toBeNull();
    expect(stepOf(endedBooking, disputed('won', 33_000))).toEqual({
      type: 'refund',
      amountCents: 16_500,
      orderId: null,
      refunds: 0,
    });
  });

  it('fails a booking whose authorization has ended', () => {
    expect(stepOf(after(unpaid, bookingAuthorised()), payment('cancelled'))).toEqual({
      type: 'FailPayment',
    });
    expect(
      stepOf(after(unpaid, bookingAuthorised(), bookingApproved()), payment('cancelled')),
    ).toEqual({
      type: 'FailPayment',
    });
  });

  it('keeps a confirmed booking whose charge an admin settled outside Stripe', () => {
    const confirmed = after(unpaid, bookingAuthorised(), bookingApproved());
    const settledOtherwise = { ...nothingSettled, chargeCents: 33_000 };
    expect(stepOf(confirmed, { ...payment('authorised'), settledOtherwise })).toEqual({
      type: 'cancelIntent',
    });
    expect(stepOf(confirmed, { ...payment('cancelled'), settledOtherwise })).toBeNull();
  });

  describe('of a booking that was paid outside Stripe', () => {
    const paidOutside = (changes: Partial<Payment> = {}): Payment => ({
      ...payment('cancelled'),
      settledOtherwise: { ...nothingSettled, chargeCents: 33_000, paidChargeCents: 33_000 },
      ...changes,
    });
    const cancelled = after(unpaid, bookingAuthorised(), bookingApproved(), cancelledLate);

    it('records the amount to return after a cancellation, so that admins are alerted', () =>
      expect(stepOf(cancelled, paidOutside())).toEqual({
        type: 'recordReturn',
        amountCents: 16_500,
      }));

    it('waits for an admin to return the amount', () => {
      expect(dueStep(cancelled, paidOutside({ returnDueCents: 16_500 }))).toMatchObject({
        step: { type: 'payReturn', amountCents: 16_500 },
        owner: 'admin',
      });
      const { settledOtherwise } = paidOutside();
      const returned = { ...settledOtherwise, refundCents: 16_500, paidRefundCents: 16_500 };
      expect(dueStep(cancelled, paidOutside({ settledOtherwise: returned }))).toBeNull();
    });

    it('owes nothing for a waived charge', () => {
      const waived = { ...nothingSettled, chargeCents: 33_000 };
      expect(dueStep(cancelled, paidOutside({ settledOtherwise: waived }))).toBeNull();
    });

    it('charges or records all that is unpaid, even if a manual refund is ordered', () => {
      const [approved, played] = [[], [bookingCompleted()]].map((completed) =>
        after(unpaid, bookingAuthorised(), bookingApproved(), ...completed),
      );
      const ordered = paidOutside({
        byHand: { hostCents: 0, platformCents: 500 },
        refundOrders: { 'order-1': { orderedCents: 500, settledCents: 0 } },
        settledOtherwise: { ...nothingSettled, chargeCents: 10_000, paidChargeCents: 10_000 },
      });
      expect(stepOf(approved!, { ...ordered, status: 'authorised' })).toEqual({
        type: 'capture',
        amountCents: 23_000,
      });
      expect(stepOf(played!, ordered)).toEqual({ type: 'recordDebt', amountCents: 23_000 });
    });

    it('refunds the card first if both paid', () => {
      const both = paidOutside({
        status: 'captured',
        capturedCents: 10_000,
        settledOtherwise: { ...nothingSettled, chargeCents: 23_000, paidChargeCents: 23_000 },
      });
      expect(stepOf(cancelled, both)).toEqual({
        type: 'refund',
        amountCents: 10_000,
        refunds: 0,
        orderId: null,
      });
      const refunds = { re_1: refundOf(10_000) };
      expect(stepOf(cancelled, { ...both, refunds })).toEqual({
        type: 'recordReturn',
        amountCents: 6_500,
      });
    });
  });

  it('keeps the payment of a played hour', () => {
    expect(
      stepOf(after(unpaid, bookingAuthorised(), bookingApproved()), payment('captured')),
    ).toBeNull();
    expect(
      stepOf(
        after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted()),
        payment('captured'),
      ),
    ).toBeNull();
  });

  it('fails a request without an authorization after its start, but not a confirmed hour', () => {
    const { startTime } = unpaid.data;
    const confirmedBooking = after(unpaid, bookingAuthorised(), bookingApproved());
    expect(stepOf(after(unpaid), payment('cancelled'), startTime)).toEqual({ type: 'FailPayment' });
    expect(stepOf(confirmedBooking, payment('cancelled'), startTime)).toBeNull();
  });

  it('releases an authorization with a wrong amount, then fails the booking', () => {
    const mismatched = { ...payment('open'), isMismatched: true };
    expect(stepOf(after(unpaid), mismatched)).toEqual({ type: 'cancelIntent' });
    expect(stepOf(after(unpaid), { ...mismatched, status: 'cancelled' }, PAY_BY)).toEqual({
      type: 'FailPayment',
    });
  });

  describe('after a charge with a wrong amount', () => {
    const wrongly = (changes: Partial<WrongCharge>, others: Partial<Payment> = {}): Payment => ({
      ...payment('open'),
      isMismatched: true,
      wrongCharge: { ...wrongChargeOf(10_000), ...changes },
      ...others,
    });
    const refunded = { re_1: refundOf(10_000) };
    const returned = { re_1: refundOf(10_000, { failed: true }) };
    const disputed = (status: 'open' | 'won' | 'lost', returnedCents = 0) => ({
      disputes: { du_1: { ...newDispute, status, takenCents: 10_000, returnedCents } },
    });
    const released = { status: 'cancelled' } as const;
    const ended = after(unpaid, bookingCancelled({ rule: 'not_paid', neverPaid: true }));
    const refund = { type: 'refund', amountCents: 10_000, orderId: null, wrongCurrency: 'eur' };

    it('refunds the charge, then fails the booking', () => {
      expect(stepOf(after(unpaid), wrongly({}))).toEqual({ ...refund, refunds: 0 });
      expect(stepOf(after(unpaid), wrongly({ refunds: refunded }, released))).toEqual({
        type: 'FailPayment',
      });
      expect(stepOf(ended, wrongly({ refunds: refunded }, released))).toBeNull();
    });

    it('refunds the charge again a day after the bank returned the refund', () => {
      const failedRefunds = { count: 1, failedAt: '2027-03-15T12:00:00.000Z' };
      const failed = wrongly({ refunds: returned }, { ...released, failedRefunds });
      expect(stepOf(ended, failed, '2027-03-16T11:59:59.999Z')).toBeNull();
      expect(stepOf(ended, failed, '2027-03-16T12:00:00.000Z')).toEqual({ ...refund, refunds: 1 });
      expect(refundOwner(ended, failed)).toBe('courtly');
      expect(refundOwner(ended, { ...failed, failedRefunds: { ...failedRefunds, count: 3 } })).toBe(
        'admin',
      );
    });

    it.each<[string, PaymentEvent[]]>([
      [
        'is settled',
        [paymentRefused('cancelIntent', 'refund_failed'), settledOtherwise('hold', 0)],
      ],
      ['is refused', [paymentRefused('cancelIntent', 'refund_failed')]],
    ])(
      'is left to an admin if an earlier release did not refund the charge again and it %s',
      (_, earlier) => {
        const old = foldAll(settledPayment, [created, paymentMismatched, ...earlier])!;
        const charge = { chargeId: 'ch_1', declineCode: null, captureBefore: null };
        const intent = {
          intentId: 'pi_1',
          clientSecret: 'pi_1_secret',
          status: 'captured',
          amountCents: 10_000,
          receivedCents: 10_000,
          currency: 'usd',
          charge: { ...charge, processorFeeCents: 320 },
          refunds: [{ refundId: 're_1', ...refundOf(10_000, { failed: true }) }],
          disputes: [],
        } as const;
        const at = '2027-03-21T10:00:00.000Z';
        const command = {
          type: 'RecordIntent',
          data: { booking: paidBooking, intent, at },
        } as const;
        const recorded = settledPayment.decide(command, old).reduce(settledPayment.evolve, old)!;
        expect(leftOfWrongCharge(recorded)).toBe(10_000);
        expect(stepOf(ended, recorded, '2027-04-21T10:00:00.000Z')).toBeNull();
        expect(refundOwner(ended, recorded)).toBe('admin');
        const retried = settledPayment.evolve(recorded, retryOrdered);
        const { wrongCurrency: _currency, ...again } = refund;
        expect(stepOf(ended, retried)).toMatchObject({ ...again, refunds: 1 });
      },
    );

    it('refunds nothing while a bank has the charge, and refunds it if the dispute is won', () => {
      expect(stepOf(ended, wrongly(disputed('open'), released))).toBeNull();
      expect(stepOf(ended, wrongly(disputed('lost'), released))).toBeNull();
      expect(stepOf(ended, wrongly(disputed('won', 10_000), released))).toEqual({
        ...refund,
        refunds: 0,
      });
    });

    it('does not delay the debt of an hour that was played', () => {
      const played = after(unpaid, bookingAuthorised(), bookingApproved(), bookingCompleted());
      const owed = wrongly({ refunds: returned }, released);
      expect(stepOf(played, owed)).toEqual({ type: 'recordDebt', amountCents: 33_000 });
      expect(stepOf(played, { ...owed, overdueAt: '2027-03-14T12:00:00.000Z' })).toEqual({
        ...refund,
        refunds: 1,
      });
    });
  });
});
