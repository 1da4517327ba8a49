import type { ElitePlan } from '@courtly/contracts/membership';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { type MembershipTerms, recordIntent, recordSubscription } from './stripe-changes.js';
import type { MembershipEvent } from './membership.events.js';

type PurchaseData = Extract<MembershipEvent, { type: 'EliteIntentCreated' }>['data'];
type ConsentData = Extract<MembershipEvent, { type: 'RenewalConsentGiven' }>['data'];
type SubscriptionData = Extract<MembershipEvent, { type: 'EliteSubscriptionCreated' }>['data'];

export type Purchase = Omit<PurchaseData, 'userId' | 'createdAt'> &
  Readonly<{ isMismatched: boolean }>;

/** `incomplete` until the first month is paid. */
export type Subscription = Omit<SubscriptionData, 'userId' | 'createdAt'> &
  Readonly<{ status: 'incomplete' | 'live' | 'ended' }>;

/**
 * A current or past membership. Instants are UTC: `until` ends the paid time, `accessUntil` ends
 * the membership. `failed` is the renewal that could not be charged; `isLapsed` means that the end
 * was recorded.
 */
export type MembershipTerm = Readonly<{
  plan: ElitePlan;
  since: string;
  until: string;
  accessUntil: string;
  amountCents: number;
  failed: Readonly<{ invoiceId: string; amountCents: number }> | null;
  isCancelled: boolean;
  isLapsed: boolean;
}>;

/**
 * `purchases` and `subscriptions` count what was started. `paid` are the intents that started or
 * renewed a founding membership.
 */
export type Membership = Readonly<{
  userId: string;
  founderNumber: number | null;
  purchases: number;
  purchase: Purchase | null;
  paid: readonly string[];
  consents: number;
  customerId: string | null;
  subscriptions: number;
  subscription: Subscription | null;
  term: MembershipTerm | null;
}>;

export type StripeIntent = Readonly<{
  intentId: string;
  clientSecret: string;
  status: 'open' | 'succeeded' | 'cancelled';
  amountCents: number;
  currency: string;
  /** Stripe's fee, once there is a charge. */
  processorFeeCents: number;
}>;

/**
 * A subscription and its last invoice at Stripe. `periodEnd` is UTC; with a draft invoice, it is
 * already the end of the next period.
 */
export type SubscriptionSnapshot = Readonly<{
  subscriptionId: string;
  status: Subscription['status'];
  cancelsAtEnd: boolean;
  periodEnd: string;
  invoice: Readonly<{
    invoiceId: string;
    status: 'paid' | 'failed' | 'waiting';
    amountCents: number;
  }> | null;
}>;

export type MembershipCommand =
  | Message<'BeginPurchase', PurchaseData>
  | Message<
      'RecordIntent',
      Readonly<{
        userId: string;
        intent: StripeIntent;
        founderNumber: number | null;
        terms: MembershipTerms;
        at: string;
      }>
    >
  | Message<'GiveRenewalConsent', ConsentData>
  | Message<'BeginSubscription', SubscriptionData>
  | Message<
      'RecordSubscription',
      Readonly<{
        userId: string;
        snapshot: SubscriptionSnapshot;
        processorFeeCents: number;
        terms: MembershipTerms;
        at: string;
      }>
    >
  | Message<'Lapse', Readonly<{ userId: string; at: string }>>;

const emptyMembership = (userId: string): Membership => ({
  userId,
  founderNumber: null,
  purchases: 0,
  purchase: null,
  paid: [],
  consents: 0,
  customerId: null,
  subscriptions: 0,
  subscription: null,
  term: null,
});

/**
 * The membership of one person. Stripe moves the money. This records each change once, in any order
 * and no matter how often Stripe reports it (domain rules, "Membership").
 */
export const membership: Decider<Membership | null, MembershipCommand, MembershipEvent> = {
  category: 'membership',
  initial: null,

  decide({ type, data }, state): MembershipEvent[] {
    const existing = state ?? emptyMembership(data.userId);
    switch (type) {
      case 'BeginPurchase':
        return existing.purchase ? [] : [{ type: 'EliteIntentCreated', data }];
      case 'RecordIntent':
        return recordIntent(existing, data);
      case 'GiveRenewalConsent':
        // One consent per subscription: it does not cover the next one.
        return existing.consents > existing.subscriptions
          ? []
          : [{ type: 'RenewalConsentGiven', data }];
      case 'BeginSubscription':
        return isSubscriptionOver(existing.subscription)
          ? [{ type: 'EliteSubscriptionCreated', data }]
          : [];
      case 'RecordSubscription':
        return recordSubscription(existing, data);
      case 'Lapse': {
        const { userId, founderNumber, term: membershipTerm } = existing;
        if (!membershipTerm || membershipTerm.isLapsed || data.at < membershipTerm.accessUntil)
          return [];
        const { plan, accessUntil } = membershipTerm;
        return [
          {
            type: 'EliteLapsed',
            data: { userId, plan, founderNumber, accessUntil, lapsedAt: data.at },
          },
        ];
      }
    }
  },

  evolve(state, event) {
    const existing = state ?? emptyMembership(event.data.userId);
    switch (event.type) {
      case 'EliteIntentCreated': {
        const { userId: _, createdAt: __, ...purchase } = event.data;
        return {
          ...existing,
          purchases: existing.purchases + 1,
          purchase: { ...purchase, isMismatched: false },
        };
      }
      case 'EliteIntentEnded':
        return { ...existing, purchase: null };
      case 'EliteIntentMismatched':
        return {
          ...existing,
          purchase: existing.purchase && { ...existing.purchase, isMismatched: true },
        };
      case 'RenewalConsentGiven':
        return { ...existing, consents: existing.subscriptions + 1 };
      case 'EliteSubscriptionCreated': {
        const { userId: _, createdAt: __, ...subscriptionDetails } = event.data;
        const { customerId } = subscriptionDetails;
        const subscription = { ...subscriptionDetails, status: 'incomplete' } as const;
        return { ...existing, customerId, subscriptions: existing.subscriptions + 1, subscription };
      }
      case 'EliteSubscriptionEnded':
        return {
          ...existing,
          subscription: existing.subscription && { ...existing.subscription, status: 'ended' },
        };
      case 'EliteActivated':
      case 'EliteRenewed':
        return withTerm(existing, event);
      default:
        return { ...existing, term: existing.term && changedTerm(existing.term, event) };
    }
  },
};

export const wrongStatus = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

export const isSubscriptionOver = (subscription: Subscription | null): boolean =>
  subscription === null || subscription.status === 'ended';

/** `instant` is UTC. A membership ends at `accessUntil`, even before that is recorded. */
export const tierAt = (
  existing: Pick<Membership, 'term'> | null,
  instant: string,
): 'free' | 'elite' =>
  existing?.term && !existing.term.isLapsed && instant < existing.term.accessUntil
    ? 'elite'
    : 'free';

type TermStarted = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const withTerm = (existing: Membership, { type, data }: TermStarted): Membership => {
  const { plan, founderNumber, paidBy, from, until, accessUntil, amountCents } = data;
  const since = type === 'EliteRenewed' ? (existing.term?.since ?? from) : from;
  const isFounding = plan === 'founding';
  return {
    ...existing,
    founderNumber: founderNumber ?? existing.founderNumber,
    purchase: isFounding ? null : existing.purchase,
    paid: isFounding ? [...existing.paid, paidBy] : existing.paid,
    subscription: isFounding
      ? existing.subscription
      : existing.subscription && { ...existing.subscription, status: 'live' },
    term: {
      plan,
      since,
      until,
      accessUntil,
      amountCents,
      failed: null,
      isCancelled: false,
      isLapsed: false,
    },
  };
};

type TermChanged = Extract<
  MembershipEvent,
  { type: 'ElitePaymentFailed' | 'EliteCancelled' | 'EliteResumed' | 'EliteLapsed' }
>;

const changedTerm = (membershipTerm: MembershipTerm, { type, data }: TermChanged) => {
  switch (type) {
    case 'ElitePaymentFailed':
      return {
        ...membershipTerm,
        failed: { invoiceId: data.invoiceId, amountCents: data.amountCents },
      };
    case 'EliteCancelled':
      return { ...membershipTerm, isCancelled: true, accessUntil: data.accessUntil };
    case 'EliteResumed':
      return { ...membershipTerm, isCancelled: false, accessUntil: data.accessUntil };
    case 'EliteLapsed':
      return { ...membershipTerm, isLapsed: true };
  }
};
