import type Stripe from 'stripe';
import { updateObject, findObject, referenceId, type StripeState } from '../state.js';
import { captureCharge } from './capture.js';
import { canceledFields, capturedFields } from './intent.js';

type PaymentIntent = Stripe.PaymentIntent;

/** Captures `amountCents` of an authorized payment and releases the rest. */
export function captureIntent(
  state: StripeState,
  paymentIntent: PaymentIntent,
  amountCents: number,
): PaymentIntent {
  const capturedCharge = captureCharge(
    state,
    findObject(state, 'charge', referenceId(paymentIntent.latest_charge)!),
    amountCents,
  );
  state.emit('charge.captured', capturedCharge);
  return updateObject(
    state,
    'payment_intent',
    paymentIntent,
    capturedFields(amountCents),
    'payment_intent.succeeded',
  );
}

/**
 * Cancels an unpaid intent and releases its authorization. Since 2025-03-31, this creates no
 * refund.
 */
export function cancelIntent(
  state: StripeState,
  paymentIntent: PaymentIntent,
  cancelReason: PaymentIntent['cancellation_reason'],
): PaymentIntent {
  return updateObject(
    state,
    'payment_intent',
    paymentIntent,
    canceledFields(cancelReason, state.now),
    'payment_intent.canceled',
  );
}

/** Releases an authorization that was not captured in time. */
export function expireHold(state: StripeState, intentId: string): void {
  const paymentIntent = state.objects.get('payment_intent', intentId);
  if (paymentIntent?.status !== 'requires_capture') return;
  const expiredCharge = findObject(state, 'charge', referenceId(paymentIntent.latest_charge)!);
  state.emit('charge.expired', expiredCharge);
  cancelIntent(state, paymentIntent, 'expired');
}
