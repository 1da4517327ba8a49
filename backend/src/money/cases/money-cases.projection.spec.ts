import { describe, expect, it } from '@jest/globals';
import { type CaseEvent, casesAfter, recordedAt } from '../../../testing/money-cases.js';
import {
  debtRecorded,
  debtReduced,
  disputeClosed,
  disputeOpened,
  fraudWarned,
  fraudWarningChanged,
  fraudWarningEnded,
  ofWrongCharge,
  paidBooking,
  paymentCaptured,
  paymentDisputed,
  paymentRefundFailed,
  paymentRefunded,
  paymentRefused,
  paymentReleased,
  payoutAdjusted,
  payoutOffset,
  payoutRecovered,
  payoutRefused,
  payoutReversed,
  payoutTransferred,
  retryOrdered,
  settledOtherwise,
  wronglyCharged,
} from '../../../testing/paid-booking.js';
import { payoutsWaiting } from '../../../testing/payout-account.js';
import type { PaymentEvent } from '../payments/payment.events.js';
import type { PayoutAccountEvent } from '../payouts/payout-account.events.js';
import type { MoneyCaseEvent } from './money-case.events.js';
import { moneyCases } from './money-cases.projection.js';

const tryAgainAt = '2027-03-14T20:00:00.000Z';
const mismatched: PaymentEvent = {
  type: 'PaymentMismatched',
  data: {
    ...paidBooking,
    intentId: 'pi_1',
    expectedCents: 33_000,
    foundCents: 100,
    foundCurrency: 'usd',
    foundAt: recordedAt,
  },
};
const closed = (openedAt = recordedAt): MoneyCaseEvent => ({
  type: 'MoneyCaseClosed',
  data: {
    caseId: 'mismatch.pi_1',
    openedAt,
    reason: 'Refunded in the dashboard.',
    closedBy: 'avery',
    closedAt: recordedAt,
  },
});

describe('a refund in the dashboard', () => {
  const inDashboard = paymentRefunded(5_000, 're_1', { source: 'dashboard' });
  it('is open until an admin marks it as done, or the bank returns it', () => {
    expect(casesAfter(inDashboard)).toMatchObject([
      {
        caseId: 'refund.re_1',
        section: 'mismatches',
        problem: 'dashboard_refund',
        status: 'open',
        amountCents: 5_000,
      },
    ]);
    expect(casesAfter(inDashboard, paymentRefundFailed(5_000))).toContainEqual(
      expect.objectContaining({ caseId: 'refund.re_1', status: 'done', outcome: 'moved' }),
    );
  });

  it('is not a case if Courtly made it', () =>
    expect(casesAfter(paymentRefunded(5_000))).toEqual([]));
});

describe('a fraud warning', () => {
  const caseAfter = (...events: readonly CaseEvent[]) =>
    casesAfter(...events).filter(({ caseId }) => caseId.startsWith('fraud.'));
  const open = {
    caseId: 'fraud.booking-1',
    section: 'disputes',
    problem: 'fraud_warning',
    status: 'open',
    amountCents: 33_000,
    stripeId: 'pi_1',
    code: 'made_with_stolen_card',
    respondBy: null,
  };

  const partlyRefunded = { amountCents: 30_000, refundedCents: { re_1: 3_000 } };

  it('is open until the whole charge is refunded', () => {
    expect(caseAfter(fraudWarned())).toMatchObject([open]);
    expect(caseAfter(fraudWarned(), paymentRefunded(3_000))).toMatchObject([
      { ...open, amountCents: 30_000 },
    ]);
    expect(
      caseAfter(fraudWarned(), paymentRefunded(3_000), paymentRefunded(30_000, 're_2')),
    ).toMatchObject([{ status: 'done', outcome: 'moved' }]);
  });

  it.each([
    ['refund', 0, paymentRefunded(33_000), 'moved'],
    ['dispute', 33_000, paymentDisputed(), 'disputed'],
  ] as const)('ends if a %s was recorded before it', (_, amountCents, earlier, outcome) => {
    expect(caseAfter(earlier, fraudWarned(), fraudWarningEnded(amountCents))).toMatchObject([
      { status: 'done', outcome },
    ]);
  });

  it('is about the charge even if the charge was recorded before it', () =>
    expect(
      caseAfter(paymentCaptured, fraudWarned({ isCharged: false }), fraudWarningChanged()),
    ).toMatchObject([open]));

  // Each order in which Stripe's response and the refund of $30.00 can be recorded.
  it.each<[string, CaseEvent[]]>([
    ['after it', [fraudWarned(partlyRefunded), paymentRefunded(3_000)]],
    ['before it', [paymentRefunded(3_000), fraudWarned(), fraudWarningChanged(partlyRefunded)]],
    [
      'before its change',
      [fraudWarned(), paymentRefunded(3_000), fraudWarningChanged(partlyRefunded)],
    ],
    [
      'after its change',
      [fraudWarned(), fraudWarningChanged(partlyRefunded), paymentRefunded(3_000)],
    ],
    [
      'before a change that lacks it',
      [fraudWarned({ isCharged: false }), paymentRefunded(3_000), fraudWarningChanged()],
    ],
  ])('deducts a refund once, %s', (_, events) => {
    expect(caseAfter(...events)).toMatchObject([{ ...open, amountCents: 30_000 }]);
    expect(caseAfter(...events, paymentRefunded(30_000, 're_2'))).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]);
  });

  it.each<[string, CaseEvent[], number]>([
    ['a partial refund', [paymentRefunded(3_000)], 33_000],
    ['the whole refund', [paymentRefunded(3_000), paymentRefunded(30_000, 're_2')], 3_000],
    ['a refund that Stripe had deducted', [fraudWarningChanged(partlyRefunded)], 33_000],
    ['a refund that ended it at Stripe', [fraudWarningEnded(0)], 3_000],
  ])('is about the money again if %s failed', (_, events, amountCents) => {
    const failed = paymentRefundFailed(3_000);
    expect(caseAfter(fraudWarned(), ...events, failed)).toMatchObject([
      { ...open, amountCents, outcome: null },
    ]);
    expect(
      caseAfter(fraudWarned(), ...events, failed, paymentRefunded(amountCents, 're_3')),
    ).toMatchObject([{ status: 'done', outcome: 'moved' }]);
  });

  it('ignores a failed refund that it did not deduct, or that came after a dispute', () => {
    expect(caseAfter(fraudWarned(), paymentRefundFailed(3_000))).toMatchObject([open]);
    expect(caseAfter(paymentRefundFailed(3_000))).toEqual([]);
    expect(
      caseAfter(
        fraudWarned(),
        paymentRefunded(3_000),
        paymentDisputed(),
        paymentRefundFailed(3_000),
      ),
    ).toMatchObject([{ status: 'done', outcome: 'disputed' }]);
  });

  it('ends when the authorization is released', () =>
    expect(caseAfter(fraudWarned(), paymentReleased)).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]));

  it('is about the authorization until the charge', () => {
    const early = fraudWarned({ isCharged: false });
    const problem = 'authorization_fraud_warning';
    expect(caseAfter(early)).toMatchObject([{ ...open, problem }]);
    expect(caseAfter(early, paymentCaptured)).toMatchObject([open]);
  });

  it('has the amount that was charged', () => {
    const { data } = paymentCaptured;
    const charged = { ...paymentCaptured, data: { ...data, amountCents: 16_500 } } as CaseEvent;
    expect(caseAfter(fraudWarned(), charged)).toMatchObject([{ ...open, amountCents: 16_500 }]);
    expect(caseAfter(fraudWarned(), charged, paymentRefunded(16_500))).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]);
    expect(caseAfter(fraudWarned({ amountCents: 3_000 }), charged)).toMatchObject([
      { amountCents: 3_000 },
    ]);
  });

  it.each([
    ['a dispute', paymentDisputed()],
    ['an inquiry', disputeOpened(true)],
  ])('gives way to %s, which has its own case', (_, disputed) => {
    expect(caseAfter(fraudWarned(), disputed)).toMatchObject([
      { status: 'done', outcome: 'disputed' },
    ]);
    expect(casesAfter(fraudWarned(), disputed)).toContainEqual(
      expect.objectContaining({ caseId: 'dispute.du_1', status: 'open' }),
    );
  });

  it('ends when an admin marks it as done', () => {
    const done = closed();
    expect(
      caseAfter(fraudWarned(), { ...done, data: { ...done.data, caseId: 'fraud.booking-1' } }),
    ).toMatchObject([{ status: 'done', outcome: 'closed', closing: { by: 'avery' } }]);
  });

  it('is not a case if the charge was already refunded or disputed', () => {
    expect(caseAfter(fraudWarned({ isActionable: false }))).toEqual([]);
    expect(caseAfter(paymentRefunded(33_000), paymentDisputed())).toEqual([]);
  });
});

describe('a failed refund', () => {
  it('is open until its whole amount is refunded', () => {
    expect(casesAfter(paymentRefundFailed(16_500))).toMatchObject([
      {
        caseId: 'payment.booking-1',
        section: 'payments',
        problem: 'refund_failed',
        status: 'open',
        amountCents: 16_500,
        stripeId: 're_1',
        attempts: 1,
      },
    ]);
    expect(casesAfter(paymentRefundFailed(16_500), paymentRefunded(500, 're_2'))).toMatchObject([
      { status: 'open', amountCents: 16_000 },
    ]);
    expect(casesAfter(paymentRefundFailed(16_500), paymentRefunded(16_500, 're_2'))).toMatchObject([
      { status: 'done', outcome: 'moved', closing: null },
    ]);
  });

  it('reopens if the next refund fails too', () =>
    expect(
      casesAfter(
        paymentRefundFailed(16_500),
        paymentRefunded(16_500, 're_2'),
        paymentRefundFailed(16_500),
      ),
    ).toMatchObject([{ status: 'open', amountCents: 16_500, outcome: null }]));

  it('shows no next attempt after the third failure in a row', () => {
    const failure = paymentRefundFailed(16_500);
    const retriedTwice = [failure, paymentRefunded(16_500, 're_2'), failure];
    expect(casesAfter(...retriedTwice)).toMatchObject([{ attempts: 2 }]);
    expect(casesAfter(...retriedTwice, paymentRefunded(16_500, 're_3'), failure)).toMatchObject([
      { status: 'open', attempts: 3, tryAgainAt: null },
    ]);
  });

  it('is not a case if the refund succeeded', () =>
    expect(casesAfter(paymentRefunded(16_500))).toEqual([]));
});

describe('a refused payment step', () => {
  const refused = (attempts: number): PaymentEvent => ({
    type: 'PaymentRefused',
    data: {
      ...paidBooking,
      step: 'capture',
      amountCents: 33_000,
      code: 'account_restricted',
      message: 'Your account is restricted.',
      attempts,
      tryAgainAt,
      refusedAt: recordedAt,
    },
  });
  const ordered = { ...paidBooking, orderId: 'order-1', orderedBy: 'avery' };
  const retried: PaymentEvent = {
    type: 'PaymentRetryOrdered',
    data: { ...ordered, reason: 'The restriction ended.', orderedAt: recordedAt },
  };
  const overdue: PaymentEvent = {
    type: 'PaymentOverdue',
    data: { ...paidBooking, amountCents: 33_000, overdueAt: recordedAt },
  };
  const settled = (amountCents: number): PaymentEvent => ({
    type: 'PaymentSettledOtherwise',
    data: {
      ...ordered,
      obligation: 'charge',
      outcome: 'paid',
      amountCents,
      leftCents: 0,
      reason: 'Paid in cash.',
      settledAt: recordedAt,
    },
  });

  it('shows the next attempt, until Courtly has none left', () => {
    expect(casesAfter(refused(1))).toMatchObject([
      { problem: 'charge_refused', code: 'account_restricted', attempts: 1, tryAgainAt },
    ]);
    expect(casesAfter(refused(10))).toMatchObject([{ attempts: 10, tryAgainAt: null }]);
    expect(casesAfter(refused(10), retried)).toMatchObject([
      { status: 'open', attempts: 0, tryAgainAt: recordedAt },
    ]);
    expect(casesAfter(refused(1), paymentCaptured)).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]);
  });

  it('closes with the admin and the reason once the debt is settled outside Stripe', () => {
    expect(casesAfter(overdue, settled(30_000))).toMatchObject([
      { problem: 'overdue', status: 'open', amountCents: 3_000 },
    ]);
    expect(casesAfter(overdue, settled(30_000), settled(3_000))).toMatchObject([
      {
        status: 'done',
        outcome: 'settled',
        closing: { by: 'avery', reason: 'Paid in cash.' },
      },
    ]);
  });
});

describe('a failed refund that an earlier release left to an admin', () => {
  const refused = paymentRefused('cancelIntent', 'refund_failed');
  const recorded = [
    wronglyCharged(),
    ofWrongCharge(paymentRefunded(10_000)),
    ofWrongCharge(paymentRefundFailed(10_000)),
  ];
  const caseAfter = (...earlier: CaseEvent[]) =>
    casesAfter(...earlier, ...recorded).find(({ caseId }) => caseId === 'payment.booking-1');

  it('has no next attempt, unless an admin has ordered one', () => {
    const waiting = { problem: 'refund_failed', status: 'open', tryAgainAt: null };
    expect(caseAfter(refused)).toMatchObject(waiting);
    expect(caseAfter(refused, settledOtherwise('hold', 0))).toMatchObject(waiting);
    expect(caseAfter(refused, retryOrdered)?.tryAgainAt).toBe('2027-03-17T10:00:00.000Z');
    expect(caseAfter()?.tryAgainAt).toBe('2027-03-17T10:00:00.000Z');
  });
});

describe('a wrong charge that an earlier release left to an admin', () => {
  const settledHold = [paymentRefused('cancelIntent', 'api_error'), settledOtherwise('hold', 0)];
  const caseAfter = (...events: CaseEvent[]) =>
    casesAfter(...events).find(({ caseId }) => caseId === 'payment.booking-1');

  it('is a return that the admin can settle, even if no refund has failed', () => {
    const open = { problem: 'return_due', status: 'open', amountCents: 10_000 };
    expect(caseAfter(...settledHold, wronglyCharged())).toMatchObject(open);
    expect(
      caseAfter(
        ...settledHold,
        wronglyCharged(),
        ofWrongCharge(settledOtherwise('refund', 10_000)),
      ),
    ).toMatchObject({ status: 'done', outcome: 'settled' });
  });

  it('has no such case if Courtly refunds it', () => {
    expect(caseAfter(wronglyCharged())).toBeUndefined();
    const isRetried = caseAfter(
      paymentRefused('cancelIntent', 'api_error'),
      retryOrdered,
      wronglyCharged(),
    );
    expect(isRetried?.problem).toBe('release_refused');
  });
});

describe('a refused payout', () => {
  it('is open with the reason and the next attempt until the money moves', () => {
    expect(casesAfter(payoutRefused(tryAgainAt), payoutRefused(tryAgainAt))).toMatchObject([
      {
        caseId: 'payout.booking-1',
        problem: 'transfer_refused',
        amountCents: 29_700,
        stripeId: 'booking_booking-1',
        code: 'account_closed',
        attempts: 2,
        tryAgainAt,
      },
    ]);
    expect(casesAfter(payoutRefused(tryAgainAt), payoutTransferred())).toMatchObject([
      { status: 'done', outcome: 'moved', tryAgainAt: null },
    ]);
    expect(casesAfter(payoutTransferred())).toEqual([]);
  });

  it('stays open for what a partial recovery or reversal leaves', () => {
    const recovered = payoutRecovered(9_700);
    const refused = payoutRefused(tryAgainAt, 'reverse');
    const open = { problem: 'reversal_refused', status: 'open', amountCents: 20_000 };
    expect(casesAfter(refused, recovered)).toMatchObject([open]);
    expect(casesAfter(refused, payoutReversed(9_700))).toMatchObject([open]);
    expect(casesAfter(refused, recovered, payoutReversed(20_000))).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]);
  });

  it('is reduced by a share that repays another debt, and not by a reversal', () => {
    const open = { problem: 'transfer_refused', status: 'open' };
    const refused = payoutRefused(tryAgainAt);
    expect(casesAfter(refused, payoutOffset(9_700))).toMatchObject([
      { ...open, amountCents: 20_000 },
    ]);
    expect(casesAfter(refused, payoutReversed(9_700))).toMatchObject([
      { ...open, amountCents: 29_700 },
    ]);
  });

  it.each([
    ['transfer', -9_700],
    ['reverse', 9_700],
  ] as const)('is reduced by an adjustment that replaces the step "%s"', (step, amountCents) => {
    const refused = payoutRefused(tryAgainAt, step);
    expect(casesAfter(refused, payoutAdjusted(amountCents))).toMatchObject([
      { status: 'open', amountCents: 20_000 },
    ]);
    expect(
      casesAfter(
        refused,
        payoutAdjusted(amountCents),
        payoutAdjusted(20_000 * Math.sign(amountCents)),
      ),
    ).toMatchObject([{ status: 'done', outcome: 'settled' }]);
    expect(casesAfter(refused, payoutAdjusted(-amountCents))).toMatchObject([
      { status: 'open', amountCents: 29_700 },
    ]);
  });
});

describe('a debt of a host', () => {
  it('is open until payouts repay it or an admin writes it off', () => {
    const open = { caseId: 'payout.booking-1', section: 'payouts', problem: 'host_debt' };
    expect(casesAfter(debtRecorded(29_700))).toMatchObject([
      { ...open, status: 'open', amountCents: 29_700, stripeId: 'booking_booking-1' },
    ]);
    expect(casesAfter(debtRecorded(29_700), payoutRecovered(9_700))).toMatchObject([
      { ...open, status: 'open', amountCents: 20_000 },
    ]);
    expect(
      casesAfter(debtRecorded(29_700), payoutRecovered(9_700), payoutAdjusted(20_000)),
    ).toMatchObject([{ ...open, status: 'done', outcome: 'settled' }]);
  });

  it('shrinks, ends with the debt, and opens again with a later one', () => {
    const open = { problem: 'host_debt', status: 'open' };
    expect(casesAfter(debtRecorded(29_700), debtReduced(6_700))).toMatchObject([
      { ...open, amountCents: 6_700 },
    ]);
    const ended = [debtRecorded(29_700), debtReduced(0)];
    expect(casesAfter(...ended)).toMatchObject([{ status: 'done', outcome: 'moved' }]);
    expect(casesAfter(...ended, debtRecorded(500))).toMatchObject([{ ...open, amountCents: 500 }]);
  });
});

describe('a disputed payment', () => {
  it('is open until the bank decides', () => {
    expect(casesAfter(paymentDisputed())).toMatchObject([
      { caseId: 'dispute.du_1', problem: 'dispute', amountCents: 33_000, stripeId: 'du_1' },
    ]);
    expect(casesAfter(paymentDisputed(), disputeClosed('lost'))).toMatchObject([
      { status: 'done', outcome: 'lost' },
    ]);
    expect(casesAfter(paymentDisputed(), disputeClosed('won'))).toMatchObject([
      { status: 'done', outcome: 'won' },
    ]);
  });

  it('follows the last decision of the bank', () => {
    expect(
      casesAfter(paymentDisputed(), disputeClosed('lost'), disputeClosed('won')),
    ).toMatchObject([{ status: 'done', outcome: 'won', closing: null }]);
    expect(casesAfter(disputeClosed('won'))).toEqual([]);
  });

  it("shows the bank's reason and deadline, and reopens after an appeal", () => {
    const dispute = { code: 'fraudulent', respondBy: '2027-03-23T10:00:00.000Z' };
    expect(casesAfter(disputeOpened(), paymentDisputed())).toMatchObject([dispute]);
    expect(casesAfter(disputeOpened(), disputeClosed('lost'), disputeOpened())).toMatchObject([
      { status: 'open', outcome: null, ...dispute },
    ]);
  });

  it('is an inquiry about the price while the bank has taken no money', () => {
    const inquiry = disputeOpened(true);
    expect(casesAfter(inquiry)).toMatchObject([{ problem: 'inquiry', amountCents: 33_000 }]);
    expect(casesAfter(inquiry, paymentDisputed(20_000, 0))).toMatchObject([
      { problem: 'dispute', amountCents: 20_000 },
    ]);
  });
});

describe('a mismatch', () => {
  it('is open until its intent is canceled or an admin closes it', () => {
    expect(casesAfter(mismatched)).toMatchObject([
      { caseId: 'mismatch.pi_1', problem: 'payment_mismatch', amountCents: 100, stripeId: 'pi_1' },
    ]);
    const released: PaymentEvent = {
      type: 'PaymentReleased',
      data: { ...paidBooking, intentId: 'pi_1', wasAuthorised: true, releasedAt: recordedAt },
    };
    expect(casesAfter(mismatched, released)).toMatchObject([{ status: 'done', outcome: 'moved' }]);
    const [document] = casesAfter(mismatched, closed());
    expect(document).toMatchObject({
      status: 'done',
      outcome: 'closed',
      closing: { by: 'avery', reason: 'Refunded in the dashboard.' },
    });
    expect(moneyCases.people!(document!)).toEqual(['pavel', 'avery']);
  });

  it('shows the charge, and has a case in its currency if the refund fails', () => {
    const refunded = ofWrongCharge(paymentRefunded(10_000, 're_1', { source: 'dashboard' }), 'eur');
    const history = [mismatched, wronglyCharged('eur'), refunded, paymentReleased];
    expect(casesAfter(...history.slice(0, 2))).toMatchObject([
      { problem: 'payment_mismatch', status: 'open', amountCents: 10_000, currency: 'eur' },
    ]);
    expect(casesAfter(...history)).toMatchObject([{ problem: 'payment_mismatch', status: 'done' }]);
    const failed = [...history, ofWrongCharge(paymentRefundFailed(10_000), 'eur')];
    expect(casesAfter(...failed)).toMatchObject([
      { status: 'done' },
      { problem: 'refund_failed', status: 'open', amountCents: 10_000, currency: 'eur' },
    ]);
    expect(
      casesAfter(...failed, ofWrongCharge(paymentRefunded(10_000, 're_2'), 'eur')),
    ).toMatchObject([{ status: 'done' }, { status: 'done', outcome: 'moved' }]);
    expect(casesAfter(...history, ofWrongCharge(paymentDisputed(10_000), 'eur'))).toContainEqual(
      expect.objectContaining({ problem: 'dispute', status: 'open', currency: 'eur' }),
    );
  });

  it.each([
    ['the price', {}, { amountCents: 33_000, currency: 'usd' }],
    [
      'the amount and currency that Stripe shows',
      { amountCents: 4_000, wrongCurrency: 'eur' },
      { amountCents: 4_000, currency: 'eur' },
    ],
  ])('has a case that shows %s if its release is refused', (_, changes, shown) => {
    const refused: PaymentEvent = {
      type: 'PaymentRefused',
      data: {
        ...paidBooking,
        step: 'cancelIntent',
        amountCents: 0,
        code: 'account_restricted',
        message: '',
        attempts: 1,
        tryAgainAt,
        refusedAt: recordedAt,
        ...changes,
      },
    };
    expect(casesAfter(refused)).toMatchObject([{ problem: 'release_refused', ...shown }]);
  });

  it('stays open if an earlier opening was closed', () =>
    expect(casesAfter(mismatched, closed('2027-03-09T12:00:00.000Z'))).toMatchObject([
      { status: 'open' },
    ]));
});

describe('the account of a host', () => {
  const changed = (payoutsEnabled: boolean, isSubmitted = true): PayoutAccountEvent => ({
    type: 'PayoutAccountChanged',
    data: {
      hostId: 'hana',
      accountId: 'acct_1',
      transfers: 'active',
      payoutsEnabled,
      isSubmitted,
      currentlyDue: [],
      pastDue: [],
      disabledReason: 'rejected.fraud',
      deadline: null,
      needsHost: true,
      changedAt: recordedAt,
    },
  });
  const bankPayout = { hostId: 'hana', accountId: 'acct_1', payoutId: 'po_1', amountCents: 29_700 };
  const returned: PayoutAccountEvent = {
    type: 'HostBankPayoutFailed',
    data: { ...bankPayout, failureCode: 'account_closed', failedAt: recordedAt },
  };
  const arrived: PayoutAccountEvent = {
    type: 'HostBankPayoutPaid',
    data: { ...bankPayout, payoutId: 'po_2', paidAt: recordedAt },
  };

  it('is a case while it is complete but Stripe does not pay the host', () => {
    expect(casesAfter(changed(false, false))).toEqual([]);
    expect(casesAfter(changed(true), changed(false))).toMatchObject([
      {
        caseId: 'account.hana',
        section: 'payouts',
        problem: 'account_stopped',
        status: 'open',
        bookingId: '',
        hostId: 'hana',
        playerId: '',
        stripeId: 'acct_1',
        code: 'rejected.fraud',
      },
    ]);
    expect(casesAfter(changed(false), changed(true))).toMatchObject([
      { status: 'done', outcome: 'moved' },
    ]);
  });

  it('is a case while payouts wait for the account, with the amount of the last reminder', () => {
    const again = payoutsWaiting({ amountCents: 59_400 });
    const open = { caseId: 'account.hana', problem: 'account_missing', hostId: 'hana' };
    expect(casesAfter(payoutsWaiting(), again)).toMatchObject([
      { ...open, status: 'open', amountCents: 59_400 },
    ]);
    expect(casesAfter(payoutsWaiting(), changed(true))).toMatchObject([
      { ...open, status: 'done', outcome: 'moved' },
    ]);
    for (const events of [
      [changed(false), payoutsWaiting()],
      [payoutsWaiting(), changed(false)],
    ])
      expect(casesAfter(...events)).toMatchObject([
        { problem: 'account_stopped', status: 'open', amountCents: 29_700 },
      ]);
  });

  it('is a case from a returned payout until another arrives or Stripe pays again', () => {
    const open = { problem: 'bank_return', amountCents: 29_700, code: 'account_closed' };
    expect(casesAfter(changed(false), returned)).toMatchObject([{ ...open, status: 'open' }]);
    expect(casesAfter(returned, changed(false))).toMatchObject([{ ...open, status: 'open' }]);
    for (const repaired of [changed(true), arrived])
      expect(casesAfter(returned, repaired)).toMatchObject([{ ...open, status: 'done' }]);
  });

  it('stays a case when an earlier payout arrives after Stripe stopped the account', () =>
    expect(casesAfter(changed(true), changed(false), arrived)).toMatchObject([
      { problem: 'account_stopped', status: 'open' },
    ]));

  it.each([
    ['before', [returned, changed(false), arrived]],
    ['after', [changed(false), returned, arrived]],
  ])('is a case again if a payout arrives that the bank returned %s the stop', (_, events) => {
    const stopped = { problem: 'account_stopped', stripeId: 'acct_1', code: 'rejected.fraud' };
    expect(casesAfter(...events)).toMatchObject([{ ...stopped, status: 'open', amountCents: 0 }]);
    expect(casesAfter(...events, changed(true))).toMatchObject([{ ...stopped, status: 'done' }]);
    expect(casesAfter(...events, changed(true), returned, arrived)).toMatchObject([
      { problem: 'bank_return', status: 'done' },
    ]);
  });
});
