import { describe, expect, it } from '@jest/globals';
import {
  HALF_PAST,
  NEXT_MONTH,
  NOON,
  eliteEnded,
  foundingActivated,
  intent,
  intentCreated,
  invoiceSnapshot,
  membershipTerms,
  stepRefused,
  subscriptionSnapshot,
} from '../../../testing/membership.js';
import { ANN } from '../../../testing/membership.js';
import { JUNE, after, dispute, record, subscriber } from '../../../testing/membership-history.js';
import { memberDocument } from '../../../testing/member-document.js';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import type { MembershipEvent } from './membership.events.js';
import type { MembershipCommand } from './membership.js';
import { membershipProcess } from './membership.process.js';
import { nextStep } from './next-step.js';

const ended = [...subscriber, eliteEnded()];
const minutesLater = (minutes: number) =>
  new Date(Date.parse(NOON) + minutes * 60_000).toISOString();
const refuse = (
  refusalCount: number,
  at: string,
  step: 'cancelIntent' | 'cancelSubscription' | 'voidInvoices' = 'cancelSubscription',
): MembershipCommand => ({
  type: 'RefuseStep',
  data: {
    userId: ANN,
    step,
    stripeId: step === 'cancelIntent' ? 'pi_1' : 'sub_1',
    refusalCount,
    code: 'account_restricted',
    message: 'The account is restricted.',
    at,
  },
});
const retry: MembershipCommand = {
  type: 'RetryStep',
  data: {
    userId: ANN,
    stripeId: 'sub_1',
    orderId: 'order-1',
    reason: 'Stripe lifted the restriction',
    orderedBy: 'avery',
    at: JUNE,
  },
};
const stateAfter = (events: MembershipEvent[], ...commands: MembershipCommand[]) =>
  after(events, ...commands).state;
const stepAt = (at: string, ...events: MembershipEvent[]) =>
  nextStep(stateAfter(events), null, at, null)?.type ?? null;
const exhausted = [...ended, ...Array.from({ length: 10 }, (_, i) => stepRefused(i + 1))];

describe('a step that Stripe refuses', () => {
  it('is recorded with its code, message, and next attempt, which is later each time', () => {
    const { added } = after(ended, refuse(0, NOON), refuse(1, minutesLater(5)));
    expect(added).toEqual([
      {
        type: 'EliteStepRefused',
        data: {
          userId: ANN,
          step: 'cancelSubscription',
          stripeId: 'sub_1',
          amountCents: 10_000,
          currency: 'usd',
          code: 'account_restricted',
          message: 'The account is restricted.',
          attempts: 1,
          tryAgainAt: minutesLater(5),
          refusedAt: NOON,
        },
      },
      {
        type: 'EliteStepRefused',
        data: expect.objectContaining({ attempts: 2, tryAgainAt: minutesLater(15) }),
      },
    ]);
  });

  it.each<[string, MembershipEvent[], 'cancelIntent' | 'cancelSubscription']>([
    [
      'a payment with a wrong amount',
      [
        intentCreated(),
        {
          type: 'EliteIntentMismatched',
          data: {
            userId: ANN,
            purpose: 'founding',
            intentId: 'pi_1',
            amountCents: 19_900,
            foundCents: 5_000,
            foundCurrency: 'eur',
            foundAt: NOON,
          },
        },
      ],
      'cancelIntent',
    ],
    [
      'a renewal that failed in another currency',
      [
        ...subscriber,
        {
          type: 'ElitePaymentFailed',
          data: {
            userId: ANN,
            subscriptionId: 'sub_1',
            invoiceId: 'in_2',
            amountCents: 5_000,
            currency: 'eur',
            accessUntil: JUNE,
            failedAt: NOON,
          },
        } as MembershipEvent,
      ],
      'cancelSubscription',
    ],
  ])('states the amount of %s in its currency', (_, history, step) =>
    expect(after(history, refuse(0, NOON, step)).added).toMatchObject([
      { type: 'EliteStepRefused', data: { amountCents: 5_000, currency: 'eur' } },
    ]),
  );

  it('ends if the membership is restored', () => {
    const taken = record([dispute(10_000)], { paidBy: 'in_1', at: NOON });
    const returned = record([dispute(0)], { paidBy: 'in_1', at: minutesLater(60) });
    const { added } = after(subscriber, taken, refuse(0, minutesLater(30)), returned);
    expect(added.map(({ type }) => type)).toEqual([
      'EliteReversed',
      'EliteStepRefused',
      'EliteReversalUndone',
    ]);
    expect(added.at(-1)).toMatchObject({ data: { keptSubscriptionId: 'sub_1' } });
    expect(after(subscriber, taken, returned).added.at(-1)!.data).not.toHaveProperty(
      'keptSubscriptionId',
    );
  });

  it('is recorded once, even if two workers receive the refusal', () =>
    expect(after(ended, refuse(0, NOON), refuse(0, NOON)).added).toHaveLength(1));

  it('is due again at the next attempt', () => {
    expect(stepAt(NOON, ...ended)).toBe('cancelSubscription');
    expect(stepAt(minutesLater(4), ...ended, stepRefused(1))).toBeNull();
    expect(stepAt(minutesLater(5), ...ended, stepRefused(1))).toBe('cancelSubscription');
  });

  it('waits for an admin after ten consecutive refusals', () => {
    expect(stepAt(JUNE, ...exhausted)).toBeNull();
    const document = memberDocument(stateAfter(exhausted), null);
    expect(document).toMatchObject({
      what: 'cancelSubscription',
      owner: 'admin',
      attempts: 10,
      lastRefusal: { code: 'account_restricted' },
    });
    const [dueSteps] = membershipProcess.sweep!.filters(JUNE);
    expect(matchesFilter(document, dueSteps!)).toBe(false);
    const { state } = after(exhausted, retry);
    expect(nextStep(state, null, JUNE, null)?.type).toBe('cancelSubscription');
    expect(after(exhausted, retry, refuse(10, JUNE)).added[1]).toMatchObject({
      data: { attempts: 1 },
    });
  });

  it('is due again after ten refusals once the subscription charges another month', () => {
    const nextMonth = { invoiceId: 'in_2', from: NEXT_MONTH, until: JUNE };
    const charged: MembershipCommand = {
      type: 'RecordSubscription',
      data: {
        userId: ANN,
        snapshot: subscriptionSnapshot({
          invoices: [invoiceSnapshot(), invoiceSnapshot(nextMonth)],
        }),
        terms: membershipTerms,
        at: NEXT_MONTH,
      },
    };
    const { state } = after(exhausted, charged);
    expect(state).toMatchObject({ endsSubscription: true, refusals: { sub_1: { count: 10 } } });
    expect(nextStep(state, null, NEXT_MONTH, null)?.type).toBe('cancelSubscription');
    expect(memberDocument(state, null)).toMatchObject({
      what: 'cancelSubscription',
      owner: 'courtly',
    });
    const { added } = after(exhausted, charged, refuse(10, NEXT_MONTH));
    expect(added.at(-1)).toMatchObject({ type: 'EliteStepRefused', data: { attempts: 1 } });
  });

  it('does not delay the other steps', () => {
    const lapsing = stateAfter([...subscriber, stepRefused(1, { step: 'voidInvoices' })]);
    expect(nextStep(lapsing, null, JUNE, null)?.type).toBe('voidInvoices');
    const waiting = stateAfter([
      ...subscriber,
      stepRefused(10, { step: 'voidInvoices', tryAgainAt: JUNE }),
    ]);
    expect(nextStep(waiting, null, JUNE, null)?.type).toBe('lapse');
  });

  it('cannot be ordered again unless it is still due', () =>
    expect(() => after(ended, retry)).toThrow(
      expect.objectContaining({ code: 'wrong_status', message: expect.any(String) }),
    ));

  it('is forgotten once the payment or subscription has ended', () => {
    const purchase = [intentCreated()];
    const refused = stateAfter(purchase, refuse(0, HALF_PAST, 'cancelIntent'));
    expect(refused!.refusals).toHaveProperty('pi_1');
    expect(nextStep(refused, null, HALF_PAST, null)).toBeNull();
    expect(stateAfter([intentCreated(), foundingActivated()])!.refusals).toEqual({});
    const canceled: MembershipCommand = {
      type: 'RecordIntent',
      data: {
        userId: ANN,
        intent: intent('cancelled'),
        founderNumber: null,
        terms: membershipTerms,
        at: JUNE,
      },
    };
    const { state } = after(purchase, refuse(0, HALF_PAST, 'cancelIntent'), canceled);
    expect(state!.refusals).toEqual({});
  });

  it('ends with the last open invoice, even if the end was recorded before', () => {
    const recordEnd: MembershipCommand = {
      type: 'RecordSubscription',
      data: {
        userId: ANN,
        snapshot: subscriptionSnapshot({ status: 'ended' }),
        terms: membershipTerms,
        at: JUNE,
      },
    };
    const { added, state } = after(
      ended,
      recordEnd,
      refuse(0, JUNE, 'voidInvoices'),
      recordEnd,
      recordEnd,
    );
    expect(added.map(({ type }) => type)).toEqual([
      'EliteSubscriptionEnded',
      'EliteStepRefused',
      'EliteSubscriptionEnded',
    ]);
    expect(state!.refusals).toEqual({});
  });
});
