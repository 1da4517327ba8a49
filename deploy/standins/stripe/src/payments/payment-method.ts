import type Stripe from 'stripe';
import {
  missingObject,
  invalidRequest,
  StripeApiError,
  unsupportedMessage,
} from '../http/api-error.js';
import { createObject, findObject, referenceId, createId, type StripeState } from '../state.js';
import {
  findCardByNumber,
  findCardByToken,
  decideVerdict,
  type CardDecline,
  type TestCard,
} from './cards.js';

type StripePaymentMethod = Stripe.PaymentMethod;

/** Card details from a form. */
export type CardDetails = Readonly<{
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | null;
}>;
export type BillingDetails = Readonly<{
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: Readonly<Partial<Record<keyof Stripe.Address, string | null>>>;
}>;

const fullAddress = (givenAddress: NonNullable<BillingDetails['address']>): Stripe.Address => ({
  city: givenAddress.city ?? null,
  country: givenAddress.country ?? null,
  line1: givenAddress.line1 ?? null,
  line2: givenAddress.line2 ?? null,
  postal_code: givenAddress.postal_code ?? null,
  state: givenAddress.state ?? null,
});

/** Billing details with all fields, as responses include them; null if unknown. */
export const fullBillingDetails = (
  givenDetails: BillingDetails = {},
): Stripe.PaymentMethod.BillingDetails => ({
  address: givenDetails.address ? fullAddress(givenDetails.address) : fullAddress({}),
  email: givenDetails.email ?? null,
  name: givenDetails.name ?? null,
  phone: givenDetails.phone ?? null,
  tax_id: null,
});

function buildPaymentMethod(
  testCard: TestCard,
  cardExpiry: { exp_month: number; exp_year: number },
  createdSeconds: number,
): StripePaymentMethod {
  return {
    id: createId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: fullBillingDetails(),
    card: {
      brand: testCard.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
      country: 'US',
      display_brand: testCard.brand,
      ...cardExpiry,
      fingerprint: `fp${testCard.number}`,
      funding: 'credit',
      generated_from: null,
      last4: testCard.number.slice(-4),
      networks: { available: [testCard.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: createdSeconds,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}

function storePaymentMethod(
  state: StripeState,
  testCard: TestCard,
  paymentMethod: StripePaymentMethod,
): StripePaymentMethod {
  state.objects.put('_card', {
    id: `card:${paymentMethod.id}`,
    number: testCard.number,
    setUp: false,
    usedUp: false,
  });
  return createObject(state, 'payment_method', paymentMethod);
}

const createCardError = ({
  message,
  ...decline
}: CardDecline | { code: string; message: string; param?: string }) =>
  new StripeApiError(402, { type: 'card_error', message, ...decline });

/**
 * Creates a payment method from card details. Throws if the number is not a test card or the card
 * has expired.
 */
export function createFromDetails(
  state: StripeState,
  cardDetails: CardDetails,
  givenBilling: BillingDetails | undefined,
  allowRedisplay: StripePaymentMethod['allow_redisplay'] = 'unspecified',
): StripePaymentMethod {
  const cardDigits = cardDetails.number.replace(/\D/g, '');
  const testCard = findCardByNumber(cardDigits);
  if (!/^\d{12,19}$/.test(cardDigits))
    throw createCardError({
      code: 'invalid_number',
      message: 'The card number is not a valid credit card number.',
      param: 'number',
    });
  if (!testCard)
    throw createCardError({
      code: 'incorrect_number',
      message: unsupportedMessage('Your card number is not one of the test cards.'),
      param: 'number',
    });
  const { exp_month, exp_year } = cardDetails;
  if (exp_month < 1 || exp_month > 12)
    throw createCardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    });
  const fullYear = exp_year < 100 ? 2000 + exp_year : exp_year;
  if (Date.UTC(fullYear, exp_month) / 1000 <= state.now)
    throw createCardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  const paymentMethod = buildPaymentMethod(testCard, { exp_month, exp_year: fullYear }, state.now);
  return storePaymentMethod(state, testCard, {
    ...paymentMethod,
    allow_redisplay: allowRedisplay,
    billing_details: fullBillingDetails(givenBilling),
  });
}

/** Finds a payment method by id. A token such as `pm_card_visa` creates a new one. */
export function resolvePaymentMethod(
  state: StripeState,
  methodOrToken: string,
  parameterName?: string,
): StripePaymentMethod {
  const testCard = findCardByToken(methodOrToken);
  const nextYear = new Date(state.now * 1000).getUTCFullYear() + 1;
  if (testCard)
    return storePaymentMethod(
      state,
      testCard,
      buildPaymentMethod(testCard, { exp_month: 12, exp_year: nextYear }, state.now),
    );
  const paymentMethod = state.objects.get('payment_method', methodOrToken);
  if (!paymentMethod) throw missingObject('PaymentMethod', methodOrToken, parameterName);
  return paymentMethod;
}

/** The test card of a payment method and its record. */
export function findTestCard(state: StripeState, paymentMethodId: string) {
  const cardRecord = findObject(state, '_card', `card:${paymentMethodId}`);
  return { card: findCardByNumber(cardRecord.number)!, record: cardRecord };
}

/** Records that a card was authenticated for off-session payments, or can no longer be used. */
export function updateCardRecord(
  state: StripeState,
  paymentMethodId: string,
  recordChanges: { setUp?: boolean; usedUp?: boolean },
): void {
  const { record } = findTestCard(state, paymentMethodId);
  state.objects.put('_card', { ...record, ...recordChanges });
}

/** Attaches a payment method to a customer if the bank approves the card. */
export function attachPaymentMethod(
  state: StripeState,
  paymentMethod: StripePaymentMethod,
  customerId: string,
): StripePaymentMethod {
  const { card, record } = findTestCard(state, paymentMethod.id);
  if (record.usedUp)
    throw invalidRequest(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  if (paymentMethod.customer && referenceId(paymentMethod.customer) !== customerId)
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
    );
  const bankVerdict = decideVerdict(card, { offSession: false, setUp: true });
  if (bankVerdict.kind === 'declined' && !card.attaches) throw createCardError(bankVerdict.decline);
  if (paymentMethod.customer) return paymentMethod;
  const attachedMethod = state.objects.put('payment_method', {
    ...paymentMethod,
    customer: customerId,
  });
  state.emit('payment_method.attached', attachedMethod);
  return attachedMethod;
}
