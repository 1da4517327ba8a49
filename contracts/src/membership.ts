import { z } from 'zod';
import { User } from './identity.js';
import { route } from './route.js';

/** Founding lasts a year and is never charged by itself; monthly renews until it is cancelled (domain rules, "Membership"). */
export const ElitePlan = z.enum(['founding', 'monthly']);
export type ElitePlan = z.infer<typeof ElitePlan>;

export const PurchasePurpose = z.enum(['founding', 'foundingRenewal']);
export type PurchasePurpose = z.infer<typeof PurchasePurpose>;

/** What Elite costs now, and whether it can be bought. */
export const ElitePlans = z.object({
  founding: z.object({
    price: z.string().describe('for a year'),
    seats: z.number(),
    seatsLeft: z.number().describe('neither taken nor kept for somebody who is paying'),
    nextNumber: z.number().nullable().describe('of the next founder; null where no seat is left'),
    isOpen: z.boolean(),
  }),
  monthly: z.object({
    price: z.string().describe('for a month'),
    needsApplication: z.boolean(),
    isOpen: z.boolean(),
    renewalConsent: z
      .object({ version: z.string(), text: z.string(), textHash: z.string() })
      .describe('what a subscriber agrees to, apart from everything else'),
  }),
});
export type ElitePlans = z.infer<typeof ElitePlans>;

/** The caller's own membership. `none` was never one; `cancelled` lasts until its end; `lapsed` is over. */
export const Membership = z.object({
  tier: z.enum(['free', 'elite']),
  state: z.enum(['none', 'active', 'grace', 'cancelled', 'lapsed']),
  plan: ElitePlan.nullable(),
  founderNumber: z.number().nullable(),
  since: z.string().nullable(),
  until: z.string().nullable().describe('the end of what is paid for'),
  accessUntil: z.string().nullable().describe('membership ends then, unless it is renewed or paid'),
  renewsAt: z
    .string()
    .nullable()
    .describe('the next charge; null where nothing is charged by itself'),
  price: z.string().nullable().describe('of a renewal'),
  canRenew: z.boolean().describe('whether a founding member may pay the next year now'),
  canCancel: z.boolean(),
  hasPortal: z.boolean().describe('whether there are a card and invoices to manage'),
});
export type Membership = z.infer<typeof Membership>;

/** What the product's page sends beside the purpose decides nothing; another amount than the price is refused. */
export const CreatePaymentIntent = z.strictObject({
  purpose: PurchasePurpose.default('founding'),
  amount: z.union([z.number(), z.string().max(20)]).optional(),
  description: z.string().max(200).optional(),
});
export type CreatePaymentIntent = z.infer<typeof CreatePaymentIntent>;

export const MembershipIntent = z.object({
  paymentIntentId: z.string(),
  clientSecret: z.string().describe('by which the browser confirms the payment with a card'),
  purpose: PurchasePurpose,
  amount: z.string(),
  founderNumber: z.number().describe('the seat that is kept meanwhile'),
  openUntil: z.string().describe('the payment can be made, and the seat is kept, until then'),
});
export type MembershipIntent = z.infer<typeof MembershipIntent>;

/** `membershipTier` and `amount` are what the product's page sends; they decide nothing. */
export const CreateEliteUser = z.strictObject({
  paymentIntentId: z.string().min(1).max(100),
  membershipTier: z.string().max(20).optional(),
  amount: z.union([z.number(), z.string().max(20)]).optional(),
});

export const EliteUser = z.object({ user: User, founderNumber: z.number(), until: z.string() });
export type EliteUser = z.infer<typeof EliteUser>;

/** Starts a subscription. `consentVersion` names the text that was shown. */
export const Subscribe = z.strictObject({
  renewalConsent: z.literal(true),
  consentVersion: z.string().max(20),
});
export type Subscribe = z.infer<typeof Subscribe>;

export const EliteSubscription = z.object({
  subscriptionId: z.string(),
  clientSecret: z.string().describe('by which the browser pays the first month with a card'),
  amount: z.string(),
});
export type EliteSubscription = z.infer<typeof EliteSubscription>;

export const membershipRoutes = {
  elitePlans: route({
    method: 'GET',
    path: '/api/membership/plans',
    summary: 'What Elite costs, and whether the caller can buy it',
    access: 'anyone',
    reads: ['applications'],
    status: 200,
    response: ElitePlans,
  }),
  showMembership: route({
    method: 'GET',
    path: '/api/membership',
    summary: 'The membership of the caller',
    access: 'signedIn',
    reads: ['memberships'],
    status: 200,
    response: Membership,
    errors: ['store_unavailable'],
  }),
  createPaymentIntent: route({
    method: 'POST',
    path: '/api/create-payment-intent',
    summary:
      'Keep a founding seat, or renew one, and make the payment for it; asked again it answers the same',
    access: 'signedIn',
    body: CreatePaymentIntent,
    status: 200,
    response: MembershipIntent,
    errors: ['price_changed', 'not_on_sale', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  createEliteUser: route({
    method: 'POST',
    path: '/api/auth/create-elite-user',
    summary: 'Become a member by a payment that was made; it is read at Stripe',
    access: 'signedIn',
    body: CreateEliteUser,
    status: 200,
    response: EliteUser,
    errors: ['payment_required', 'forbidden', 'conflict', 'store_unavailable'],
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/membership/subscription',
    summary: 'Begin a monthly membership, which renews; it is one once its first month is paid',
    access: 'signedIn',
    body: Subscribe,
    status: 200,
    response: EliteSubscription,
    errors: ['not_on_sale', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  cancelMembership: route({
    method: 'POST',
    path: '/api/membership/cancel',
    summary: 'End a monthly membership with the month that is paid',
    access: 'signedIn',
    status: 200,
    response: Membership,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
  membershipPortal: route({
    method: 'POST',
    path: '/api/membership/portal',
    summary: "Open Stripe's page on which a subscriber changes the card and sees invoices",
    access: 'signedIn',
    status: 200,
    response: z.object({ url: z.string() }),
    errors: ['not_found', 'store_unavailable'],
  }),
};
