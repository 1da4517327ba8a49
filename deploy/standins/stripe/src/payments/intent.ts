import type Stripe from 'stripe';
import { invalidRequest, type Refusal } from '../http/refusal.js';
import { newId, newSecret } from '../world.js';

type Intent = Stripe.PaymentIntent;
type Status = Intent['status'];

/** From these states an intent takes another attempt, may change, and may be canceled. */
const OPEN: readonly Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];
const CANCELABLE: readonly Status[] = [...OPEN, 'requires_capture', 'processing'];

/** Everything about a new intent that its caller chooses. `amount` in cents. */
export type NewIntent = Pick<Intent, 'amount' | 'currency' | 'capture_method' | 'metadata'> &
  Partial<
    Pick<
      Intent,
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

/** A new intent; `now` in unix seconds. */
export function newIntent(chosen: NewIntent, now: number): Intent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: newSecret(`${id}_secret`),
    confirmation_method: 'automatic',
    created: now,
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
    status: chosen.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...chosen,
  };
}

/** An intent after a change of its payment method, before the next attempt. */
export const withPaymentMethod = (payment_method: string): Partial<Intent> => ({
  payment_method,
  status: 'requires_confirmation',
  next_action: null,
});

/** The bank holds the amount (manual capture), or has paid it. */
export const authorised = (intent: Intent, charge: string): Partial<Intent> => ({
  latest_charge: charge,
  last_payment_error: null,
  next_action: null,
  ...(intent.capture_method === 'manual'
    ? { status: 'requires_capture', amount_capturable: intent.amount }
    : { status: 'succeeded', amount_received: intent.amount }),
});

/** The attempt failed; the intent takes another card. */
export const failed = (
  error: Stripe.PaymentIntent.LastPaymentError,
  charge: string | null,
): Partial<Intent> => ({
  status: 'requires_payment_method',
  payment_method: null,
  next_action: null,
  last_payment_error: error,
  ...(charge && { latest_charge: charge }),
});

export const waitsForAction = (next_action: Stripe.PaymentIntent.NextAction): Partial<Intent> => ({
  status: 'requires_action',
  next_action,
  last_payment_error: null,
});

/** `amount` cents are paid, the rest of the hold is released. */
export const captured = (amount: number): Partial<Intent> => ({
  status: 'succeeded',
  amount_capturable: 0,
  amount_received: amount,
});

export const canceled = (reason: Intent['cancellation_reason'], now: number): Partial<Intent> => ({
  status: 'canceled',
  amount_capturable: 0,
  canceled_at: now,
  cancellation_reason: reason,
  next_action: null,
});

const outOfTurn = (message: string, intent: Intent): Refusal =>
  invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });

/** Why an intent cannot be confirmed now, undefined when it can. */
export function confirmRefusal(intent: Intent): Refusal | undefined {
  if (OPEN.includes(intent.status)) return undefined;
  const why =
    intent.status === 'succeeded' || intent.status === 'requires_capture'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`;
  return outOfTurn(`You cannot confirm this PaymentIntent because ${why}.`, intent);
}

/** Why `amount` cents (all, when undefined) cannot be captured now. */
export function captureRefusal(intent: Intent, amount?: number): Refusal | undefined {
  if (intent.status !== 'requires_capture')
    return outOfTurn(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    );
  if (amount !== undefined && amount > intent.amount_capturable)
    return invalidRequest(
      'The amount to capture is greater than the remaining amount you can capture.',
      {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      },
    );
  if (amount !== undefined && amount < 1)
    return invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount_to_capture',
    });
  return undefined;
}

export function cancelRefusal(intent: Intent): Refusal | undefined {
  if (CANCELABLE.includes(intent.status)) return undefined;
  return outOfTurn(
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
    intent,
  );
}

/** Why fields of an intent cannot change now: money once it is held, anything but words once it is over. */
export function updateRefusal(intent: Intent, fields: readonly string[]): Refusal | undefined {
  const words = ['metadata', 'description', 'transfer_group', 'receipt_email'];
  if (OPEN.includes(intent.status) || fields.every((field) => words.includes(field)))
    return undefined;
  return outOfTurn(
    `This PaymentIntent's ${fields.filter((field) => !words.includes(field)).join(', ')} could not be updated because it has a status of ${intent.status}.`,
    intent,
  );
}
