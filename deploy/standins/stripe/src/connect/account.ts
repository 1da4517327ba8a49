import type Stripe from 'stripe';
import { accountPayouts, readPayoutSettings } from '../payments/payout-settings.js';
import { createId, findObject, type StripeState } from '../state.js';

type StripeAccount = Stripe.Account;

/** The account behind the secret key. */
export const PLATFORM_ACCOUNT_ID = 'acct_1CourtlyStandIn0';
const PLATFORM_CREATED_SECONDS = 1_700_000_000;

const REQUIREMENTS_DUE = [
  'business_profile.url',
  'external_account',
  'individual.verification.document',
  'tos_acceptance.date',
];

export const buildRequirements = (dueRequirements: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: dueRequirements,
  disabled_reason: dueRequirements.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: dueRequirements,
  past_due: dueRequirements,
  pending_verification: [],
});

const buildSettings = (payouts: Stripe.Account.Settings.Payouts): Stripe.Account.Settings => ({
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'America/Los_Angeles' },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts,
});

/** The bank account that receives the payouts of an account. */
const buildBankAccount = (accountId: string): Stripe.BankAccount => ({
  id: accountId.replace('acct_', 'ba_'),
  object: 'bank_account',
  account: accountId,
  account_holder_name: null,
  account_holder_type: null,
  account_type: null,
  available_payout_methods: ['standard'],
  bank_name: 'STRIPE TEST BANK',
  country: 'US',
  currency: 'usd',
  default_for_currency: true,
  fingerprint: `fp${accountId}`,
  future_requirements: null,
  last4: '6789',
  metadata: {},
  requirements: null,
  routing_number: '110000000',
  status: 'new',
});

/** Builds an Express account that has not been onboarded. */
export function buildAccount(
  accountFields: Partial<StripeAccount>,
  payoutSettings: Stripe.Account.Settings.Payouts,
  createdSeconds: number,
): StripeAccount {
  const accountId = accountFields.id ?? createId('acct');
  return {
    id: accountId,
    object: 'account',
    business_profile: {
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: {
      fees: { payer: 'application' },
      is_controller: true,
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
      type: 'application',
    },
    country: 'US',
    created: createdSeconds,
    default_currency: 'usd',
    details_submitted: false,
    email: null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${accountId}/external_accounts`,
    },
    future_requirements: buildRequirements([]),
    metadata: {},
    payouts_enabled: false,
    requirements: buildRequirements(REQUIREMENTS_DUE),
    settings: buildSettings(payoutSettings),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'express',
    ...accountFields,
  };
}

/** The account behind the secret key. */
export const buildPlatformAccount = (state: StripeState): StripeAccount =>
  buildAccount(
    {
      id: PLATFORM_ACCOUNT_ID,
      capabilities: { card_payments: 'active', transfers: 'active' },
      charges_enabled: true,
      controller: { type: 'account' },
      details_submitted: true,
      external_accounts: listBankAccount(buildBankAccount(PLATFORM_ACCOUNT_ID)),
      future_requirements: buildRequirements([]),
      payouts_enabled: true,
      requirements: buildRequirements([]),
      type: 'standard',
    },
    accountPayouts(readPayoutSettings(state, null)),
    PLATFORM_CREATED_SECONDS,
  );

const listBankAccount = (
  bankAccount: Stripe.BankAccount,
): NonNullable<StripeAccount['external_accounts']> => ({
  object: 'list',
  data: [bankAccount],
  has_more: false,
  url: `/v1/accounts/${bankAccount.account as string}/external_accounts`,
});

/** Updates an account and emits `account.updated` to Connect endpoints. */
export function updateAccount(
  state: StripeState,
  currentAccount: StripeAccount,
  changedFields: Partial<StripeAccount>,
): StripeAccount {
  const updatedAccount = state.objects.put('account', { ...currentAccount, ...changedFields });
  const previousFields = Object.fromEntries(
    (Object.keys(changedFields) as (keyof StripeAccount)[]).map((fieldName) => [
      fieldName,
      currentAccount[fieldName] ?? null,
    ]),
  );
  state.emit('account.updated', updatedAccount, {
    account: currentAccount.id,
    previous: previousFields,
  });
  return updatedAccount;
}

/** Sets an account's transfers capability; an active one has a bank account and payouts. */
export function setTransferCapability(
  state: StripeState,
  accountId: string,
  transferStatus: 'active' | 'inactive' | 'pending',
): StripeAccount {
  const currentAccount = findObject(state, 'account', accountId);
  const areTransfersActive = transferStatus === 'active';
  return updateAccount(state, currentAccount, {
    capabilities: { ...currentAccount.capabilities, transfers: transferStatus },
    details_submitted: currentAccount.details_submitted || areTransfersActive,
    payouts_enabled: areTransfersActive,
    requirements: buildRequirements(areTransfersActive ? [] : REQUIREMENTS_DUE),
    ...(areTransfersActive && {
      external_accounts: listBankAccount(buildBankAccount(accountId)),
    }),
  });
}

/** Disables the payouts of an account until its bank account is replaced, or enables them again. */
export function setPayoutsEnabled(
  state: StripeState,
  accountId: string,
  areEnabled: boolean,
): StripeAccount {
  const currentAccount = findObject(state, 'account', accountId);
  const bankAccount = buildBankAccount(accountId);
  return updateAccount(state, currentAccount, {
    payouts_enabled: areEnabled,
    requirements: buildRequirements(areEnabled ? [] : ['external_account']),
    external_accounts: listBankAccount({
      ...bankAccount,
      status: areEnabled ? 'new' : 'errored',
    }),
  });
}
