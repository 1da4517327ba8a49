import { describe, expect, it } from '@jest/globals';
import {
  ANN,
  GRACE_ENDS,
  NEXT_MONTH,
  NOON,
  invoiceSnapshot,
  membershipTerms,
  subscriptionCreated,
  subscriptionSnapshot,
} from '../../../testing/membership.js';
import { after, subscriber, typesAfter } from '../../../testing/membership-history.js';
import type { MembershipEvent } from './membership.events.js';
import type { MembershipCommand } from './membership.js';
import { tierAt } from './membership-tier.js';
import { membershipStateAt } from './membership-view.js';
import { nextStep } from './next-step.js';

describe('the invoices of a subscription', () => {
  const [TWO_MONTHS, THREE_MONTHS] = ['2027-05-10T12:00:00.000Z', '2027-06-10T12:00:00.000Z'];
  const second = invoiceSnapshot({ invoiceId: 'in_2', from: NEXT_MONTH, until: TWO_MONTHS });
  const third = invoiceSnapshot({ invoiceId: 'in_3', from: TWO_MONTHS, until: THREE_MONTHS });
  const recordAll = (
    status: 'live' | 'ended',
    at: string,
    ...more: ReturnType<typeof invoiceSnapshot>[]
  ): MembershipCommand => ({
    type: 'RecordSubscription',
    data: {
      userId: ANN,
      snapshot: subscriptionSnapshot({ status, invoices: [invoiceSnapshot(), ...more] }),
      terms: membershipTerms,
      at,
    },
  });

  it('are all recorded, even if two are paid while no worker runs', () => {
    const { added, state } = after(subscriber, recordAll('live', TWO_MONTHS, second, third));
    expect(added).toMatchObject([
      { type: 'EliteRenewed', data: { paidBy: 'in_2', from: NEXT_MONTH, until: TWO_MONTHS } },
      { type: 'EliteRenewed', data: { paidBy: 'in_3', from: TWO_MONTHS, until: THREE_MONTHS } },
    ]);
    expect(state!.term).toMatchObject({ until: THREE_MONTHS, isLapsed: false });
    const late = after(
      subscriber,
      recordAll('live', TWO_MONTHS, third),
      recordAll('live', TWO_MONTHS, second, third),
    );
    expect(late.state!.term).toMatchObject({ until: THREE_MONTHS });
  });

  it('cannot be paid after their subscription has ended, which cancels the membership', () => {
    const open = { ...second, status: 'failed', isOpen: true } as const;
    const failed = after(subscriber, recordAll('live', NEXT_MONTH, open));
    expect(membershipStateAt(failed.state, NEXT_MONTH)).toBe('grace');
    const voided = { ...second, status: 'waiting', isOpen: false } as const;
    const ended = after([...subscriber, ...failed.added], recordAll('ended', NEXT_MONTH, voided));
    expect(membershipStateAt(ended.state, NEXT_MONTH)).toBe('cancelled');
    expect(tierAt(ended.state, NEXT_MONTH)).toBe('elite');
  });

  it('keep an ended subscription open until none can be paid', () => {
    const open = { ...second, status: 'failed', isOpen: true } as const;
    expect(typesAfter(subscriber, recordAll('ended', NEXT_MONTH, open))).not.toContain(
      'EliteSubscriptionEnded',
    );
    const voided = { ...second, status: 'waiting', isOpen: false } as const;
    expect(typesAfter(subscriber, recordAll('ended', NEXT_MONTH, voided))).toContain(
      'EliteSubscriptionEnded',
    );
  });

  it('grant a month from the time of payment if they are paid after the end', () => {
    const lapsed: MembershipEvent = {
      type: 'EliteLapsed',
      data: {
        userId: ANN,
        plan: 'monthly',
        founderNumber: null,
        accessUntil: GRACE_ENDS,
        lapsedAt: GRACE_ENDS,
      },
    };
    const subscriptionEnded: MembershipEvent = {
      type: 'EliteSubscriptionEnded',
      data: { userId: ANN, subscriptionId: 'sub_1', endedAt: GRACE_ENDS },
    };
    const at = '2027-04-20T12:00:00.000Z';
    const end = '2027-05-20T12:00:00.000Z';
    const { added, state } = after(
      [...subscriber, lapsed, subscriptionEnded],
      recordAll('ended', at, second),
    );
    expect(added).toMatchObject([
      { type: 'EliteActivated', data: { paidBy: 'in_2', from: at, until: end } },
      { type: 'EliteCancelled', data: { accessUntil: end } },
    ]);
    expect(state!.subscription!.status).toBe('ended');
    expect(tierAt(state, end)).toBe('free');
  });

  describe("in a currency other than the plan's", () => {
    const inEuros = { ...second, currency: 'eur' };

    it('grant no month and end the subscription, so that it is not charged again', () => {
      const { added, state } = after(subscriber, recordAll('live', NEXT_MONTH, inEuros));
      expect(added).toMatchObject([
        {
          type: 'EliteMismatchCharged',
          data: { plan: 'monthly', paidBy: 'in_2', amountCents: 10_000, currency: 'eur' },
        },
      ]);
      expect(state!.term).toMatchObject({ until: NEXT_MONTH });
      expect(nextStep(state, null, NEXT_MONTH, null)).toEqual({ type: 'cancelSubscription' });
      expect(
        after([...subscriber, ...added], recordAll('live', NEXT_MONTH, inEuros)).added,
      ).toEqual([]);
    });

    it('end a subscription whose first month they paid', () => {
      const firstMonth: MembershipCommand = {
        type: 'RecordSubscription',
        data: {
          userId: ANN,
          snapshot: subscriptionSnapshot({ invoices: [invoiceSnapshot({ currency: 'eur' })] }),
          terms: membershipTerms,
          at: NOON,
        },
      };
      const { state } = after([subscriptionCreated()], firstMonth);
      expect(tierAt(state, NOON)).toBe('free');
      expect(nextStep(state, null, NOON, null)).toEqual({ type: 'cancelSubscription' });
    });

    it('are returned in their currency by an admin', () => {
      const { added } = after(subscriber, recordAll('live', NEXT_MONTH, inEuros));
      const order: MembershipCommand = {
        type: 'OrderRefund',
        data: {
          userId: ANN,
          orderId: 'order-1',
          paidBy: 'in_2',
          amountCents: null,
          reason: 'Paid in euros',
          orderedBy: 'avery',
          at: NEXT_MONTH,
        },
      };
      expect(after([...subscriber, ...added], order).added).toMatchObject([
        { type: 'EliteRefundOrdered', data: { amountCents: 10_000, currency: 'eur' } },
      ]);
    });

    it('fail in their currency and end the subscription, so that they are never charged', () => {
      const unpaid = { ...inEuros, status: 'failed', isOpen: true } as const;
      const failed = after(subscriber, recordAll('live', NEXT_MONTH, unpaid));
      expect(failed.added).toMatchObject([
        { type: 'ElitePaymentFailed', data: { amountCents: 10_000, currency: 'eur' } },
      ]);
      expect(nextStep(failed.state, null, NEXT_MONTH, null)).toEqual({
        type: 'cancelSubscription',
      });
      expect(membershipStateAt(failed.state, NEXT_MONTH)).toBe('grace');
      const voided = { ...inEuros, status: 'waiting', isOpen: false } as const;
      const ended = after([...subscriber, ...failed.added], recordAll('ended', NEXT_MONTH, voided));
      expect(ended.added.map(({ type }) => type)).toEqual(['EliteSubscriptionEnded']);
      expect(nextStep(ended.state, null, NEXT_MONTH, null)).toBeNull();
      expect(tierAt(ended.state, NEXT_MONTH)).toBe('elite');
      expect(nextStep(ended.state, null, GRACE_ENDS, null)).toEqual({ type: 'lapse' });
    });

    it('keep a renewal that failed in dollars payable', () => {
      const unpaid = { ...second, status: 'failed', isOpen: true } as const;
      const failed = after(subscriber, recordAll('live', NEXT_MONTH, unpaid));
      expect(failed.added).toMatchObject([
        { type: 'ElitePaymentFailed', data: { currency: 'usd' } },
      ]);
      expect(nextStep(failed.state, null, NEXT_MONTH, null)).toBeNull();
    });
  });
});
