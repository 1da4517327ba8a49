import type { MembershipEvent } from './membership.events.js';

/**
 * Something that the log and Stripe both know by Stripe's id: the payment of a founder, a
 * subscription, or the invoice of a month. `amountCents` is null if it has no amount.
 */
export type MembershipItem = Readonly<{
  id: string;
  userId: string;
  kind: 'payment' | 'subscription' | 'invoice';
  status: 'open' | 'paid' | 'live' | 'ended';
  amountCents: number | null;
}>;

export type MemberCharge = Readonly<{
  chargeId: string;
  customerId: string | null;
  intentId: string | null;
  refundedCents: number;
  isDisputed: boolean;
}>;

/** What an event says about objects at Stripe. The log records only paid invoices. */
export const itemsOfEvent = ({ type, data }: MembershipEvent): MembershipItem[] => {
  const { userId } = data;
  switch (type) {
    case 'EliteIntentCreated':
    case 'EliteIntentEnded': {
      const { intentId: id, amountCents } = data;
      const status = type === 'EliteIntentEnded' ? 'ended' : 'open';
      return [{ id, userId, kind: 'payment', status, amountCents }];
    }
    case 'EliteSubscriptionCreated':
    case 'EliteSubscriptionEnded': {
      const status = type === 'EliteSubscriptionEnded' ? 'ended' : 'open';
      return [{ id: data.subscriptionId, userId, kind: 'subscription', status, amountCents: null }];
    }
    case 'EliteActivated':
    case 'EliteRenewed': {
      const { plan, paidBy: id, subscriptionId, amountCents } = data;
      const paidItem = { id, userId, status: 'paid', amountCents } as const;
      if (plan === 'founding') return [{ ...paidItem, kind: 'payment' }];
      const subscriptionItem = {
        id: subscriptionId!,
        userId,
        kind: 'subscription',
        status: 'live',
        amountCents: null,
      };
      return [{ ...paidItem, kind: 'invoice' }, subscriptionItem as MembershipItem];
    }
    default:
      return [];
  }
};

/**
 * Unpaid objects that can no longer be paid are no difference, and the log has no unpaid invoices.
 */
const isDifference = ({ kind, status }: MembershipItem): boolean =>
  kind === 'invoice' ? status === 'paid' : status !== 'ended';

/**
 * One sentence per difference, with amounts in cents. `hasAccount` is whether the item's user
 * exists.
 */
export const itemDifferences = (
  loggedItem: MembershipItem | null,
  stripeItem: MembershipItem | null,
  hasAccount: boolean,
): string[] => {
  if (!loggedItem) {
    if (!stripeItem || !isDifference(stripeItem)) return [];
    const description = `Stripe has ${stripeItem.kind} ${stripeItem.id}, which is ${stripeItem.status}`;
    return [
      hasAccount
        ? `${description}, and the log does not`
        : `${description}, of someone without an account`,
    ];
  }
  const { kind, id } = loggedItem;
  if (!stripeItem)
    return [`the log has ${kind} ${id}, which is ${loggedItem.status}, and Stripe does not`];
  const [loggedCents, stripeCents] = [loggedItem.amountCents, stripeItem.amountCents];
  return [
    ...(loggedItem.status === stripeItem.status
      ? []
      : [`${kind} ${id} is ${loggedItem.status} in the log, and ${stripeItem.status} at Stripe`]),
    ...(loggedCents === null || loggedCents === stripeCents
      ? []
      : [`${kind} ${id} has ${loggedCents} cents in the log, and ${stripeCents} at Stripe`]),
  ];
};

/** Courtly neither refunds memberships nor follows their disputes. */
export const chargeDifferences = ({
  chargeId,
  refundedCents,
  isDisputed,
}: MemberCharge): string[] => [
  ...(refundedCents === 0
    ? []
    : [
        `${refundedCents} cents of charge ${chargeId} were refunded at Stripe, which the log does not record`,
      ]),
  ...(isDisputed
    ? [`charge ${chargeId} is disputed at Stripe, which the log does not record`]
    : []),
];
