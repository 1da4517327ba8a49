import { z } from 'zod';
import { SettlementOutcome } from './admin-money.js';
import { Reason, ReasonBody } from './admin-users.js';
import { AwaitsConfirmation } from './second-admin.js';
import { ElitePlan, Membership } from './membership.js';
import { route } from './route.js';
import { AnyAmount, CurrencyAmount } from './wire.js';

const MembershipPayment = z.object({
  paidBy: z.string().describe("Stripe's id of the payment intent or invoice."),
  plan: ElitePlan,
  amount: CurrencyAmount,
  from: z.string().nullable().describe('Null for a payment with a wrong amount.'),
  until: z.string().nullable(),
  refundable: CurrencyAmount.describe('The amount that can still be refunded.'),
  ordered: CurrencyAmount.describe('The amount of refunds that Stripe has not made yet.'),
  reversals: z.array(
    z.object({
      kind: z
        .enum(['refund', 'dispute', 'outside'])
        .describe('`outside`: refunded outside Stripe.'),
      id: z.string(),
      amount: CurrencyAmount.describe('Zero if the refund failed or the dispute was won.'),
      isFinal: z.boolean(),
    }),
  ),
});

/** A person's membership and its payments, newest first. */
export const AdminMembership = Membership.pick({
  tier: true,
  state: true,
  plan: true,
  founderNumber: true,
  until: true,
  accessUntil: true,
}).extend({
  canEnd: z.boolean(),
  payments: z.array(MembershipPayment),
  mismatch: z
    .object({ intentId: z.string(), expected: CurrencyAmount, isReturning: z.boolean() })
    .nullable()
    .describe('A payment with the wrong amount, which an admin must return.'),
});
export type AdminMembership = z.infer<typeof AdminMembership>;

/**
 * `amount` is in the currency of the payment. If it is missing, the rest of the payment is
 * refunded.
 */
export const RefundMembershipBody = z.strictObject({
  paidBy: z.string().min(1).max(100),
  amount: AnyAmount.refine((amount) => Number(amount) > 0, 'Use an amount above zero').optional(),
  reason: Reason,
});
export type RefundMembershipBody = z.infer<typeof RefundMembershipBody>;

/** Repeats the order for refunds of a payment that Stripe refused or a bank returned. */
export const RetryMembershipRefundBody = RefundMembershipBody.omit({ amount: true });
export type RetryMembershipRefundBody = z.infer<typeof RetryMembershipRefundBody>;

/** Orders another attempt at ending a payment or subscription after Stripe refused. */
export const RetryMembershipStepBody = ReasonBody.extend({
  stripeId: z.string().min(1).max(100).describe("Stripe's id of the payment or subscription."),
});
export type RetryMembershipStepBody = z.infer<typeof RetryMembershipStepBody>;

/**
 * `paid`: the member received the money in another way. `waived`: the member does not want it back.
 */
export const SettleMembershipRefundBody = RetryMembershipRefundBody.extend({
  amount: AnyAmount,
  outcome: SettlementOutcome,
});
export type SettleMembershipRefundBody = z.infer<typeof SettleMembershipRefundBody>;

/** `freesSeat` also frees the founding seat and its number. */
export const EndMembershipBody = ReasonBody.extend({ freesSeat: z.boolean().default(false) });
export type EndMembershipBody = z.infer<typeof EndMembershipBody>;

const userId = z.object({ userId: z.string().max(60) });
const changeErrors = [
  'not_found',
  'wrong_status',
  'conflict',
  'idempotency_mismatch',
  'store_unavailable',
] as const;

export const adminMembershipRoutes = {
  adminMembership: route({
    method: 'GET',
    path: '/api/admin/users/:userId/membership',
    summary: 'Get the membership of an account with its payments, refunds, and disputes.',
    access: 'admin',
    params: userId,
    reads: ['memberships'],
    status: 200,
    response: AdminMembership,
    errors: ['store_unavailable'],
  }),
  refundMembership: route({
    method: 'POST',
    path: '/api/admin/users/:userId/membership-refunds',
    summary:
      'Order a full or partial refund of a membership payment. It is executed once, asynchronously. A full refund ends the paid membership time.',
    access: 'admin',
    decides: 'account',
    needsSecondAdmin: 'membership_refund',
    params: userId,
    body: RefundMembershipBody,
    status: 202,
    response: z.union([z.object({ orderId: z.string(), amount: z.string() }), AwaitsConfirmation]),
    errors: changeErrors,
  }),
  retryMembershipRefund: route({
    method: 'POST',
    path: '/api/admin/users/:userId/membership-refund-retries',
    summary: 'Retry the refund of a membership payment that Stripe refused or a bank returned.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: RetryMembershipRefundBody,
    status: 202,
    response: z.object({ orderId: z.string() }),
    errors: changeErrors,
  }),
  retryMembershipStep: route({
    method: 'POST',
    path: '/api/admin/users/:userId/membership-retries',
    summary: 'Retry ending a membership payment or subscription after Stripe refused.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: RetryMembershipStepBody,
    status: 202,
    response: z.object({ orderId: z.string() }),
    errors: changeErrors,
  }),
  settleMembershipRefund: route({
    method: 'POST',
    path: '/api/admin/users/:userId/membership-refund-settlements',
    summary:
      'Record that a refused or returned refund of a membership was paid outside Stripe, or was waived.',
    access: 'admin',
    decides: 'account',
    needsSecondAdmin: 'membership_settlement',
    params: userId,
    body: SettleMembershipRefundBody,
    status: 201,
    response: z.union([z.object({ orderId: z.string() }), AwaitsConfirmation]),
    errors: changeErrors,
  }),
  endMembership: route({
    method: 'POST',
    path: '/api/admin/users/:userId/membership-ends',
    summary: 'End a membership immediately, without a refund. Its subscription is canceled.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: EndMembershipBody,
    status: 200,
    response: AdminMembership,
    errors: changeErrors,
  }),
  returnMembershipPayment: route({
    method: 'POST',
    path: '/api/admin/users/:userId/membership-returns',
    summary:
      'Return a membership payment with the wrong amount: cancel or refund it, and release its seat. It is executed once, asynchronously.',
    access: 'admin',
    decides: 'account',
    params: userId,
    body: ReasonBody,
    status: 202,
    response: AdminMembership,
    errors: changeErrors,
  }),
};
