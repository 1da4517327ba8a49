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
import { invalidRequest } from '../http/api-error.js';
import { createListRoute, createRoute, forAccounts, type ApiRoutes } from '../http/route.js';
import {
  updateObject,
  createObject,
  findObject,
  createSecret,
  type StripeState,
} from '../state.js';

import { accountPayouts, readPayoutSettings } from '../payments/payout-settings.js';
import { applyPayoutSettings, payoutIntervalField } from '../payments/payout.js';
import type { PayoutInterval } from '../storage/private.js';
import { buildAccount, buildPlatformAccount } from './account.js';

type StripeAccount = Stripe.Account;

/** An account link is valid for five minutes. */
const LINK_SECONDS = 5 * 60;

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
  settings: groupField({
    payouts: groupField({
      debit_negative_balances: flagField,
      schedule: groupField({ interval: payoutIntervalField, delay_days: ignoredField }),
      statement_descriptor: textField,
    }),
  }),
};

type AccountSettings = {
  payouts?: {
    debit_negative_balances?: boolean;
    schedule?: { interval?: PayoutInterval };
    statement_descriptor?: string | null;
  };
};

/** Applies the payout settings of a call, if any. */
function applySettings(
  state: StripeState,
  account: StripeAccount,
  { payouts = {} }: AccountSettings = {},
): StripeAccount {
  const { schedule = {}, ...otherChanges } = payouts;
  const settingChanges = { ...otherChanges, ...schedule };
  if (Object.keys(settingChanges).length === 0) return account;
  applyPayoutSettings(state, account.id, settingChanges);
  return findObject(state, 'account', account.id);
}
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
        settings,
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
        accountPayouts(readPayoutSettings(state, 'new')),
        state.now,
      );
      const createdAccount = createObject(state, 'account', {
        ...newAccount,
        ...mergeBusinessProfile(newAccount, business_profile as object),
      });
      return applySettings(state, createdAccount, settings);
    },
  ),
  'GET /v1/account': forAccounts(
    createRoute({}, (state) =>
      state.account ? findObject(state, 'account', state.account) : buildPlatformAccount(state),
    ),
  ),
  'GET /v1/accounts/:id': createRoute({}, (state, _params, accountId) =>
    findObject(state, 'account', accountId),
  ),
  'GET /v1/accounts': createListRoute('account', '/v1/accounts', {}, () => ({})),
  'POST /v1/accounts/:id': createRoute(
    accountShape,
    (
      state,
      { metadata: metadataChanges, business_profile, settings, ...otherFields },
      accountId,
    ) => {
      const storedAccount = applySettings(state, findObject(state, 'account', accountId), settings);
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
  'POST /v1/accounts/:id/login_links': createRoute(
    {},
    (state, _params, accountId): Stripe.LoginLink => {
      if (!findObject(state, 'account', accountId).details_submitted)
        throw invalidRequest(
          'Cannot create a login link for an account that has not completed onboarding.',
        );
      const loginToken = createSecret('login');
      state.objects.put('_login', { id: loginToken, account: accountId });
      return {
        object: 'login_link',
        created: state.now,
        url: `${state.origin}/hosted/express/${loginToken}`,
      };
    },
  ),
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
