import type { ElitePlan } from '@courtly/contracts/membership';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { type Terms, noteIntent, noteSubscription } from './facts.js';
import type { MembershipEvent } from './membership.events.js';

type Created = Extract<MembershipEvent, { type: 'EliteIntentCreated' }>['data'];
type Consent = Extract<MembershipEvent, { type: 'RenewalConsentGiven' }>['data'];
type Begun = Extract<MembershipEvent, { type: 'EliteSubscriptionCreated' }>['data'];

/** A payment of a founder that can still be made. */
export type Purchase = Omit<Created, 'userId' | 'createdAt'> & Readonly<{ isMismatched: boolean }>;

/** What renews a monthly membership at Stripe: `incomplete` until its first month is paid. */
export type Subscription = Omit<Begun, 'userId' | 'createdAt'> &
  Readonly<{ status: 'incomplete' | 'live' | 'ended' }>;

/**
 * A membership that is or was. Instants are UTC: `until` ends what is paid for, `accessUntil` the membership, unless it is
 * renewed before. `failed` is the renewal that could not be charged; `lapsed` tells that the end was noted.
 */
export type Term = Readonly<{
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
 * A person as far as membership goes. `purchases` and `subscriptions` count those that were begun, and number the next one;
 * `paid` are the intents that made or renewed a founding membership.
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
  term: Term | null;
}>;

/** A payment intent of ours as Stripe shows it. */
export type Intent = Readonly<{
  intentId: string;
  clientSecret: string;
  status: 'open' | 'succeeded' | 'cancelled';
  amountCents: number;
  currency: string;
  /** What Stripe took of the charge, once there is one. */
  processorFeeCents: number;
}>;

/** A subscription with its last invoice as Stripe shows them. `periodEnd` is UTC; that of a draft's period already. */
export type SubscriptionFacts = Readonly<{
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
  | Message<'BeginPurchase', Created>
  | Message<
      'NoteIntent',
      Readonly<{
        userId: string;
        intent: Intent;
        founderNumber: number | null;
        terms: Terms;
        at: string;
      }>
    >
  | Message<'GiveRenewalConsent', Consent>
  | Message<'BeginSubscription', Begun>
  | Message<
      'NoteSubscription',
      Readonly<{
        userId: string;
        facts: SubscriptionFacts;
        processorFeeCents: number;
        terms: Terms;
        at: string;
      }>
    >
  | Message<'Lapse', Readonly<{ userId: string; at: string }>>;

const nobody = (userId: string): Membership => ({
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
 * The membership of one person. Stripe moves the money; this notes each fact once, in whatever order and however often Stripe
 * tells it, and says until when somebody is a member (domain rules, "Membership").
 */
export const membership: Decider<Membership | null, MembershipCommand, MembershipEvent> = {
  category: 'membership',
  initial: null,

  decide({ type, data }, state): MembershipEvent[] {
    const known = state ?? nobody(data.userId);
    switch (type) {
      case 'BeginPurchase':
        return known.purchase ? [] : [{ type: 'EliteIntentCreated', data }];
      case 'NoteIntent':
        return noteIntent(known, data.intent, data.founderNumber, data.terms, data.at);
      case 'GiveRenewalConsent':
        // One for each subscription: what was agreed to for one that ended is not agreed to for the next.
        return known.consents > known.subscriptions ? [] : [{ type: 'RenewalConsentGiven', data }];
      case 'BeginSubscription':
        return isOver(known.subscription) ? [{ type: 'EliteSubscriptionCreated', data }] : [];
      case 'NoteSubscription':
        return noteSubscription(known, data.facts, data.processorFeeCents, data.terms, data.at);
      case 'Lapse': {
        const { userId, founderNumber, term } = known;
        if (!term || term.isLapsed || data.at < term.accessUntil) return [];
        const { plan, accessUntil } = term;
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
    const known = state ?? nobody(event.data.userId);
    switch (event.type) {
      case 'EliteIntentCreated': {
        const { userId: _, createdAt: __, ...purchase } = event.data;
        return {
          ...known,
          purchases: known.purchases + 1,
          purchase: { ...purchase, isMismatched: false },
        };
      }
      case 'EliteIntentEnded':
        return { ...known, purchase: null };
      case 'EliteIntentMismatched':
        return { ...known, purchase: known.purchase && { ...known.purchase, isMismatched: true } };
      case 'RenewalConsentGiven':
        return { ...known, consents: known.subscriptions + 1 };
      case 'EliteSubscriptionCreated': {
        const { userId: _, createdAt: __, ...begun } = event.data;
        const { customerId } = begun;
        const subscription = { ...begun, status: 'incomplete' } as const;
        return { ...known, customerId, subscriptions: known.subscriptions + 1, subscription };
      }
      case 'EliteSubscriptionEnded':
        return {
          ...known,
          subscription: known.subscription && { ...known.subscription, status: 'ended' },
        };
      case 'EliteActivated':
      case 'EliteRenewed':
        return withTerm(known, event);
      default:
        return { ...known, term: known.term && changed(known.term, event) };
    }
  },
};

/** Whether nothing can be charged by a subscription. */
export const isOver = (subscription: Subscription | null): boolean =>
  subscription === null || subscription.status === 'ended';

/** Whether somebody is a member at an instant (UTC): from then on that ends it they are not, noted or not. */
export const tierAt = (known: Pick<Membership, 'term'> | null, at: string): 'free' | 'elite' =>
  known?.term && !known.term.isLapsed && at < known.term.accessUntil ? 'elite' : 'free';

type OfTerm = Extract<MembershipEvent, { type: 'EliteActivated' | 'EliteRenewed' }>;

const withTerm = (known: Membership, { type, data }: OfTerm): Membership => {
  const { plan, founderNumber, paidBy, from, until, accessUntil, amountCents } = data;
  const since = type === 'EliteRenewed' ? (known.term?.since ?? from) : from;
  const isFounding = plan === 'founding';
  return {
    ...known,
    founderNumber: founderNumber ?? known.founderNumber,
    purchase: isFounding ? null : known.purchase,
    paid: isFounding ? [...known.paid, paidBy] : known.paid,
    subscription: isFounding
      ? known.subscription
      : known.subscription && { ...known.subscription, status: 'live' },
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

type OfOldTerm = Extract<
  MembershipEvent,
  { type: 'ElitePaymentFailed' | 'EliteCancelled' | 'EliteResumed' | 'EliteLapsed' }
>;

const changed = (term: Term, { type, data }: OfOldTerm): Term => {
  switch (type) {
    case 'ElitePaymentFailed':
      return { ...term, failed: { invoiceId: data.invoiceId, amountCents: data.amountCents } };
    case 'EliteCancelled':
      return { ...term, isCancelled: true, accessUntil: data.accessUntil };
    case 'EliteResumed':
      return { ...term, isCancelled: false, accessUntil: data.accessUntil };
    case 'EliteLapsed':
      return { ...term, isLapsed: true };
  }
};
