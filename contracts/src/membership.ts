import { z } from 'zod';
import { User } from './identity.js';
import { route } from './route.js';

/**
 * A founding membership lasts one year and never renews automatically; a monthly one renews (domain
 * rules, "Membership").
 */
export const ElitePlan = z.enum(['founding', 'monthly']);
export type ElitePlan = z.infer<typeof ElitePlan>;

export const PurchasePurpose = z.enum(['founding', 'foundingRenewal']);
export type PurchasePurpose = z.infer<typeof PurchasePurpose>;

/** The current prices of Elite, and what is available. */
export const ElitePlans = z.object({
  founding: z.object({
    price: z.string().describe('The price per year.'),
    seats: z.number(),
    seatsLeft: z.number().describe('Seats neither sold nor reserved by a pending payment.'),
    nextNumber: z.number().nullable().describe('The next founder number; null if no seat is left.'),
    isOpen: z.boolean(),
  }),
  monthly: z.object({
    price: z.string().describe('The price per month.'),
    needsApplication: z.boolean(),
    isOpen: z.boolean(),
    renewalConsent: z
      .object({ version: z.string(), text: z.string(), textHash: z.string() })
      .describe('The renewal terms, which require separate consent.'),
  }),
});
export type ElitePlans = z.infer<typeof ElitePlans>;

/**
 * `none`: has never been a member. `cancelled`: a member until the end of the paid period.
 * `lapsed`: the membership has ended.
 */
export const Membership = z.object({
  tier: z.enum(['free', 'elite']),
  state: z.enum(['none', 'active', 'grace', 'cancelled', 'lapsed']),
  plan: ElitePlan.nullable(),
  founderNumber: z.number().nullable(),
  since: z.string().nullable(),
  until: z.string().nullable().describe('The end of the paid period.'),
  accessUntil: z
    .string()
    .nullable()
    .describe('When access ends unless the membership is renewed or paid.'),
  renewsAt: z.string().nullable().describe('The next automatic charge; null if there is none.'),
  price: z.string().nullable().describe('The renewal price.'),
  canRenew: z.boolean().describe('Whether a founding member can pay for the next year now.'),
  canCancel: z.boolean(),
  hasPortal: z.boolean().describe('Whether the caller can open the billing portal.'),
});
export type Membership = z.infer<typeof Membership>;

/**
 * The server sets the price. If `amount` differs, the response is `price_changed`. `description` is
 * ignored.
 */
export const CreatePaymentIntentBody = z.strictObject({
  purpose: PurchasePurpose.default('founding'),
  amount: z.union([z.number(), z.string().max(20)]).optional(),
  description: z.string().max(200).optional(),
});
export type CreatePaymentIntentBody = z.infer<typeof CreatePaymentIntentBody>;

export const MembershipIntent = z.object({
  paymentIntentId: z.string(),
  clientSecret: z
    .string()
    .describe('The Stripe client secret to confirm the payment in the browser.'),
  purpose: PurchasePurpose,
  amount: z.string(),
  founderNumber: z.number().describe('The reserved founder number.'),
  openUntil: z.string().describe('When the payment and the reservation expire.'),
});
export type MembershipIntent = z.infer<typeof MembershipIntent>;

/** `membershipTier` and `amount` are accepted for compatibility with the page, but are ignored. */
export const CreateEliteUserBody = z.strictObject({
  paymentIntentId: z.string().min(1).max(100),
  membershipTier: z.string().max(20).optional(),
  amount: z.union([z.number(), z.string().max(20)]).optional(),
});

export const EliteUser = z.object({ user: User, founderNumber: z.number(), until: z.string() });
export type EliteUser = z.infer<typeof EliteUser>;

/** `consentVersion` is the version of the renewal terms that were shown to the caller. */
export const SubscribeBody = z.strictObject({
  renewalConsent: z.literal(true),
  consentVersion: z.string().max(20),
});
export type SubscribeBody = z.infer<typeof SubscribeBody>;

export const EliteSubscription = z.object({
  subscriptionId: z.string(),
  clientSecret: z
    .string()
    .describe('The Stripe client secret to pay the first month in the browser.'),
  amount: z.string(),
});
export type EliteSubscription = z.infer<typeof EliteSubscription>;

export const membershipRoutes = {
  elitePlans: route({
    method: 'GET',
    path: '/api/membership/plans',
    summary: 'Get the Elite plans and whether the caller can buy them.',
    access: 'anyone',
    reads: ['applications'],
    status: 200,
    response: ElitePlans,
  }),
  showMembership: route({
    method: 'GET',
    path: '/api/membership',
    summary: "Get the caller's membership.",
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
      'Reserve or renew a founding seat and create its payment intent. Repeated calls return the same intent.',
    access: 'signedIn',
    body: CreatePaymentIntentBody,
    status: 200,
    response: MembershipIntent,
    errors: ['price_changed', 'not_on_sale', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  createEliteUser: route({
    method: 'POST',
    path: '/api/auth/create-elite-user',
    summary: 'Activate the membership of a successful payment, verified with Stripe.',
    access: 'signedIn',
    body: CreateEliteUserBody,
    status: 200,
    response: EliteUser,
    errors: ['payment_required', 'forbidden', 'conflict', 'store_unavailable'],
  }),
  subscribe: route({
    method: 'POST',
    path: '/api/membership/subscription',
    summary: 'Start a monthly subscription. Membership begins when the first month is paid.',
    access: 'signedIn',
    body: SubscribeBody,
    status: 200,
    response: EliteSubscription,
    errors: ['not_on_sale', 'wrong_status', 'conflict', 'store_unavailable'],
  }),
  cancelMembership: route({
    method: 'POST',
    path: '/api/membership/cancel',
    summary: 'Cancel a monthly membership at the end of the paid month.',
    access: 'signedIn',
    status: 200,
    response: Membership,
    errors: ['not_found', 'conflict', 'store_unavailable'],
  }),
  membershipPortal: route({
    method: 'POST',
    path: '/api/membership/portal',
    summary: 'Create a link to the Stripe billing portal.',
    access: 'signedIn',
    status: 200,
    response: z.object({ url: z.string() }),
    errors: ['not_found', 'store_unavailable'],
  }),
};
