import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { priceOf } from '../../booking/pricing/price.js';
import { settleBooking } from '../../booking/pricing/cancellation.js';
import { bookingTerms } from '../../../testing/court-day.js';
import {
  paymentCaptured,
  disputeClosed,
  paymentDisputed,
  paidBooking,
  paymentRefundFailed,
  paymentRefunded,
  payoutReversed,
  payoutTransferred,
} from '../../../testing/paid-booking.js';
import {
  type AccountBalances,
  type MoneyEvent,
  entriesOf,
  zeroBalances,
  addEntries,
} from './entries.js';

const after = (...events: readonly unknown[]): AccountBalances =>
  (events as MoneyEvent[]).reduce((sum, event) => addEntries(sum, entriesOf(event)), zeroBalances);

const sum = (balances: AccountBalances) =>
  Object.values(balances).reduce((totalCents, cents) => totalCents + cents, 0);

const finalBalances = (
  rateCents: number,
  processorFeeCents: number,
  isLate: boolean,
): AccountBalances => {
  const { totalCents, payoutCents } = priceOf(
    rateCents,
    { feeShare: 1_000, eliteFeeShare: 500, payoutShare: 9_900 },
    false,
    null,
  );
  const bookingFields = {
    status: 'confirmed',
    startTime: paidBooking.startTime,
    approvedAt: '2027-03-13T12:00:00.000Z',
    terms: bookingTerms,
  } as const;
  const { refundCents, hostCents } = isLate
    ? settleBooking(
        { ...bookingFields, totalCents, taxCents: 0, payoutCents },
        'player',
        '2027-03-13T15:00:00.000Z',
      )
    : { refundCents: 0, hostCents: payoutCents };
  const charge = { ...paymentCaptured.data, amountCents: totalCents, processorFeeCents };
  return after(
    { type: 'PaymentCaptured', data: charge },
    paymentRefunded(refundCents),
    payoutTransferred(hostCents),
  );
};

describe('the ledger of a booking', () => {
  it.each<[string, number, boolean, Partial<AccountBalances>]>([
    ['300 an hour, played', 30_000, false, { player: -33_000, host: 29_700, platform: 3_300 }],
    [
      '300 an hour, canceled late',
      30_000,
      true,
      { player: -16_500, host: 14_850, platform: 1_650 },
    ],
    ['99.95 an hour, played', 9_995, false, { player: -10_995, host: 9_895, platform: 1_100 }],
    ['one cent an hour, played', 1, false, { player: -1, host: 1, platform: 0 }],
  ])('matches the domain rules for %s', (_, rate, isLate, balances) =>
    expect(finalBalances(rate, 0, isLate)).toEqual({ ...zeroBalances, ...balances }),
  );

  it('charges the processor fee to the platform, even after a refund', () => {
    expect(after(paymentCaptured)).toEqual({
      player: -33_000,
      host: 0,
      platform: 32_013,
      processor: 987,
      bank: 0,
    });
    expect(after(paymentCaptured, paymentRefunded(33_000))).toEqual({
      player: 0,
      host: 0,
      platform: -987,
      processor: 987,
      bank: 0,
    });
  });

  it('reverses a failed refund', () =>
    expect(after(paymentCaptured, paymentRefunded(16_500), paymentRefundFailed(16_500))).toEqual(
      after(paymentCaptured),
    ));

  it('reverses a transfer', () =>
    expect(after(paymentCaptured, payoutTransferred(), payoutReversed(29_700))).toEqual(
      after(paymentCaptured),
    ));

  it('credits a disputed amount to the player and reverses it if the dispute is won', () => {
    expect(after(paymentCaptured, paymentDisputed())).toEqual({
      player: 0,
      host: 0,
      platform: -2_487,
      processor: 2_487,
      bank: 0,
    });
    expect(after(paymentCaptured, paymentDisputed(), disputeClosed('won'))).toEqual(
      after(paymentCaptured),
    );
    expect(after(paymentCaptured, paymentDisputed(), disputeClosed('lost'))).toEqual(
      after(paymentCaptured, paymentDisputed()),
    );
  });

  it('balances to zero for any events and any price', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    const events = fc.oneof(
      ...[
        cents.map((amount) => paymentRefunded(amount)),
        cents.map((amount) => payoutTransferred(amount)),
      ],
      ...[
        cents.map((amount) => payoutReversed(amount)),
        cents.map((amount) => paymentDisputed(amount, amount)),
      ],
      fc.constantFrom(paymentCaptured, disputeClosed('won'), disputeClosed('lost')),
    );
    fc.assert(fc.property(fc.array(events), (happened) => expect(sum(after(...happened))).toBe(0)));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_900 }),
        cents,
        fc.boolean(),
        (rate, fee, isLate) => {
          const { player, host, platform, processor } = finalBalances(rate, fee, isLate);
          expect(player + host + platform + processor).toBe(0);
          expect(host).toBeGreaterThanOrEqual(0);
          expect(platform + processor).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
