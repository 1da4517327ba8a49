/** The behavior of a test card (https://docs.stripe.com/testing). */
export type TestCard = Readonly<{
  number: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  /** Every charge fails with this decline. */
  decline?: CardDecline;
  /** Can be attached to a customer, but cannot be charged. */
  attaches?: true;
  /** Requires 3-D Secure: always, even off session; or off session only until it is set up. */
  authentication?: 'always' | 'unless_set_up';
  /** Its funds are available immediately. */
  availableAtOnce?: true;
  /** The bank's check of the postal code, if one was entered; `pass` by default. */
  postalCheck?: 'fail' | 'unchecked';
  /** The bank reports its charges as fraud. */
  fraudulent?: true;
  /** Its charges are disputed after they are captured, or questioned by an inquiry. */
  disputed?: `${string}:${'chargeback' | 'inquiry'}`;
  /** The later outcome of its refunds. */
  refunds?: 'pending' | 'fail';
}>;

export type CardDecline = Readonly<{ code: string; decline_code?: string; message: string }>;

const genericDecline: CardDecline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '378282246310005', brand: 'amex' },
  { number: '6011111111111117', brand: 'discover' },
  { number: '4000000000000077', brand: 'visa', availableAtOnce: true },
  { number: '4000000000000010', brand: 'visa', postalCheck: 'fail' },
  { number: '4000000000000036', brand: 'visa', postalCheck: 'fail' },
  { number: '4000000000000044', brand: 'visa', postalCheck: 'unchecked' },
  { number: '4000000000005423', brand: 'visa', fraudulent: true },
  { number: '4000000000000259', brand: 'visa', disputed: 'fraudulent:chargeback' },
  { number: '4000000000002685', brand: 'visa', disputed: 'product_not_received:chargeback' },
  { number: '4000000000001976', brand: 'visa', disputed: 'fraudulent:inquiry' },
  { number: '4000000000007726', brand: 'visa', refunds: 'pending' },
  { number: '4000000000005126', brand: 'visa', refunds: 'fail' },
  { number: '4000000000000002', brand: 'visa', decline: genericDecline },
  {
    number: '4000000000009995',
    brand: 'visa',
    decline: {
      ...genericDecline,
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  { number: '4000000000000341', brand: 'visa', decline: genericDecline, attaches: true },
  { number: '4000002500003155', brand: 'visa', authentication: 'unless_set_up' },
  { number: '4000002760003184', brand: 'visa', authentication: 'always' },
];

/** The tokens for these cards in calls from a server. */
const TEST_CARD_TOKENS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_discover: '6011111111111117',
  pm_card_bypassPending: '4000000000000077',
  pm_card_avsFail: '4000000000000010',
  pm_card_avsZipFail: '4000000000000036',
  pm_card_avsUnchecked: '4000000000000044',
  pm_card_createIssuerFraudRecord: '4000000000005423',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
};

/** The test card with this number; undefined for other numbers. */
export const findCardByNumber = (cardNumber: string): TestCard | undefined =>
  TEST_CARDS.find((testCard) => testCard.number === cardNumber.replace(/\D/g, ''));

/** The test card of a token such as `pm_card_visa`. */
export const findCardByToken = (tokenId: string): TestCard | undefined =>
  Object.hasOwn(TEST_CARD_TOKENS, tokenId)
    ? findCardByNumber(TEST_CARD_TOKENS[tokenId]!)
    : undefined;

export const AUTHENTICATION_REQUIRED: CardDecline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

export type BankVerdict = Readonly<
  { kind: 'authorized' | 'authenticate' } | { kind: 'declined'; decline: CardDecline }
>;

/**
 * The bank's decision about a card payment. `setUp`: the customer has agreed to off-session
 * payments.
 */
export function decideVerdict(
  testCard: TestCard,
  { offSession, setUp }: { offSession: boolean; setUp: boolean },
): BankVerdict {
  if (testCard.decline) return { kind: 'declined', decline: testCard.decline };
  if (!testCard.authentication) return { kind: 'authorized' };
  if (!offSession) return { kind: 'authenticate' };
  if (testCard.authentication === 'unless_set_up' && setUp) return { kind: 'authorized' };
  return { kind: 'declined', decline: AUTHENTICATION_REQUIRED };
}
