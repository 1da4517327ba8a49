import type Stripe from 'stripe';
import { createId } from '../state.js';
import type { CardDecline, TestCard } from './cards.js';

type StripeCharge = Stripe.Charge;
type PaymentIntent = Stripe.PaymentIntent;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The authorization of a customer-initiated payment lasts seven days
 * (https://docs.stripe.com/payments/place-a-hold-on-a-payment-method).
 */
export const HOLD_SECONDS = 7 * DAY_SECONDS;

type ChargeContext = Readonly<{
  now: number;
  authenticated: boolean;
  card: TestCard;
  decline?: CardDecline;
}>;

const chargeOutcome = (cardDecline?: CardDecline): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: cardDecline ? 'declined_by_network' : 'approved_by_network',
  reason: cardDecline ? (cardDecline.decline_code ?? cardDecline.code) : null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: cardDecline
    ? 'The bank did not return any further details with this decline.'
    : 'Payment complete.',
  type: cardDecline ? 'issuer_declined' : 'authorized',
});

function cardDetails(
  paymentIntent: PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  { now, authenticated, card, decline }: ChargeContext,
) {
  const methodCard = paymentMethod.card!;
  const isHeldCharge = paymentIntent.capture_method === 'manual' && !decline;
  const cardPayment: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: decline ? null : paymentIntent.amount,
    authorization_code: decline ? null : '123456',
    brand: methodCard.brand,
    ...(isHeldCharge && { capture_before: now + HOLD_SECONDS }),
    checks: {
      address_line1_check: null,
      address_postal_code_check: paymentMethod.billing_details.address?.postal_code
        ? (card.postalCheck ?? 'pass')
        : null,
      cvc_check: decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country: methodCard.country,
    electronic_commerce_indicator: null,
    exp_month: methodCard.exp_month,
    exp_year: methodCard.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: methodCard.fingerprint ?? null,
    funding: methodCard.funding,
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: methodCard.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: methodCard.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: paymentIntent.amount, status: 'unavailable' },
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
  return cardPayment;
}

const STATEMENT_PREFIX = 'COURTLY';
const MAX_STATEMENT_LENGTH = 22;

/** What the cardholder reads. A suffix follows the prefix of the platform. */
function statementText({
  statement_descriptor,
  statement_descriptor_suffix: suffix,
}: PaymentIntent): string {
  const text = suffix ? `${STATEMENT_PREFIX}* ${suffix}` : statement_descriptor;
  return (text ?? STATEMENT_PREFIX).slice(0, MAX_STATEMENT_LENGTH);
}

/**
 * Builds the charge of one payment attempt, authorized or failed. `captureFields` turns it into a
 * captured one.
 */
export function buildCharge(
  paymentIntent: PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
  chargeContext: ChargeContext,
): StripeCharge {
  const { decline } = chargeContext;
  return {
    id: createId('ch'),
    object: 'charge',
    amount: paymentIntent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: statementText(paymentIntent),
    captured: false,
    created: chargeContext.now,
    currency: paymentIntent.currency,
    customer: paymentIntent.customer,
    description: paymentIntent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: paymentIntent.metadata,
    on_behalf_of: null,
    outcome: chargeOutcome(decline),
    paid: !decline,
    payment_intent: paymentIntent.id,
    payment_method: paymentMethod.id,
    payment_method_details: {
      card: cardDetails(paymentIntent, paymentMethod, chargeContext),
      type: 'card',
    },
    radar_options: {},
    receipt_email: paymentIntent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: paymentIntent.statement_descriptor,
    statement_descriptor_suffix: paymentIntent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: paymentIntent.transfer_group,
  };
}

/**
 * Marks `amountCents` of a charge as captured. Since 2025-03-31, releasing the rest creates no
 * refund.
 */
export const captureFields = (
  amountCents: number,
  balance_transaction: string | null,
): Partial<StripeCharge> => ({
  captured: true,
  amount_captured: amountCents,
  balance_transaction,
});

/** Adds `amountCents` to the refunded amount of a charge. A failed refund subtracts it. */
export function applyRefund(
  stripeCharge: StripeCharge,
  amountCents: number,
): Partial<StripeCharge> {
  const amount_refunded = stripeCharge.amount_refunded + amountCents;
  return { amount_refunded, refunded: amount_refunded === stripeCharge.amount_captured };
}
