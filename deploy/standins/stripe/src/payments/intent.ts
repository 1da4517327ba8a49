import type Stripe from 'stripe';
import { invalidRequest, type StripeApiError } from '../http/api-error.js';
import { createId, createSecret } from '../state.js';

type PaymentIntent = Stripe.PaymentIntent;
type IntentStatus = PaymentIntent['status'];

/** In these states, an intent can be confirmed, updated, and canceled. */
const OPEN_STATUSES: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE_STATUSES: readonly IntentStatus[] = [
  ...OPEN_STATUSES,
  'requires_capture',
  'processing',
];

/** The fields of a new intent that its caller chooses. `amount` is in cents. */
export type NewIntentFields = Pick<
  PaymentIntent,
  'amount' | 'currency' | 'capture_method' | 'metadata'
> &
  Partial<
    Pick<
      PaymentIntent,
      | 'customer'
      | 'description'
      | 'payment_method'
      | 'receipt_email'
      | 'setup_future_usage'
      | 'statement_descriptor'
      | 'statement_descriptor_suffix'
      | 'transfer_group'
      | 'allowed_payment_method_types'
      | 'automatic_payment_methods'
    >
  >;

/** Builds a payment intent; `createdSeconds` is in Unix seconds. */
export function buildIntent(intentFields: NewIntentFields, createdSeconds: number): PaymentIntent {
  const intentId = createId('pi');
  return {
    id: intentId,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: createSecret(`${intentId}_secret`),
    confirmation_method: 'automatic',
    created: createdSeconds,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intentFields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...intentFields,
  };
}

/** The changes to an intent when its payment method is set. */
export const paymentMethodFields = (payment_method: string): Partial<PaymentIntent> => ({
  payment_method,
  status: 'requires_confirmation',
  next_action: null,
});

/** The changes after confirmation: authorized with manual capture, otherwise paid. */
export const authorizedFields = (
  paymentIntent: PaymentIntent,
  chargeId: string,
): Partial<PaymentIntent> => ({
  latest_charge: chargeId,
  last_payment_error: null,
  next_action: null,
  ...(paymentIntent.capture_method === 'manual'
    ? { status: 'requires_capture', amount_capturable: paymentIntent.amount }
    : { status: 'succeeded', amount_received: paymentIntent.amount }),
});

/** The changes after a failed attempt; the intent accepts another card. */
export const failedFields = (
  paymentError: Stripe.PaymentIntent.LastPaymentError,
  chargeId: string | null,
): Partial<PaymentIntent> => ({
  status: 'requires_payment_method',
  payment_method: null,
  next_action: null,
  last_payment_error: paymentError,
  ...(chargeId && { latest_charge: chargeId }),
});

export const requiresActionFields = (
  next_action: Stripe.PaymentIntent.NextAction,
): Partial<PaymentIntent> => ({
  status: 'requires_action',
  next_action,
  last_payment_error: null,
});

/** The changes after capturing `amountCents`; the rest of the authorization is released. */
export const capturedFields = (amountCents: number): Partial<PaymentIntent> => ({
  status: 'succeeded',
  amount_capturable: 0,
  amount_received: amountCents,
});

export const canceledFields = (
  cancelReason: PaymentIntent['cancellation_reason'],
  canceledSeconds: number,
): Partial<PaymentIntent> => ({
  status: 'canceled',
  amount_capturable: 0,
  canceled_at: canceledSeconds,
  cancellation_reason: cancelReason,
  next_action: null,
});

const unexpectedStateError = (errorMessage: string, paymentIntent: PaymentIntent): StripeApiError =>
  invalidRequest(errorMessage, {
    code: 'payment_intent_unexpected_state',
    payment_intent: paymentIntent,
  });

/** The error if an intent cannot be confirmed now; undefined if it can. */
export function confirmationError(paymentIntent: PaymentIntent): StripeApiError | undefined {
  if (OPEN_STATUSES.includes(paymentIntent.status)) return undefined;
  const statusReason =
    paymentIntent.status === 'succeeded' || paymentIntent.status === 'requires_capture'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${paymentIntent.status}`;
  return unexpectedStateError(
    `You cannot confirm this PaymentIntent because ${statusReason}.`,
    paymentIntent,
  );
}

/** The error if `amountCents` (all, if undefined) cannot be captured now. */
export function captureError(
  paymentIntent: PaymentIntent,
  amountCents?: number,
): StripeApiError | undefined {
  if (paymentIntent.status !== 'requires_capture')
    return unexpectedStateError(
      `This PaymentIntent could not be captured because it has a status of ${paymentIntent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      paymentIntent,
    );
  if (amountCents !== undefined && amountCents > paymentIntent.amount_capturable)
    return invalidRequest(
      'The amount to capture is greater than the remaining amount you can capture.',
      {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      },
    );
  if (amountCents !== undefined && amountCents < 1)
    return invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount_to_capture',
    });
  return undefined;
}

export function cancellationError(paymentIntent: PaymentIntent): StripeApiError | undefined {
  if (CANCELABLE_STATUSES.includes(paymentIntent.status)) return undefined;
  return unexpectedStateError(
    `You cannot cancel this PaymentIntent because it has a status of ${paymentIntent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE_STATUSES.join(', ')}.`,
    paymentIntent,
  );
}

/**
 * The error if fields of an intent cannot change now: amounts after authorization, everything but
 * descriptive fields after it ends.
 */
export function updateError(
  paymentIntent: PaymentIntent,
  fieldNames: readonly string[],
): StripeApiError | undefined {
  const alwaysUpdatable = ['metadata', 'description', 'transfer_group', 'receipt_email'];
  if (
    OPEN_STATUSES.includes(paymentIntent.status) ||
    fieldNames.every((fieldName) => alwaysUpdatable.includes(fieldName))
  )
    return undefined;
  return unexpectedStateError(
    `This PaymentIntent's ${fieldNames.filter((fieldName) => !alwaysUpdatable.includes(fieldName)).join(', ')} could not be updated because it has a status of ${paymentIntent.status}.`,
    paymentIntent,
  );
}
