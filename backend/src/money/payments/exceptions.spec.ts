import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { paidBooking, paymentAfter } from '../../../testing/paid-booking.js';
import { MAX_FAILED_REFUNDS, type StripeRefusalReport } from './exceptions.js';
import { type Payment, type PaymentCommand, payment } from './payment.js';

const NOON = '2027-03-13T12:00:00.000Z';
const refusal = (changes: Partial<StripeRefusalReport> = {}): PaymentCommand => ({
  type: 'RecordRefusal',
  data: {
    booking: paidBooking,
    step: 'refund',
    amountCents: 16_500,
    refusals: 0,
    code: 'account_restricted',
    message: 'The account is restricted.',
    at: NOON,
    ...changes,
  },
});
const after = (state: Payment, ...commands: PaymentCommand[]): Payment =>
  commands.reduce(
    (current, command) =>
      payment.decide(command, current).reduce(payment.evolve, current as Payment | null)!,
    state,
  );
/** Refuses the same step this number of times at noon. */
const refused = (count: number): Payment =>
  after(paymentAfter(), ...Array.from({ length: count }, (_, refusals) => refusal({ refusals })));

describe('a refusal by Stripe', () => {
  it('is recorded with its code and the time of the next attempt', () =>
    expect(payment.decide(refusal(), paymentAfter())).toEqual([
      {
        type: 'PaymentRefused',
        data: {
          ...paidBooking,
          step: 'refund',
          amountCents: 16_500,
          code: 'account_restricted',
          message: 'The account is restricted.',
          attempts: 1,
          tryAgainAt: '2027-03-13T12:05:00.000Z',
          refusedAt: NOON,
        },
      },
    ]));

  it.each([
    [1, '2027-03-13T12:05:00.000Z'],
    [2, '2027-03-13T12:10:00.000Z'],
    [3, '2027-03-13T12:20:00.000Z'],
    [9, '2027-03-14T09:20:00.000Z'],
    [10, '2027-03-14T12:00:00.000Z'],
  ])('delays attempt after refusal %i to %s', (attempts, tryAgainAt) =>
    expect(refused(attempts).refusal).toMatchObject({ attempts, tryAgainAt }),
  );

  it('is counted from the first refusal of its step', () =>
    expect(
      after(refused(3), refusal({ refusals: 3, step: 'cancelIntent', amountCents: 0 })),
    ).toMatchObject({ refusals: 4, refusal: { step: 'cancelIntent', attempts: 1 } }));

  it('is recorded once if two workers receive it, and never without a payment', () => {
    expect(payment.decide(refusal(), refused(1))).toEqual([]);
    expect(payment.decide(refusal(), null)).toEqual([]);
  });

  it('is over once the refund is made', () =>
    expect(
      foldAll(
        { ...payment, initial: refused(2) },
        payment.decide(
          {
            type: 'RecordIntent',
            data: {
              booking: paidBooking,
              intent: {
                intentId: 'pi_1',
                clientSecret: 'pi_1_secret',
                status: 'captured',
                amountCents: 33_000,
                receivedCents: 33_000,
                currency: 'usd',
                charge: null,
                refunds: [
                  {
                    refundId: 're_1',
                    amountCents: 16_500,
                    failed: false,
                    source: 'courtly',
                    orderId: null,
                  },
                ],
                disputes: [],
              },
              at: NOON,
            },
          },
          refused(2),
        ),
      ),
    ).toMatchObject({ refusals: 2, refusal: null }));
});

describe('a retry ordered by an admin', () => {
  const retry = (isDue: boolean): PaymentCommand => ({
    type: 'OrderRetry',
    data: {
      booking: paidBooking,
      orderId: 'order-1',
      isDue,
      reason: 'The account is unlocked.',
      orderedBy: 'avery',
      at: NOON,
    },
  });

  it('ends the wait after refusals and failed refunds, and keeps the number of refusals', () => {
    const failedRefunds = { count: MAX_FAILED_REFUNDS, failedAt: NOON };
    expect(after({ ...refused(2), failedRefunds }, retry(true))).toMatchObject({
      refusals: 2,
      refusal: null,
      failedRefunds: null,
    });
  });

  it('needs a step that is due', () => {
    const refuses = (isDue: boolean, state: Payment | null) =>
      expect(() => payment.decide(retry(isDue), state)).toThrow(
        expect.objectContaining({ code: 'wrong_status' }),
      );
    refuses(false, refused(1));
    refuses(true, null);
  });
});
