import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import {
  debtRecorded,
  disputeClosed,
  disputeOpened,
  fraudWarned,
  ofWrongCharge,
  paymentDisputed,
  paidBooking,
  paymentRefundFailed,
  payoutRefused,
  payoutReversed,
} from '../../../testing/paid-booking.js';
import { stepRefused } from '../../../testing/membership.js';
import type { PaymentEvent } from '../../money/payments/payment.events.js';
import type { PayoutEvent } from '../../money/payouts/payout.events.js';
import { type AlarmCommand, type AlarmingEvent, alarm, toAlarm } from './alarm.js';
import { type AlarmEvent, alarmEvents } from './alarm.events.js';

const mismatched: PaymentEvent = {
  type: 'PaymentMismatched',
  data: {
    ...paidBooking,
    intentId: 'pi_1',
    expectedCents: 33_000,
    foundCents: 100,
    foundCurrency: 'eur',
    foundAt: '2027-03-10T13:00:00.000Z',
  },
};
const raisedAt = '2027-03-14T10:00:01.000Z';
const respondBy = '2027-03-22T23:59:59.000Z';
const alarmData = toAlarm('event-1', paymentDisputed() as AlarmingEvent)!;
const raise = (...adminIds: string[]): AlarmCommand => ({
  type: 'RaiseAlarm',
  data: { alarm: alarmData, adminIds, respondBy, raisedAt },
});
const alarmed = (alarmedAdminId: string): AlarmEvent => ({
  type: 'AdminAlarmed',
  data: { ...alarmData, adminId: alarmedAdminId, respondBy, raisedAt },
});
const given = specification(alarm);

describe('an alarm about the platform', () => {
  const at = '2027-03-13T10:00:00.000Z';
  const checked = (newCount?: number): AlarmingEvent => ({
    type: 'MoneyChecked',
    data: {
      since: at,
      violationCount: 1,
      differenceCount: 0,
      acknowledgedCount: 0,
      waitingCount: 0,
      ...(newCount !== undefined && { newCount }),
      findings: [],
      waiting: [],
      checkedAt: at,
    },
  });

  it('is raised by new findings of the nightly check only', () => {
    expect(toAlarm('event-1', checked(1))).toMatchObject({
      type: 'money_findings',
      bookingId: '',
      playerId: '',
      startTime: at,
    });
    expect(toAlarm('event-1', checked(0))).toBeNull();
    expect(toAlarm('event-1', checked())).toBeNull();
  });

  it('is raised when the balance no longer covers what belongs to hosts', () =>
    expect(
      toAlarm('event-1', {
        type: 'PlatformBalanceUncovered',
        data: { uncoveredCents: 500, hostsCents: 29_700, foundAt: at },
      }),
    ).toMatchObject({ type: 'balance_uncovered', amountCents: 500, currency: 'usd' }));
});

describe('an alarm', () => {
  const tryAgainAt = '2027-03-14T20:00:00.000Z';
  const refused = payoutRefused(tryAgainAt) as Extract<PayoutEvent, { type: 'PayoutRefused' }>;
  const refusedAgain = (changes: Partial<(typeof refused)['data']>): PayoutEvent => ({
    ...refused,
    data: { ...refused.data, ...changes },
  });

  it.each<[string, PaymentEvent | PayoutEvent, object]>([
    [
      'a dispute',
      paymentDisputed(),
      { type: 'payment_disputed', stripeId: 'du_1', amountCents: 33_000, currency: 'usd' },
    ],
    [
      'a refund that failed',
      paymentRefundFailed(500),
      { type: 'refund_came_back', stripeId: 're_1', amountCents: 500 },
    ],
    [
      'a wrong amount',
      mismatched,
      { type: 'payment_mismatched', stripeId: 'pi_1', amountCents: 100, currency: 'eur' },
    ],
    [
      'a failed refund of a charge that differs from the price',
      ofWrongCharge(paymentRefundFailed(500), 'eur'),
      { type: 'refund_came_back', stripeId: 're_1', amountCents: 500, currency: 'eur' },
    ],
    [
      'an inquiry without money',
      disputeOpened(true),
      { type: 'payment_inquiry', stripeId: 'du_1', amountCents: 33_000 },
    ],
    [
      'a won dispute',
      disputeClosed('won'),
      { type: 'payment_dispute_won', stripeId: 'du_1', amountCents: 33_000 },
    ],
    [
      'a lost dispute about a part of the payment',
      disputeClosed('lost', 10_000),
      { type: 'payment_dispute_lost', stripeId: 'du_1', amountCents: 10_000 },
    ],
    [
      'a reversed payout',
      payoutReversed(10_000),
      { type: 'host_payout_reversed', stripeId: 'trr_1', amountCents: 10_000 },
    ],
    [
      'a debt of a host',
      debtRecorded(29_700),
      { type: 'host_debt', stripeId: 'booking_booking-1', amountCents: 29_700 },
    ],
    [
      'a refused transfer',
      refused,
      {
        type: 'transfer_refused',
        stripeId: 'booking_booking-1',
        amountCents: 29_700,
        code: 'account_closed',
        tryAgainAt,
      },
    ],
    [
      'a refused reversal',
      refusedAgain({ step: 'reverse', amountCents: 10_000 }),
      { type: 'reversal_refused', amountCents: 10_000 },
    ],
  ])('names the Stripe object of a %s event', (_, candidateEvent, expected) =>
    expect(toAlarm('event-1', candidateEvent as AlarmingEvent)).toMatchObject({
      ...expected,
      causeId: 'event-1',
      bookingId: 'booking-1',
    }),
  );

  it('is raised by a fraud warning while a refund can prevent a dispute', () => {
    expect(toAlarm('event-1', fraudWarned())).toMatchObject({
      type: 'payment_fraud_warned',
      bookingId: 'booking-1',
      stripeId: 'pi_1',
      amountCents: 33_000,
    });
    expect(
      toAlarm('event-1', fraudWarned({ bookingId: '', playerId: 'ann', paidBy: 'in_1' })),
    ).toMatchObject({ type: 'membership_fraud_warned', playerId: 'ann', stripeId: 'in_1' });
    expect(toAlarm('event-1', fraudWarned({ isCharged: false }))).toMatchObject({
      type: 'authorization_fraud_warned',
      bookingId: 'booking-1',
    });
    expect(toAlarm('event-1', fraudWarned({ isActionable: false }))).toBeNull();
  });

  it('is raised by the first and the last refusal of a payment step, and by a debt', () => {
    const types = [1, 2, 10].map(
      (attempts) =>
        toAlarm('event-1', {
          type: 'PaymentRefused',
          data: {
            ...paidBooking,
            step: 'refund',
            amountCents: 16_500,
            code: 'charge_disputed',
            message: 'The charge is disputed.',
            attempts,
            tryAgainAt,
            refusedAt: raisedAt,
          },
        })?.type,
    );
    expect(types).toEqual(['payment_refused', undefined, 'payment_retries_ended']);
    const overdue = { ...paidBooking, amountCents: 33_000, overdueAt: raisedAt };
    expect(toAlarm('event-1', { type: 'PaymentOverdue', data: overdue })).toMatchObject({
      type: 'payment_unpaid',
      amountCents: 33_000,
    });
  });

  it('is not raised by a repeated refusal or by an inquiry that ends without a withdrawal', () => {
    const inquiryClosed = disputeClosed('won') as Extract<
      PaymentEvent,
      { type: 'PaymentDisputeClosed' }
    >;
    const withoutMoney = { ...inquiryClosed.data, returnedCents: 0, returnedFeeCents: 0 };
    const repeated = refusedAgain({ isRepeated: true }) as AlarmingEvent;
    expect(toAlarm('event-1', repeated)).toBeNull();
    expect(toAlarm('event-1', { ...inquiryClosed, data: withoutMoney })).toBeNull();
  });

  it('names no booking if it concerns a membership', () => {
    const intent = {
      userId: 'ann',
      purpose: 'founding',
      intentId: 'pi_2',
      amountCents: 19_900,
    } as const;
    const foundPayment = { foundCents: 100, foundCurrency: 'eur', foundAt: raisedAt };
    const candidateEvent = {
      type: 'EliteIntentMismatched',
      data: { ...intent, ...foundPayment },
    } as const;
    expect(toAlarm('event-2', candidateEvent)).toEqual({
      causeId: 'event-2',
      type: 'membership_mismatched',
      stripeId: 'pi_2',
      amountCents: 100,
      currency: 'eur',
      bookingId: '',
      courtId: '',
      playerId: 'ann',
      startTime: raisedAt,
      endTime: raisedAt,
      zone: 'UTC',
      code: null,
      tryAgainAt: null,
    });
  });

  it.each([
    ['monthly', 'membership_mismatched'],
    ['founding', undefined],
  ] as const)('is raised once for a %s payment in another currency', (plan, type) => {
    const charge = { amountCents: 10_000, currency: 'eur', processorFeeCents: 0, card: null };
    const charged: AlarmingEvent = {
      type: 'EliteMismatchCharged',
      data: { userId: 'ann', plan, paidBy: 'in_2', ...charge, chargedAt: raisedAt },
    };
    expect(toAlarm('event-4', charged)?.type).toBe(type);
  });

  it('alerts admins to a returned membership refund, but not to a dispute that was won', () => {
    const undone = (kind: 'refund' | 'dispute'): AlarmingEvent => ({
      type: 'EliteReversalUndone',
      data: {
        userId: 'ann',
        plan: 'founding',
        founderNumber: 47,
        paidBy: 'pi_2',
        kind,
        reversalId: 're_2',
        amountCents: 19_900,
        currency: 'usd',
        processorFeeCents: 0,
        restoresMembership: true,
        accessUntil: null,
        undoneAt: raisedAt,
      },
    });
    expect(toAlarm('event-3', undone('refund'))).toMatchObject({
      type: 'membership_refund_refused',
      stripeId: 're_2',
      amountCents: 19_900,
      playerId: 'ann',
    });
    expect(toAlarm('event-3', undone('dispute'))).toBeNull();
  });

  it('alerts admins to a lost membership dispute, but not to a refund that succeeded', () => {
    const confirmed = (kind: 'refund' | 'dispute'): AlarmingEvent => ({
      type: 'EliteReversalConfirmed',
      data: {
        userId: 'ann',
        plan: 'founding',
        founderNumber: 47,
        paidBy: 'pi_2',
        kind,
        reversalId: 'du_2',
        amountCents: 19_900,
        currency: 'usd',
        processorFeeCents: 1_500,
        confirmedAt: raisedAt,
      },
    });
    expect(toAlarm('event-3', confirmed('dispute'))).toMatchObject({
      type: 'membership_dispute_lost',
      stripeId: 'du_2',
      amountCents: 19_900,
      playerId: 'ann',
    });
    expect(toAlarm('event-3', confirmed('refund'))).toBeNull();
  });

  it('is raised by the first and the last refusal to end a payment or subscription', () => {
    const alarms = [1, 2, 10].map((attempts) =>
      toAlarm('event-5', stepRefused(attempts) as AlarmingEvent),
    );
    expect(alarms).toEqual([
      expect.objectContaining({
        type: 'membership_cancellation_refused',
        stripeId: 'sub_1',
        amountCents: 10_000,
        playerId: 'ann',
        code: 'account_restricted',
        tryAgainAt: '2027-03-10T12:05:00.000Z',
      }),
      null,
      expect.objectContaining({ type: 'membership_retries_ended', stripeId: 'sub_1' }),
    ]);
  });

  it('alerts every admin', () =>
    given().when(raise('avery', 'blake')).then(alarmed('avery'), alarmed('blake')));
  it('alerts each admin only once', () =>
    given(alarmed('avery')).when(raise('avery', 'blake')).then(alarmed('blake')));
  it('alerts no one if there is no admin', () => given().when(raise()).then());
});

describe('a disputed membership payment', () => {
  const openedAt = '2027-03-14T10:00:00.000Z';
  const opened = (isInquiry: boolean, dueAt: string | null = '2027-03-23T10:00:00.000Z') =>
    toAlarm('event-1', {
      type: 'EliteDisputeOpened',
      data: {
        userId: 'ann',
        plan: 'founding',
        paidBy: 'pi_1',
        disputeId: 'du_1',
        isInquiry,
        disputedCents: 19_900,
        currency: 'usd',
        bankReason: 'fraudulent',
        dueAt,
        openedAt,
      },
    });

  it('raises an alarm only as an inquiry, because a withdrawal of money raises its own', () => {
    expect(opened(true)).toMatchObject({
      type: 'membership_inquiry',
      stripeId: 'du_1',
      amountCents: 19_900,
      playerId: 'ann',
      bookingId: '',
      startTime: openedAt,
    });
    expect(opened(false)).toBeNull();
  });

  it('raises no alarm once the bank has the response', () => expect(opened(true, null)).toBeNull());
});

it.each([
  ['payment_disputed', 'usd'],
  ['payment_mismatched', 'xxx'],
  ['membership_mismatched', 'xxx'],
  ['membership_reversed', 'xxx'],
])('an alarm about a %s that an earlier version raised has the currency %s', (type, currency) =>
  expect(alarmEvents.definitions.AdminAlarmed.upcasts[2]({ type })).toEqual({ type, currency }),
);
