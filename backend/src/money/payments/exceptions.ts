import { US_DOLLARS, formatAmount, toAmount } from '@courtly/contracts/amount';
import { DomainError } from '../../platform/kernel/domain-error.js';
import { MAX_RETRY_MS, retryAfterRefusal } from '../../platform/processes/refusals.js';
import type { PaidBooking, Payment } from './payment.js';
import type { PaymentEvent } from './payment.events.js';
import { currencyOfReturn } from './wrong-charge.js';

type EventData<T extends PaymentEvent['type']> = Extract<PaymentEvent, { type: T }>['data'];

export type RefusableStep = EventData<'PaymentRefused'>['step'];
export type SettledObligation = EventData<'PaymentSettledOtherwise'>['obligation'];

/**
 * Stripe refused a step, with its own error code. `refusals` is the number of recorded refusals
 * that the caller saw. `amountCents` is 0 for an authorization.
 */
export type StripeRefusalReport = Readonly<{
  booking: PaidBooking;
  step: RefusableStep;
  amountCents: number;
  /** The currency of a payment that differs from the price. All other payments are in dollars. */
  wrongCurrency?: string | undefined;
  refusals: number;
  code: string;
  message: string;
  at: string;
}>;

/** An admin orders another attempt at the step that is due. */
export type Retry = Readonly<{
  booking: PaidBooking;
  orderId: string;
  isDue: boolean;
  reason: string;
  orderedBy: string;
  at: string;
}>;

/** An admin settled an obligation outside Stripe: it was paid or waived. */
export type SettlementOtherwise = Readonly<{
  booking: PaidBooking;
  orderId: string;
  amountCents: number;
  outcome: EventData<'PaymentSettledOtherwise'>['outcome'];
  /** The payment that the caller saw, to which `dueObligation` and `dueCents` refer. */
  seen: Payment | null;
  dueObligation: SettledObligation | null;
  /** The due amount; 0 for an authorization. */
  dueCents: number;
  /** Courtly may be moving the amount at Stripe right now. */
  isMoving: boolean;
  /** The manual refund that is due. */
  refundOrderId: string | null;
  reason: string;
  orderedBy: string;
  at: string;
}>;

/** After this many consecutive failed refunds, an admin has to decide. */
export const MAX_FAILED_REFUNDS = 3;

/**
 * A bank that returned a refund is unlikely to accept it soon, so retries follow after 1 and 2
 * days.
 */
export const retryAfterFailure = ({
  count,
  failedAt,
}: NonNullable<Payment['failedRefunds']>): string =>
  new Date(Date.parse(failedAt) + count * MAX_RETRY_MS).toISOString();

/** Records a refusal only once, even if two workers receive it. */
export const recordRefusal = (
  { booking, step, amountCents, wrongCurrency, refusals, code, message, at }: StripeRefusalReport,
  existing: Payment | null,
): PaymentEvent[] => {
  if (!existing || existing.refusals !== refusals) return [];
  const attempts = (existing.refusal?.step === step ? existing.refusal.attempts : 0) + 1;
  const refusalFields = {
    ...booking,
    step,
    amountCents,
    ...(wrongCurrency !== undefined && { wrongCurrency }),
    code,
    message,
    attempts,
  };
  return [
    {
      type: 'PaymentRefused',
      data: { ...refusalFields, tryAgainAt: retryAfterRefusal(at, attempts), refusedAt: at },
    },
  ];
};

const nothingDue = () =>
  new DomainError('wrong_status', 'Nothing is due for this payment.', { status: 'settled' });

/** @throws DomainError wrong_status if nothing is due */
export const orderRetry = (
  { booking, orderId, isDue, reason, orderedBy, at }: Retry,
  existing: Payment | null,
): PaymentEvent[] => {
  if (!existing || !isDue) throw nothingDue();
  return [
    {
      type: 'PaymentRetryOrdered',
      data: { ...booking, orderId, reason, orderedBy, orderedAt: at },
    },
  ];
};

/**
 * @throws DomainError wrong_status if nothing is due; conflict if Courtly is moving the amount, or
 *   the payment has changed since the caller saw it; invalid_request if the amount is not due
 */
export const settleOtherwise = (
  settlementOrder: SettlementOtherwise,
  existing: Payment | null,
): PaymentEvent[] => {
  const { booking, orderId, amountCents, dueObligation, dueCents } = settlementOrder;
  if (!existing || !dueObligation) throw nothingDue();
  if (JSON.stringify(existing) !== JSON.stringify(settlementOrder.seen))
    throw new DomainError('conflict', 'The payment has just changed. Try again.');
  if (settlementOrder.isMoving)
    throw new DomainError('conflict', 'Courtly is moving this amount right now. Try again later.');
  // The return of a wrong charge comes before all other refunds.
  const wrongCurrency = dueObligation === 'refund' ? currencyOfReturn(existing) : null;
  const isAmountDue =
    dueObligation === 'hold' ? amountCents === 0 : amountCents > 0 && amountCents <= dueCents;
  if (!isAmountDue) {
    const message =
      dueObligation === 'hold'
        ? 'An authorization has no amount to settle. Enter 0.'
        : `You can settle at most ${formatAmount(toAmount(dueCents, wrongCurrency ?? US_DOLLARS))}.`;
    throw new DomainError('invalid_request', message, { fields: [{ field: 'amount', message }] });
  }
  const { outcome, refundOrderId, reason, orderedBy, at } = settlementOrder;
  return [
    {
      type: 'PaymentSettledOtherwise',
      data: {
        ...booking,
        orderId,
        obligation: dueObligation,
        outcome: dueObligation === 'hold' ? 'waived' : outcome,
        amountCents,
        leftCents: dueCents - amountCents,
        ...(wrongCurrency !== null && { wrongCurrency }),
        ...(refundOrderId !== null && { refundOrderId }),
        reason,
        orderedBy,
        settledAt: at,
      },
    },
  ];
};
