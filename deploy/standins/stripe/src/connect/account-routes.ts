import type Stripe from 'stripe';
import {
  flagField,
  groupField,
  ignoredField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { createListRoute, createRoute, type ApiRoutes } from '../http/route.js';
import {
  updateObject,
  createObject,
  findObject,
  createId,
  createSecret,
  type StripeState,
} from '../state.js';

type StripeAccount = Stripe.Account;

/** An account link is valid for five minutes. */
const LINK_SECONDS = 5 * 60;

const REQUIREMENTS_DUE = [
  'business_profile.url',
  'external_account',
  'individual.verification.document',
  'tos_acceptance.date',
];

const buildRequirements = (dueRequirements: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: dueRequirements,
  disabled_reason: dueRequirements.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: dueRequirements,
  past_due: dueRequirements,
  pending_verification: [],
});

const accountSettings: Stripe.Account.Settings = {
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
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'daily' },
    statement_descriptor: null,
  },
};

function buildAccount(
  accountFields: Partial<StripeAccount>,
  createdSeconds: number,
): StripeAccount {
  const accountId = createId('acct');
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
    settings: accountSettings,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'express',
    ...accountFields,
  };
}

/** Sets an account's transfers capability and emits `account.updated` to Connect endpoints. */
export function setTransferCapability(
  state: StripeState,
  accountId: string,
  transferStatus: 'active' | 'inactive' | 'pending',
): StripeAccount {
  const currentAccount = findObject(state, 'account', accountId);
  const areTransfersActive = transferStatus === 'active';
  const updatedFields = {
    capabilities: { ...currentAccount.capabilities, transfers: transferStatus },
    details_submitted: currentAccount.details_submitted || areTransfersActive,
    payouts_enabled: areTransfersActive,
    requirements: buildRequirements(areTransfersActive ? [] : REQUIREMENTS_DUE),
  };
  const updatedAccount = state.objects.put('account', { ...currentAccount, ...updatedFields });
  const { capabilities, details_submitted, payouts_enabled } = currentAccount;
  state.emit('account.updated', updatedAccount, {
    account: accountId,
    previous: { capabilities, details_submitted, payouts_enabled },
  });
  return updatedAccount;
}

const accountShape = {
  email: textField,
  metadata: metadataField,
  business_type: oneOfField('company', 'government_entity', 'individual', 'non_profit'),
  business_profile: groupField({
    name: textField,
    url: textField,
    mcc: textField,
    product_description: textField,
    support_email: textField,
  }),
};
const capabilityShape = groupField({ requested: flagField });

const mergeBusinessProfile = (
  currentAccount: StripeAccount,
  profileChanges: Partial<Stripe.Account.BusinessProfile> | undefined,
) =>
  profileChanges
    ? { business_profile: { ...currentAccount.business_profile!, ...profileChanges } }
    : {};

/** The only supported controller: an Express account whose platform pays fees and losses. */
const controllerShape = groupField({
  stripe_dashboard: groupField({ type: oneOfField('express') }),
  fees: groupField({ payer: oneOfField('application') }),
  losses: groupField({ payments: oneOfField('application') }),
  requirement_collection: oneOfField('stripe'),
});

export const accountRoutes: ApiRoutes = {
  'POST /v1/accounts': createRoute(
    {
      ...accountShape,
      type: oneOfField('express'),
      country: oneOfField('US'),
      controller: controllerShape,
      capabilities: groupField({ transfers: capabilityShape, card_payments: capabilityShape }),
      tos_acceptance: ignoredField,
    },
    (
      state,
      {
        metadata: metadataChanges,
        capabilities = {},
        business_profile,
        email = null,
        business_type = null,
      },
    ) => {
      const requestedEntries = Object.entries(capabilities).filter(
        ([, capability]) => capability?.requested,
      );
      const newAccount = buildAccount(
        {
          email,
          business_type,
          metadata: mergeMetadata({}, metadataChanges),
          capabilities: Object.fromEntries(
            requestedEntries.map(([capabilityName]) => [capabilityName, 'inactive']),
          ),
        },
        state.now,
      );
      return createObject(state, 'account', {
        ...newAccount,
        ...mergeBusinessProfile(newAccount, business_profile as object),
      });
    },
  ),
  'GET /v1/accounts/:id': createRoute({}, (state, _params, accountId) =>
    findObject(state, 'account', accountId),
  ),
  'GET /v1/accounts': createListRoute('account', '/v1/accounts', {}, () => ({})),
  'POST /v1/accounts/:id': createRoute(
    accountShape,
    (state, { metadata: metadataChanges, business_profile, ...otherFields }, accountId) => {
      const storedAccount = findObject(state, 'account', accountId);
      const previousFields = { metadata: storedAccount.metadata ?? {} };
      const updatedAccount = updateObject(state, 'account', storedAccount, {
        ...otherFields,
        ...mergeBusinessProfile(storedAccount, business_profile as object),
        metadata: mergeMetadata(storedAccount.metadata ?? {}, metadataChanges),
      });
      state.emit('account.updated', updatedAccount, {
        account: accountId,
        previous: previousFields,
      });
      return updatedAccount;
    },
  ),
  'DELETE /v1/accounts/:id': createRoute({}, (state, _params, accountId) => {
    findObject(state, 'account', accountId);
    state.objects.remove(accountId);
    return { id: accountId, object: 'account', deleted: true };
  }),
  'POST /v1/account_links': createRoute(
    {
      account: requiredField(textField),
      refresh_url: requiredField(textField),
      return_url: requiredField(textField),
      type: requiredField(oneOfField('account_onboarding')),
      collection_options: ignoredField,
    },
    (state, { account, refresh_url, return_url }): Stripe.AccountLink => {
      findObject(state, 'account', account, 'account');
      const linkToken = createSecret('onboarding');
      const expires_at = state.now + LINK_SECONDS;
      state.objects.put('_onboarding', {
        id: linkToken,
        account,
        expires_at,
        opened: false,
        refresh_url,
        return_url,
      });
      return {
        object: 'account_link',
        created: state.now,
        expires_at,
        url: `${state.origin}/hosted/onboarding/${linkToken}`,
      };
    },
  ),
};
