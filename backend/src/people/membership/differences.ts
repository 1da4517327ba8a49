import type { MembershipEvent } from './membership.events.js';

/**
 * Something of a membership that the log and Stripe both know by Stripe's id. A payment makes a founder, an invoice is of one
 * month of a subscription. `amountCents` is null of what has no amount of its own.
 */
export type MembershipItem = Readonly<{
  id: string;
  userId: string;
  kind: 'payment' | 'subscription' | 'invoice';
  status: 'open' | 'paid' | 'live' | 'ended';
  amountCents: number | null;
}>;

/** A card that was charged for a membership. `backCents` is what was refunded of it. */
export type MemberCharge = Readonly<{
  chargeId: string;
  customerId: string | null;
  intentId: string | null;
  refundedCents: number;
  isDisputed: boolean;
}>;

/** What the log says of things at Stripe after an event. Of invoices it notes those alone that were paid. */
export const itemsOfEvent = ({ type, data }: MembershipEvent): MembershipItem[] => {
  const { userId } = data;
  switch (type) {
    case 'EliteIntentCreated':
    case 'EliteIntentEnded': {
      const { intentId: id, amountCents } = data;
      return [
        {
          id,
          userId,
          kind: 'payment',
          status: type === 'EliteIntentEnded' ? 'ended' : 'open',
          amountCents,
        },
      ];
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

/** What nobody paid, and nobody can pay any more or was asked to by the log, is no difference. */
const isDifference = ({ kind, status }: MembershipItem): boolean =>
  kind === 'invoice' ? status === 'paid' : status !== 'ended';

/**
 * Where the log and Stripe say different things of one item, a sentence each; amounts are cents. `isKnown` tells whether
 * the person whom it is of has an account.
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
        : `${description}, of somebody who has no account`,
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
      : [`${kind} ${id} is of ${loggedCents} in the log, and of ${stripeCents} at Stripe`]),
  ];
};

/** What became of a charge that no membership follows: Courtly neither refunds one nor takes it back after a dispute. */
export const chargeDifferences = ({
  chargeId,
  refundedCents: backCents,
  isDisputed,
}: MemberCharge): string[] => [
  ...(backCents === 0
    ? []
    : [`${backCents} of charge ${chargeId} came back at Stripe, which the log does not follow`]),
  ...(isDisputed
    ? [`charge ${chargeId} is disputed at Stripe, which the log does not follow`]
    : []),
];
