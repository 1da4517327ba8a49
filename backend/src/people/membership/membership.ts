import { US_DOLLARS } from '@courtly/contracts/amount';
import type { PaidCard } from '@courtly/contracts/bookings';
import type { ElitePlan } from '@courtly/contracts/membership';
import type { Decider, Live, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { type MembershipEvent, membershipEvents } from './membership.events.js';
import {
  type ChargedPayment,
  type MembershipPayment,
  type TermStarted,
  type WrongPayment,
  afterDispute,
  afterReversal,
  chargesOf,
  reversedCents,
  startedPayment,
  termAfterChange,
  withReturns,
  withUnmadeRefund,
  withUnmadeRefunds,
  withoutReturnOrder,
} from './membership-payments.js';
import { type PaymentSnapshot, recordPayment } from './payment-changes.js';
import {
  endMembership,
  orderRefund,
  refuseRefund,
  resolveMismatch,
  retryRefund,
  settleRefund,
} from './admin-changes.js';
import {
  type StepRefusal,
  refuseStep,
  retryStep,
  withRetry,
  withStepRefusal,
  withoutObsoleteRefusals,
} from './refused-steps.js';
import { type MembershipTerms, recordIntent, recordSubscription } from './stripe-changes.js';

type PurchaseData = Extract<MembershipEvent, { type: 'EliteIntentCreated' }>['data'];
type ConsentData = Extract<MembershipEvent, { type: 'RenewalConsentGiven' }>['data'];
type SubscriptionData = Extract<MembershipEvent, { type: 'EliteSubscriptionCreated' }>['data'];
type StepRefusedData = Extract<MembershipEvent, { type: 'EliteStepRefused' }>['data'];
type RetryOrderedData = Extract<MembershipEvent, { type: 'EliteRetryOrdered' }>['data'];
type RefundRefusedData = Extract<MembershipEvent, { type: 'EliteRefundRefused' }>['data'];

/** A charge in cents of `currency`. */
type Charge = Readonly<{ amountCents: number; currency: string }>;

/** `returnOrderId` is the admin's order to return a payment with the wrong amount. */
export type Purchase = Omit<PurchaseData, 'userId' | 'createdAt'> &
  Readonly<{
    isMismatched: boolean;
    /** The amount that differs from the price. */
    found: Charge | null;
    returnOrderId: string | null;
  }>;

/** A refund that an admin ordered but that Stripe has not made yet. */
export type RefundOrder = Readonly<{ orderId: string; paidBy: string; amountCents: number }>;

/** `incomplete` until the first month is paid. */
export type Subscription = Omit<SubscriptionData, 'userId' | 'createdAt'> &
  Readonly<{ status: 'incomplete' | 'live' | 'ended' }>;

/** A current or past membership. Instants are UTC. */
export type MembershipTerm = Readonly<{
  plan: ElitePlan;
  since: string;
  /** The end of the paid time. */
  until: string;
  /** The start of the paid time after a gap. */
  accessFrom: string | null;
  /** The end of the membership. */
  accessUntil: string;
  amountCents: number;
  /** A renewal that could not be charged. */
  failed: (Charge & Readonly<{ invoiceId: string }>) | null;
  isCancelled: boolean;
  /** The end was recorded. */
  isLapsed: boolean;
}>;

/** A person's membership and its payments. */
export type Membership = Readonly<{
  userId: string;
  founderNumber: number | null;
  /** The number of a founder's freed seat. */
  formerNumber: number | null;
  /** How many purchases were started. */
  purchases: number;
  purchase: Purchase | null;
  payments: readonly MembershipPayment[];
  wrongPayments: readonly WrongPayment[];
  /** Payments whose fee Stripe has not shown yet. */
  lateFees: readonly string[];
  refundOrders: readonly RefundOrder[];
  /** Refunds that are due for wrong payments. */
  returns: readonly RefundOrder[];
  /**
   * The cents that Stripe refused or a bank returned, by payment. An admin orders or settles them.
   */
  unmadeRefunds: Readonly<Record<string, number>>;
  /** Stripe's last refusals, by the id of the payment intent or subscription. */
  refusals: Readonly<Record<string, StepRefusal>>;
  /**
   * The subscription must end because a reversal or an admin ended the membership, or because it
   * charges a currency other than dollars.
   */
  endsSubscription: boolean;
  /** An admin ended the membership together with its seat. */
  hasForfeitedSeat: boolean;
  /** The consent to the subscription that is open or that starts next. */
  consent: Pick<ConsentData, 'version' | 'amountCents'> | null;
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
  receivedCents: number;
  /** The amount that was refunded or taken by a dispute. */
  returnedCents: number;
  /** Stripe's fee, once there is a charge. */
  processorFeeCents: number;
  card: PaidCard | null;
}>;

/**
 * An invoice at Stripe with its month (UTC). `amountCents` is paid or still due. `isOpen` means
 * that it can still be paid. `processorFeeCents` is 0 and `card` is null until they are read.
 */
export type InvoiceSnapshot = Readonly<{
  invoiceId: string;
  status: 'paid' | 'failed' | 'waiting';
  isOpen: boolean;
  amountCents: number;
  currency: string;
  processorFeeCents: number;
  card: PaidCard | null;
  from: string;
  until: string;
}>;

/** A subscription at Stripe and all its invoices, starting with the oldest month. */
export type SubscriptionSnapshot = Readonly<{
  subscriptionId: string;
  status: Subscription['status'];
  cancelsAtEnd: boolean;
  invoices: readonly InvoiceSnapshot[];
}>;

/** `seen` is the membership as it was before a snapshot was read. */
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
        terms: MembershipTerms;
        at: string;
        seen?: Membership | null;
      }>
    >
  | Message<
      'RecordPayment',
      Readonly<{
        userId: string;
        snapshot: PaymentSnapshot;
        terms: MembershipTerms;
        at: string;
        seen?: Membership | null;
      }>
    >
  | Message<
      'OrderRefund',
      Readonly<{
        userId: string;
        orderId: string;
        paidBy: string;
        amountCents: number | null;
        reason: string;
        orderedBy: string;
        at: string;
      }>
    >
  | Message<
      'RetryRefund',
      Readonly<{
        userId: string;
        orderId: string;
        paidBy: string;
        reason: string;
        orderedBy: string;
        at: string;
      }>
    >
  | Message<
      'SettleRefund',
      Readonly<{
        userId: string;
        orderId: string;
        paidBy: string;
        amountCents: number;
        outcome: 'paid' | 'waived';
        reason: string;
        orderedBy: string;
        terms: MembershipTerms;
        at: string;
      }>
    >
  | Message<'RefuseRefund', Omit<RefundRefusedData, 'paidBy' | 'amountCents' | 'currency'>>
  | Message<
      'RefuseStep',
      Pick<StepRefusedData, 'userId' | 'step' | 'stripeId' | 'code' | 'message'> &
        Readonly<{
          /** The recorded refusals for the object that the caller saw. */
          refusalCount: number;
          at: string;
        }>
    >
  | Message<'RetryStep', Omit<RetryOrderedData, 'orderedAt'> & Readonly<{ at: string }>>
  | Message<
      'End',
      Readonly<{
        userId: string;
        freesSeat: boolean;
        reason: string;
        endedBy: string;
        at: string;
      }>
    >
  | Message<
      'ResolveMismatch',
      Readonly<{
        userId: string;
        orderId: string;
        reason: string;
        resolvedBy: string;
        at: string;
      }>
    >
  | Message<'FreeSeat' | 'RestoreSeat', Readonly<{ userId: string; at: string; number: number }>>
  | Message<'Lapse' | 'EndPurchase', Readonly<{ userId: string; at: string }>>;

export const emptyMembership = (userId: string): Membership => ({
  userId,
  founderNumber: null,
  formerNumber: null,
  purchases: 0,
  purchase: null,
  payments: [],
  wrongPayments: [],
  lateFees: [],
  refundOrders: [],
  returns: [],
  unmadeRefunds: {},
  refusals: {},
  endsSubscription: false,
  hasForfeitedSeat: false,
  consent: null,
  customerId: null,
  subscriptions: 0,
  subscription: null,
  term: null,
});

/**
 * The membership of one person. Stripe moves the money, and this decider records each change once,
 * regardless of the order and number of Stripe's reports (domain rules, "Membership").
 */
export const membership: Decider<Membership | null, MembershipCommand, MembershipEvent> & Live = {
  category: 'membership',
  liveEvents: membershipEvents,
  initial: null,

  /** @throws DomainError conflict if the membership has changed since a snapshot was read */
  decide({ type, data }, state): MembershipEvent[] {
    const existing = state ?? emptyMembership(data.userId);
    if ('seen' in data && JSON.stringify(data.seen) !== JSON.stringify(state))
      throw new DomainError('conflict', 'This membership has just changed. Try again.');
    switch (type) {
      case 'BeginPurchase':
        return existing.purchase ? [] : [{ type: 'EliteIntentCreated', data }];
      case 'RecordIntent':
        return recordIntent(existing, data);
      case 'GiveRenewalConsent':
        // One consent covers one subscription, but not the next one.
        return existing.consent?.version === data.version &&
          existing.consent.amountCents === data.amountCents
          ? []
          : [{ type: 'RenewalConsentGiven', data }];
      case 'BeginSubscription':
        return isSubscriptionOver(existing.subscription)
          ? [{ type: 'EliteSubscriptionCreated', data }]
          : [];
      case 'RecordSubscription':
        return recordSubscription(existing, data);
      case 'RecordPayment':
        return recordPayment(existing, data);
      case 'OrderRefund':
        return orderRefund(existing, data);
      case 'RetryRefund':
        return retryRefund(existing, data);
      case 'SettleRefund':
        return settleRefund(existing, data);
      case 'RefuseRefund':
        return refuseRefund(existing, data);
      case 'RefuseStep':
        return refuseStep(existing, data);
      case 'RetryStep':
        return retryStep(existing, data);
      case 'End':
        return endMembership(existing, data);
      case 'ResolveMismatch':
        return resolveMismatch(existing, data);
      case 'EndPurchase': {
        const { purchase, userId } = existing;
        if (!purchase || !isReturned(existing)) return [];
        const { purpose, intentId, amountCents } = purchase;
        const ended = { userId, purpose, intentId, amountCents, endedAt: data.at };
        return [{ type: 'EliteIntentEnded', data: ended }];
      }
      case 'FreeSeat': {
        const { userId, founderNumber } = existing;
        return founderNumber === null
          ? []
          : [{ type: 'EliteSeatFreed', data: { userId, founderNumber, freedAt: data.at } }];
      }
      case 'RestoreSeat': {
        const { userId, founderNumber } = existing;
        const restored = { userId, founderNumber: data.number, restoredAt: data.at };
        return founderNumber === null ? [{ type: 'EliteSeatRestored', data: restored }] : [];
      }
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

  evolve: (state, event) =>
    withoutObsoleteRefusals(
      withReturns(afterEvent(state ?? emptyMembership(event.data.userId), event)),
    ),
};

const afterEvent = (existing: Membership, event: MembershipEvent): Membership => {
  switch (event.type) {
    case 'EliteIntentCreated': {
      const { userId: _, createdAt: __, ...purchase } = event.data;
      return {
        ...existing,
        purchases: existing.purchases + 1,
        purchase: { ...purchase, isMismatched: false, found: null, returnOrderId: null },
      };
    }
    case 'EliteIntentEnded':
      return { ...existing, purchase: null };
    case 'EliteIntentMismatched':
      return {
        ...existing,
        purchase: existing.purchase && {
          ...existing.purchase,
          isMismatched: true,
          found: { amountCents: event.data.foundCents, currency: event.data.foundCurrency },
        },
      };
    case 'RenewalConsentGiven':
      return {
        ...existing,
        consent: { version: event.data.version, amountCents: event.data.amountCents },
      };
    case 'EliteSubscriptionCreated': {
      const { userId: _, createdAt: __, ...subscriptionDetails } = event.data;
      const { customerId } = subscriptionDetails;
      const subscription = { ...subscriptionDetails, status: 'incomplete' } as const;
      return {
        ...existing,
        customerId,
        subscriptions: existing.subscriptions + 1,
        subscription,
        endsSubscription: false,
      };
    }
    case 'EliteSubscriptionEnded': {
      const { [event.data.subscriptionId]: _, ...refusals } = existing.refusals;
      return {
        ...existing,
        consent: null,
        subscription: existing.subscription && { ...existing.subscription, status: 'ended' },
        refusals,
        endsSubscription: false,
      };
    }
    case 'EliteActivated':
    case 'EliteRenewed':
      return withTerm(existing, event);
    case 'EliteFeeRecorded':
      return withFee(existing, event.data);
    case 'EliteReversed':
      return withUnmadeRefunds(afterReversal(existing, event, event.data.reversedAt), event);
    case 'EliteReversalConfirmed':
      return afterReversal(existing, event, event.data.confirmedAt);
    case 'EliteReversalUndone':
      return withUnmadeRefunds(afterReversal(existing, event, event.data.undoneAt), event);
    case 'EliteDisputeOpened':
    case 'EliteDisputeClosed':
      return afterDispute(existing, event);
    case 'EliteMismatchCharged':
      return withWrongPayment(existing, event.data);
    case 'EliteSeatFreed':
      return { ...existing, founderNumber: null, formerNumber: event.data.founderNumber };
    case 'EliteSeatRestored':
      return { ...existing, founderNumber: event.data.founderNumber, formerNumber: null };
    case 'EliteRefundOrdered': {
      const { orderId, paidBy, amountCents } = event.data;
      const refundOrders = [...existing.refundOrders, { orderId, paidBy, amountCents }];
      return withUnmadeRefund({ ...existing, refundOrders }, paidBy, -amountCents);
    }
    case 'EliteRefundSettledOtherwise':
      return withUnmadeRefund(existing, event.data.paidBy, -event.data.amountCents);
    case 'EliteRefundRefused':
      return withRefusal(existing, event.data);
    case 'EliteStepRefused':
      return withStepRefusal(existing, event.data);
    case 'EliteRetryOrdered':
      return withRetry(existing, event.data.stripeId);
    case 'EliteMismatchResolved': {
      const { intentId, orderId: returnOrderId } = event.data;
      return {
        ...withUnmadeRefund(existing, intentId, -Infinity),
        purchase: existing.purchase && { ...existing.purchase, returnOrderId },
        wrongPayments: existing.wrongPayments.map((payment) =>
          payment.paidBy === intentId ? { ...payment, returnOrderId } : payment,
        ),
      };
    }
    case 'EliteEnded': {
      const { freesSeat, endedAt } = event.data;
      const payments = existing.payments.map((payment) => ({ ...payment, isEnded: true }));
      const term = termAfterChange(existing, payments, endedAt);
      return {
        ...existing,
        payments,
        term,
        endsSubscription: true,
        hasForfeitedSeat: freesSeat,
      };
    }
    case 'ElitePaymentFailed':
      return {
        ...existing,
        endsSubscription: existing.endsSubscription || event.data.currency !== US_DOLLARS,
        term: existing.term && changedTerm(existing.term, event),
      };
    default:
      return { ...existing, term: existing.term && changedTerm(existing.term, event) };
  }
};

export const wrongStatus = (message: string, status: string) =>
  new DomainError('wrong_status', message, { status });

/** Whether the open purchase had a wrong amount and all of its payment was returned. */
export const isReturned = ({ purchase, wrongPayments }: Membership): boolean => {
  const charge = wrongPayments.find(({ paidBy }) => paidBy === purchase?.intentId);
  return charge !== undefined && reversedCents(charge) >= charge.amountCents;
};

export const isSubscriptionOver = (subscription: Subscription | null): boolean =>
  subscription === null || subscription.status === 'ended';

/** A month that is recorded late does not shorten the term. */
const withTerm = (existing: Membership, event: TermStarted): Membership => {
  const { type, data } = event;
  const { plan, founderNumber, from, until, accessUntil, amountCents } = data;
  const isFounding = plan === 'founding';
  const { subscription, term } = existing;
  const startedPayments = [...existing.payments, startedPayment(event)];
  const isLate = type === 'EliteRenewed' && term !== null && until < term.until;
  const isLive = !isFounding && subscription !== null && subscription.status !== 'ended';
  // A subscription that charged although it must end is ended again, even after the last refusal.
  const mustEnd = isLive && existing.endsSubscription;
  return {
    ...(mustEnd ? withRetry(existing, subscription.subscriptionId) : existing),
    founderNumber: founderNumber ?? existing.founderNumber,
    formerNumber: founderNumber === null ? existing.formerNumber : null,
    purchase: isFounding ? null : existing.purchase,
    payments: startedPayments,
    lateFees: lateFeesOf([...startedPayments, ...existing.wrongPayments]),
    hasForfeitedSeat: existing.hasForfeitedSeat && !isFounding,
    subscription: isLive ? { ...subscription, status: 'live' } : subscription,
    term: isLate
      ? term
      : {
          plan,
          since: type === 'EliteRenewed' ? (term?.since ?? from) : from,
          until,
          accessFrom: type === 'EliteRenewed' ? (term?.accessFrom ?? null) : null,
          accessUntil,
          amountCents,
          failed: null,
          isCancelled: false,
          isLapsed: false,
        },
  };
};

const lateFeesOf = (charges: readonly ChargedPayment[]): string[] =>
  charges.filter(({ processorFeeCents }) => processorFeeCents === null).map(({ paidBy }) => paidBy);

type FeeRecorded = Extract<MembershipEvent, { type: 'EliteFeeRecorded' }>['data'];

const withFee = (existing: Membership, { paidBy, processorFeeCents }: FeeRecorded): Membership => {
  const changed = <P extends ChargedPayment>(payment: P): P =>
    payment.paidBy === paidBy ? { ...payment, processorFeeCents } : payment;
  const payments = existing.payments.map(changed);
  const wrongPayments = existing.wrongPayments.map(changed);
  const lateFees = lateFeesOf(chargesOf({ payments, wrongPayments }));
  return { ...existing, payments, wrongPayments, lateFees };
};

type MismatchCharged = Extract<MembershipEvent, { type: 'EliteMismatchCharged' }>['data'];

/**
 * A fee of 0 means that Stripe has not reported it yet. The return may have been ordered before the
 * charge. A subscription that charges a wrong currency must not charge again.
 */
const withWrongPayment = (
  existing: Membership,
  { paidBy, plan, amountCents, currency, processorFeeCents }: MismatchCharged,
): Membership => {
  const { purchase, subscription } = existing;
  const mustEnd = plan === 'monthly' && !isSubscriptionOver(subscription);
  const wrongPayment: WrongPayment = {
    paidBy,
    plan,
    amountCents,
    currency,
    processorFeeCents: processorFeeCents === 0 ? null : processorFeeCents,
    reversals: [],
    disputes: {},
    returnOrderId: purchase?.intentId === paidBy ? purchase.returnOrderId : null,
  };
  const wrongPayments = [...existing.wrongPayments, wrongPayment];
  const lateFees = lateFeesOf(chargesOf({ payments: existing.payments, wrongPayments }));
  return {
    ...existing,
    wrongPayments,
    lateFees,
    subscription: mustEnd ? { ...subscription!, status: 'live' } : subscription,
    endsSubscription: existing.endsSubscription || mustEnd,
  };
};

type RefundRefused = Extract<MembershipEvent, { type: 'EliteRefundRefused' }>['data'];

/** An admin can order a refused refund again. */
const withRefusal = (
  existing: Membership,
  { orderId: refusedOrderId, paidBy, amountCents }: RefundRefused,
): Membership => {
  const refundOrders = existing.refundOrders.filter(({ orderId }) => orderId !== refusedOrderId);
  const changed = withUnmadeRefund({ ...existing, refundOrders }, paidBy, amountCents);
  const { purchase, wrongPayments } = existing;
  const returnOrderId =
    wrongPayments.find((payment) => payment.paidBy === paidBy)?.returnOrderId ??
    purchase?.returnOrderId;
  return returnOrderId != null && refusedOrderId.startsWith(returnOrderId)
    ? withoutReturnOrder(changed, paidBy)
    : changed;
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
        failed: {
          invoiceId: data.invoiceId,
          amountCents: data.amountCents,
          currency: data.currency,
        },
      };
    case 'EliteCancelled':
      return { ...membershipTerm, isCancelled: true, accessUntil: data.accessUntil };
    case 'EliteResumed':
      return { ...membershipTerm, isCancelled: false, accessUntil: data.accessUntil };
    case 'EliteLapsed':
      return { ...membershipTerm, isLapsed: true };
  }
};
