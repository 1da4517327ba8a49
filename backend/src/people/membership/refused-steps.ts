import { US_DOLLARS } from '@courtly/contracts/amount';
import { MAX_REFUSALS, retryAfterRefusal } from '../../platform/processes/refusals.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { MembershipEvent } from './membership.events.js';
import type { Membership, MembershipCommand } from './membership.js';

type StepRefused = Extract<MembershipEvent, { type: 'EliteStepRefused' }>['data'];
type CommandData<Type extends MembershipCommand['type']> = Extract<
  MembershipCommand,
  { type: Type }
>['data'];

/** A step other than a refund that Stripe can refuse. Refused refunds are ordered again. */
export type RefusableStep = StepRefused['step'];

/**
 * Stripe's last refusal to end a payment or subscription. `count` includes all its refusals, and
 * `attempts` only the consecutive ones since the last ordered retry. Instants are UTC.
 */
export type StepRefusal = Readonly<{
  step: RefusableStep;
  code: string;
  count: number;
  attempts: number;
  tryAgainAt: string;
}>;

/** Whether the open purchase ends by canceling its payment. A wrong payment waits for an admin. */
export const mustCancelPurchase = ({ purchase, wrongPayments }: Membership): boolean => {
  if (!purchase) return false;
  const { intentId, isMismatched, returnOrderId } = purchase;
  const isCharged = wrongPayments.some(({ paidBy }) => paidBy === intentId);
  return !isCharged && (!isMismatched || returnOrderId !== null);
};

/** Whether the subscription would charge a person who is no longer a member. */
export const mustCancelSubscription = ({
  subscription,
  term,
  endsSubscription,
}: Membership): boolean =>
  subscription?.status === 'live' && (term?.isLapsed === true || endsSubscription);

/** Whether a step that Stripe refused is still due, now or at its deadline. */
const isStillDue = (existing: Membership, { step }: StepRefusal): boolean => {
  switch (step) {
    case 'cancelIntent':
      return mustCancelPurchase(existing);
    case 'cancelSubscription':
      return existing.subscription?.status === 'incomplete' || mustCancelSubscription(existing);
    case 'voidInvoices':
      return true;
  }
};

/** The refusal of a step for a Stripe object, if the step is still due. */
export const openRefusal = (existing: Membership, stripeId: string): StepRefusal | null => {
  const refusal = existing.refusals[stripeId];
  return refusal && refusal.attempts > 0 && isStillDue(existing, refusal) ? refusal : null;
};

/** The last refusal of a step that is due, unless it was ordered again. */
export const refusalOf = (
  { purchase, subscription, refusals }: Membership,
  step: string,
): StepRefusal | null =>
  [purchase?.intentId, subscription?.subscriptionId]
    .map((stripeId) => refusals[stripeId ?? ''])
    .find((refusal) => refusal?.step === step && refusal.attempts > 0) ?? null;

/** When a step that is due from `dueAt` (UTC, or null for now) can be taken, and by whom. */
export const attemptOf = (
  { refusals }: Membership,
  step: RefusableStep,
  stripeId: string,
  dueAt: string | null,
): Readonly<{ dueAt: string | null; owner: 'courtly' | 'admin' }> => {
  const refusal = refusals[stripeId];
  if (refusal?.step !== step || refusal.attempts === 0) return { dueAt, owner: 'courtly' };
  const { attempts, tryAgainAt } = refusal;
  return {
    dueAt: dueAt !== null && dueAt > tryAgainAt ? dueAt : tryAgainAt,
    owner: attempts >= MAX_REFUSALS ? 'admin' : 'courtly',
  };
};

/** What could still be charged. */
const chargeableAmount = (
  { purchase, subscription, term }: Membership,
  stripeId: string,
): Pick<StepRefused, 'amountCents' | 'currency'> => {
  if (purchase?.intentId === stripeId)
    return purchase.found ?? { amountCents: purchase.amountCents, currency: US_DOLLARS };
  const failed = term?.failed;
  return failed
    ? { amountCents: failed.amountCents, currency: failed.currency }
    : { amountCents: subscription?.amountCents ?? 0, currency: US_DOLLARS };
};

/** Records a refusal only once, even if two workers receive it. */
export const refuseStep = (
  existingMembership: Membership,
  { step, stripeId, refusalCount, code, message, at }: CommandData<'RefuseStep'>,
): MembershipEvent[] => {
  const { userId, refusals } = existingMembership;
  const existing = refusals[stripeId];
  if ((existing?.count ?? 0) !== refusalCount) return [];
  const attempts = (existing?.step === step ? existing.attempts : 0) + 1;
  const amount = chargeableAmount(existingMembership, stripeId);
  const refused = { userId, step, stripeId, ...amount, code, message, attempts };
  const tryAgainAt = retryAfterRefusal(at, attempts);
  return [{ type: 'EliteStepRefused', data: { ...refused, tryAgainAt, refusedAt: at } }];
};

/** @throws DomainError wrong_status unless Stripe refused a step that is still due */
export const retryStep = (
  existing: Membership,
  { userId, orderId, stripeId, reason, orderedBy, at }: CommandData<'RetryStep'>,
): MembershipEvent[] => {
  if (!openRefusal(existing, stripeId))
    throw new DomainError('wrong_status', 'No refused step is still due.', {
      status: 'settled',
    });
  const order = { userId, stripeId, orderId, reason, orderedBy, orderedAt: at };
  return [{ type: 'EliteRetryOrdered', data: order }];
};

export const withStepRefusal = (
  existing: Membership,
  { step, stripeId, code, attempts, tryAgainAt }: StepRefused,
): Membership => {
  const count = (existing.refusals[stripeId]?.count ?? 0) + 1;
  const refusal = { step, code, count, attempts, tryAgainAt };
  return { ...existing, refusals: { ...existing.refusals, [stripeId]: refusal } };
};

/** Lets Courtly take a refused step again immediately. */
export const withRetry = (existing: Membership, stripeId: string): Membership => {
  const refusal = existing.refusals[stripeId];
  if (!refusal) return existing;
  return {
    ...existing,
    refusals: { ...existing.refusals, [stripeId]: { ...refusal, attempts: 0 } },
  };
};

/**
 * Discards refusals for objects that have ended, and the attempts at steps that are no longer due,
 * for example after a membership was restored.
 */
export const withoutObsoleteRefusals = (existing: Membership): Membership => {
  const { purchase, subscription, refusals } = existing;
  const current = Object.entries(refusals).filter(([stripeId, { step }]) =>
    step === 'cancelIntent'
      ? purchase?.intentId === stripeId
      : subscription?.subscriptionId === stripeId &&
        (step === 'voidInvoices' || subscription.status !== 'ended'),
  );
  return {
    ...existing,
    refusals: Object.fromEntries(
      current.map(([stripeId, refusal]) => [
        stripeId,
        isStillDue(existing, refusal) ? refusal : { ...refusal, attempts: 0 },
      ]),
    ),
  };
};
