import type Stripe from 'stripe';
import { newId } from '../world.js';
import type { Decline } from './cards.js';

type Charge = Stripe.Charge;
type Intent = Stripe.PaymentIntent;

const DAY = 24 * 60 * 60;

/** A hold of a payment that the customer made lasts seven days (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
export const HOLD_SECONDS = 7 * DAY;

type How = Readonly<{ now: number; authenticated: boolean; decline?: Decline }>;

const outcome = (decline?: Decline): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: decline ? 'declined_by_network' : 'approved_by_network',
  reason: decline ? (decline.decline_code ?? decline.code) : null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: decline
    ? 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: decline ? 'issuer_declined' : 'authorized',
});

function cardDetails(
  intent: Intent,
  method: Stripe.PaymentMethod,
  { now, authenticated, decline }: How,
) {
  const card = method.card!;
  const isHeld = intent.capture_method === 'manual' && !decline;
  const details: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: decline ? null : '123456',
    brand: card.brand,
    ...(isHeld && { capture_before: now + HOLD_SECONDS }),
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: intent.amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
  return details;
}

/** The charge of one attempt to pay an intent: held, or failed. A captured one is `capturedCharge` of it. */
export function newCharge(intent: Intent, method: Stripe.PaymentMethod, how: How): Charge {
  const { decline } = how;
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'COURTLY',
    captured: false,
    created: how.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, how), type: 'card' },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

/** `amount` cents of a held charge are taken. Since 2025-03-31 the released rest is no refund. */
export const capturedCharge = (amount: number, balance_transaction: string): Partial<Charge> => ({
  captured: true,
  amount_captured: amount,
  balance_transaction,
});

/** Cents of a charge that can still be given back. */
export const refundable = (charge: Charge): number =>
  charge.amount_captured - charge.amount_refunded;

/** A charge after `amount` cents more were given back (fewer, when negative: a refund that failed). */
export function withRefund(charge: Charge, amount: number): Partial<Charge> {
  const amount_refunded = charge.amount_refunded + amount;
  return { amount_refunded, refunded: amount_refunded === charge.amount_captured };
}
