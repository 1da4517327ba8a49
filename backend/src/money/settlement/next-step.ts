import type { Booking } from '../../booking/bookings/booking.js';
import { isLiveBooking, isUnpaidRequest } from '../../booking/bookings/booking.js';
import { chargeDueAt } from '../../booking/pricing/cancellation.js';
import {
  MAX_FAILED_REFUNDS,
  type SettledObligation,
  retryAfterFailure,
} from '../payments/exceptions.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { MAX_REFUSALS } from '../../platform/processes/refusals.js';
import { MAX_DECLINES, type Payment } from '../payments/payment.js';
import { leftOfWrongCharge } from '../payments/wrong-charge.js';
import { holdsWrongAmount, refundsDue, refundsFor } from '../payments/payment-sums.js';

const LAST_CHANCE_MS = 60 * MINUTE_MS;

/** A call to Stripe, a command, or an amount that only an admin can settle. Amounts are cents. */
export type SettlementStep =
  | Readonly<{ type: 'createIntent' }>
  | Readonly<{ type: 'capture'; amountCents: number }>
  | Readonly<{ type: 'cancelIntent' }>
  | Readonly<{
      type: 'refund';
      amountCents: number;
      refunds: number;
      orderId: string | null;
      /** The currency of a charge that differs from the price. */
      wrongCurrency?: string;
    }>
  | Readonly<{ type: 'recordDebt' | 'collectDebt' | 'recordReturn'; amountCents: number }>
  | Readonly<{ type: 'payReturn'; amountCents: number; orderId: string | null }>
  | Readonly<{ type: 'AuthorisePayment' | 'ExpirePayment' | 'FailPayment' }>;

/**
 * A step that is owed since one instant (UTC) and due from another, which is later for deadlines
 * and retries. Courtly takes the step unless an admin has to decide.
 */
export type DueStep = Readonly<{
  step: SettlementStep;
  since: string;
  dueAt: string;
  owner: 'courtly' | 'admin';
}>;

/** The booking fields that determine a settlement. */
export type BookingToSettle = Pick<
  Booking,
  | 'status'
  | 'paymentStatus'
  | 'payBy'
  | 'startTime'
  | 'totalCents'
  | 'requestedAt'
  | 'approvedAt'
  | 'completedAt'
> &
  Readonly<{
    terms: Pick<Booking['terms'], 'freeCancelMinutes' | 'graceMinutes' | 'lateChargeMarginMinutes'>;
    cancellation: Pick<NonNullable<Booking['cancellation']>, 'refundCents' | 'cancelledAt'> | null;
  }>;

/**
 * The next step toward a settled booking, or null (domain rules, "Approval and hold", "Cancel
 * table"). Derived from what Stripe reports, so repeats and crashes are harmless.
 */
export const dueStep = (booking: BookingToSettle, payment: Payment | null): DueStep | null => {
  const owedStep = owedStepOf(booking, payment);
  if (!owedStep) return null;
  const { step, since, dueAt } = { dueAt: owedStep.since, ...owedStep };
  const { retryAt, isExhausted } = attemptsOf(step, payment);
  const isLeftToAdmin =
    step.type === 'collectDebt' || step.type === 'payReturn' || isReturnLeftToAdmin(step, payment);
  return {
    step,
    since,
    dueAt: retryAt !== null && retryAt > dueAt ? retryAt : dueAt,
    owner: isExhausted || isLeftToAdmin ? 'admin' : 'courtly',
  };
};

const isReturnLeftToAdmin = (step: SettlementStep, payment: Payment | null): boolean =>
  step.type === 'refund' &&
  step.wrongCurrency !== undefined &&
  payment !== null &&
  payment.isReturnLeftToAdmin;

/** Whether the player owes an amount that only an admin can collect. */
export const isInDebt = (booking: BookingToSettle, payment: Payment | null): boolean =>
  dueStep(booking, payment)?.step.type === 'collectDebt';

/**
 * The owner of the refund that is due, or null. After a refund fails, no refund is due if it was
 * made in the dashboard, made again, or settled, or while a bank has the amount.
 */
export const refundOwner = (
  booking: BookingToSettle,
  payment: Payment | null,
): DueStep['owner'] | null => {
  const due = dueStep(booking, payment);
  return due && settleableObligation(due.step)?.obligation === 'refund' ? due.owner : null;
};

/** The step to take at an instant (UTC), or null. */
export const nextSettlementStep = (
  booking: BookingToSettle,
  payment: Payment | null,
  currentInstant: string,
): SettlementStep | null => {
  const due = dueStep(booking, payment);
  if (due?.owner !== 'courtly') return null;
  const { step, since, dueAt } = due;
  // The clocks of processes can differ slightly, so only a later due time is worth waiting for.
  if (dueAt > since && currentInstant < dueAt) return null;
  // Without an intent, the player cannot have paid.
  if (step.type === 'createIntent' && currentInstant >= booking.payBy!)
    return { type: 'ExpirePayment' };
  // A confirmed hour that has begun counts as played, and its price becomes a debt.
  const isPlayed = booking.status === 'confirmed' && currentInstant >= booking.startTime;
  if (step.type === 'FailPayment' && isPlayed) return null;
  return step;
};

type OwedStep = Readonly<{ step: SettlementStep; since: string; dueAt?: string }>;

const owedStepOf = (booking: BookingToSettle, payment: Payment | null): OwedStep | null => {
  const { payBy, requestedAt, cancellation } = booking;
  if (payBy === null) return null;
  if (!payment)
    return isUnpaidRequest(booking) ? { step: { type: 'createIntent' }, since: requestedAt } : null;
  const since = lastChangeOf(booking);
  const wrongStep = wrongChargeStep(payment, since);
  if (holdsWrongAmount(payment)) return wrongStep ?? { step: { type: 'cancelIntent' }, since };
  switch (payment.status) {
    case 'open':
      if (cancellation || payment.declines.length >= MAX_DECLINES)
        return { step: { type: 'cancelIntent' }, since };
      return isUnpaidRequest(booking)
        ? { step: { type: 'ExpirePayment' }, since: requestedAt, dueAt: payBy }
        : null;
    case 'authorised':
      return authorisedStep(booking, payment);
    case 'cancelled':
      if (unpaidCents(booking, payment) <= 0) return wrongStep ?? refundStep(booking, payment);
      if (isLiveBooking(booking)) return { step: { type: 'FailPayment' }, since };
      // A bank can return the refund of a wrong charge weeks later.
      return payment.overdueAt === null
        ? debtStep(booking, payment)
        : (wrongStep ?? debtStep(booking, payment));
    case 'captured': {
      // Someone charged the card in Stripe's dashboard before Courtly recorded the request as paid.
      if (isUnpaidRequest(booking)) return { step: { type: 'AuthorisePayment' }, since };
      const refund = refundStep(booking, payment);
      const isDebt = !isLiveBooking(booking) && unpaidCents(booking, payment) > 0;
      return refund ?? (isDebt ? debtStep(booking, payment) : null);
    }
  }
};

/** All of a charge that differs from the price is returned. */
const wrongChargeStep = (payment: Payment, since: string): OwedStep | null => {
  const amountCents = leftOfWrongCharge(payment);
  const { refunds = {}, currency } = payment.wrongCharge ?? {};
  if (amountCents <= 0 || currency === undefined) return null;
  const count = refundsFor(Object.values(refunds), null).length;
  const step = { type: 'refund', amountCents, refunds: count, orderId: null } as const;
  return { step: { ...step, wrongCurrency: currency }, since };
};

/**
 * The cents still to be charged, for example after a partial charge in Stripe's dashboard. Amounts
 * that an admin settled outside Stripe reduce them; manual refunds do not.
 */
const unpaidCents = (
  { totalCents, cancellation }: BookingToSettle,
  { capturedCents, settledOtherwise }: Payment,
): number =>
  totalCents - (cancellation?.refundCents ?? 0) - capturedCents - settledOtherwise.chargeCents;

/**
 * The charge of an authorized card is exactly what the booking keeps; the rest is released. While
 * cancellation is free, the charge can wait.
 */
const authorisedStep = (booking: BookingToSettle, payment: Payment): OwedStep | null => {
  const since = lastChangeOf(booking);
  if (isUnpaidRequest(booking)) return { step: { type: 'AuthorisePayment' }, since };
  if (booking.status === 'pending') return null;
  const amountCents = unpaidCents(booking, payment);
  if (amountCents <= 0) return { step: { type: 'cancelIntent' }, since };
  const { status, approvedAt } = booking;
  const dueAt =
    status === 'confirmed' && approvedAt !== null
      ? chargeDueAt({ ...booking, approvedAt }, payment.captureBefore)
      : since;
  return { step: { type: 'capture', amountCents }, since, dueAt };
};

/** Refunds go to the card first. Only an admin can return money that was paid outside Stripe. */
const refundStep = (booking: BookingToSettle, payment: Payment): OwedStep | null => {
  const since = lastChangeOf(booking);
  const dueRefunds = refundsDue(
    booking.totalCents,
    booking.cancellation?.refundCents ?? 0,
    payment,
  );
  const onCard = dueRefunds.find(({ isOnCard }) => isOnCard);
  if (onCard) {
    const { orderId, amountCents } = onCard;
    const refunds = refundsFor(Object.values(payment.refunds), orderId).length;
    return { step: { type: 'refund', amountCents, refunds, orderId }, since };
  }
  const [first] = dueRefunds;
  if (!first) return null;
  const allCents = dueRefunds.reduce((subtotal, { amountCents }) => subtotal + amountCents, 0);
  if (payment.returnDueCents < allCents)
    return { step: { type: 'recordReturn', amountCents: allCents }, since };
  const { orderId, amountCents } = first;
  return { step: { type: 'payReturn', amountCents, orderId }, since };
};

/**
 * A played or late-canceled booking leaves a debt if its authorization ended before everything was
 * charged.
 */
const debtStep = (booking: BookingToSettle, payment: Payment): OwedStep => {
  const amountCents = unpaidCents(booking, payment);
  return payment.overdueAt === null
    ? { step: { type: 'recordDebt', amountCents }, since: lastChangeOf(booking) }
    : { step: { type: 'collectDebt', amountCents }, since: payment.overdueAt };
};

/** When a refused or failed step can be retried, and whether all attempts are used up. */
const attemptsOf = (
  step: SettlementStep,
  payment: Payment | null,
): Readonly<{ retryAt: string | null; isExhausted: boolean }> => {
  const refusal = payment?.refusal?.step === step.type ? payment.refusal : null;
  const failedRefunds = step.type === 'refund' ? (payment?.failedRefunds ?? null) : null;
  const retryTimes = [
    ...(refusal ? [retryBeforeHoldEnds(refusal.tryAgainAt, step, payment)] : []),
    ...(failedRefunds ? [retryAfterFailure(failedRefunds)] : []),
  ];
  return {
    retryAt: retryTimes.sort().at(-1) ?? null,
    isExhausted:
      (refusal?.attempts ?? 0) >= MAX_REFUSALS || (failedRefunds?.count ?? 0) >= MAX_FAILED_REFUNDS,
  };
};

/** If an authorization is about to end, the charge is attempted one last time. */
const retryBeforeHoldEnds = (
  tryAgainAt: string,
  step: SettlementStep,
  payment: Payment | null,
): string => {
  const { captureBefore = null, refusal = null } = payment ?? {};
  if (step.type !== 'capture' || captureBefore === null || refusal === null) return tryAgainAt;
  const lastChance = new Date(Date.parse(captureBefore) - LAST_CHANCE_MS).toISOString();
  return lastChance > refusal.refusedAt && lastChance < tryAgainAt ? lastChance : tryAgainAt;
};

const lastChangeOf = ({
  requestedAt,
  approvedAt,
  completedAt,
  cancellation,
}: BookingToSettle): string =>
  cancellation?.cancelledAt ?? completedAt ?? approvedAt ?? requestedAt;

/** How an admin can settle a step outside Stripe, and the amount due in cents. */
export const settleableObligation = (
  step: SettlementStep,
): Readonly<{
  obligation: SettledObligation;
  dueCents: number;
  refundOrderId?: string | null;
}> | null => {
  switch (step.type) {
    case 'refund':
    case 'payReturn': {
      const { amountCents: dueCents, orderId: refundOrderId } = step;
      return { obligation: 'refund', dueCents, refundOrderId };
    }
    case 'capture':
    case 'collectDebt':
      return { obligation: 'charge', dueCents: step.amountCents };
    case 'cancelIntent':
      return { obligation: 'hold', dueCents: 0 };
    default:
      return null;
  }
};
