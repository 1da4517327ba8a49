/** What Stripe may need from a host, most urgent first. */
export const payoutNeeds = ['bank_account', 'identity', 'business', 'terms', 'other'] as const;
export type PayoutNeed = (typeof payoutNeeds)[number];

const needTexts: Record<PayoutNeed, string> = {
  bank_account: 'your bank account details',
  identity: 'proof of your identity',
  business: 'details about your business',
  terms: 'your agreement to its terms',
  other: 'more information',
};

/** `your bank account details and proof of your identity` */
export const payoutNeedsText = (needs: readonly PayoutNeed[]): string =>
  new Intl.ListFormat('en-US').format(needs.map((need) => needTexts[need]));

/** Advice about a returned payout, by Stripe's failure code. */
const returnTexts: Record<string, string> = {
  account_closed: 'the bank account is closed. Enter another one.',
  account_frozen: 'the bank account is frozen. Ask your bank, or enter another one.',
  bank_account_restricted:
    "the bank account doesn't accept payouts. Ask your bank, or enter another one.",
  bank_ownership_changed: 'the bank has changed. Enter the bank account again.',
  could_not_process: "the bank couldn't process it. Ask your bank.",
  declined: 'the bank declined it. Ask your bank.',
  incorrect_account_holder_name: "the name doesn't match the bank account. Check the name.",
  incorrect_account_type: "the type doesn't match the bank account. Check the type.",
  invalid_currency: "the bank account doesn't accept US dollars. Enter another one.",
};

/** `Your bank returned a payout of $297.00: check the account number.` */
export const bankReturnText = (amount: string, failureCode: string): string =>
  `Your bank returned a payout of ${amount}: ${returnTexts[failureCode] ?? 'check the account number.'}`;
