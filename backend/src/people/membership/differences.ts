import type { MembershipEvent } from './membership.events.js';

/**
 * Something of a membership that the log and Stripe both know by Stripe's id. A payment makes a founder, an invoice is of one
 * month of a subscription. `amountCents` is null of what has no amount of its own.
 */
export type Item = Readonly<{
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
  backCents: number;
  isDisputed: boolean;
}>;

/** What the log says of things at Stripe after an event. Of invoices it notes those alone that were paid. */
export const itemsOf = ({ type, data }: MembershipEvent): Item[] => {
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
      const paid = { id, userId, status: 'paid', amountCents } as const;
      if (plan === 'founding') return [{ ...paid, kind: 'payment' }];
      const subscription = {
        id: subscriptionId!,
        userId,
        kind: 'subscription',
        status: 'live',
        amountCents: null,
      };
      return [{ ...paid, kind: 'invoice' }, subscription as Item];
    }
    default:
      return [];
  }
};

/** What nobody paid, and nobody can pay any more or was asked to by the log, is no difference. */
const matters = ({ kind, status }: Item): boolean =>
  kind === 'invoice' ? status === 'paid' : status !== 'ended';

/**
 * Where the log and Stripe say different things of one item, a sentence each; amounts are cents. `isKnown` tells whether
 * the person whom it is of has an account.
 */
export const itemDifferences = (
  noted: Item | null,
  found: Item | null,
  isKnown: boolean,
): string[] => {
  if (!noted) {
    if (!found || !matters(found)) return [];
    const what = `Stripe has ${found.kind} ${found.id}, which is ${found.status}`;
    return [isKnown ? `${what}, and the log does not` : `${what}, of somebody who has no account`];
  }
  const { kind, id } = noted;
  if (!found) return [`the log has ${kind} ${id}, which is ${noted.status}, and Stripe does not`];
  const [cents, atStripe] = [noted.amountCents, found.amountCents];
  return [
    ...(noted.status === found.status
      ? []
      : [`${kind} ${id} is ${noted.status} in the log, and ${found.status} at Stripe`]),
    ...(cents === null || cents === atStripe
      ? []
      : [`${kind} ${id} is of ${cents} in the log, and of ${atStripe} at Stripe`]),
  ];
};

/** What became of a charge that no membership follows: Courtly neither refunds one nor takes it back after a dispute. */
export const chargeDifferences = ({ chargeId, backCents, isDisputed }: MemberCharge): string[] => [
  ...(backCents === 0
    ? []
    : [`${backCents} of charge ${chargeId} came back at Stripe, which the log does not follow`]),
  ...(isDisputed
    ? [`charge ${chargeId} is disputed at Stripe, which the log does not follow`]
    : []),
];
