import type Stripe from 'stripe';
import {
  flag,
  group,
  ignored,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../http/parameters.js';
import { listRoute, route, type Routes } from '../http/route.js';
import { change, create, find, newId, newSecret, type World } from '../world.js';

type Account = Stripe.Account;

/** An account link works for five minutes. */
const LINK_SECONDS = 5 * 60;

const NEEDS = [
  'business_profile.url',
  'external_account',
  'individual.verification.document',
  'tos_acceptance.date',
];

const requirements = (needs: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: needs,
  disabled_reason: needs.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: needs,
  past_due: needs,
  pending_verification: [],
});

const settings: Stripe.Account.Settings = {
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

function newAccount(chosen: Partial<Account>, now: number): Account {
  const id = newId('acct');
  return {
    id,
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
    created: now,
    default_currency: 'usd',
    details_submitted: false,
    email: null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: requirements([]),
    metadata: {},
    payouts_enabled: false,
    requirements: requirements(NEEDS),
    settings,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: 'express',
    ...chosen,
  };
}

/** Switches an account's capability to receive transfers, and tells those who listen to connected accounts. */
export function setTransfers(
  world: World,
  id: string,
  transfers: 'active' | 'inactive' | 'pending',
): Account {
  const account = find(world, 'account', id);
  const isActive = transfers === 'active';
  const fields = {
    capabilities: { ...account.capabilities, transfers },
    details_submitted: account.details_submitted || isActive,
    payouts_enabled: isActive,
    requirements: requirements(isActive ? [] : NEEDS),
  };
  const after = world.objects.put('account', { ...account, ...fields });
  const { capabilities, details_submitted, payouts_enabled } = account;
  world.emit('account.updated', after, {
    account: id,
    previous: { capabilities, details_submitted, payouts_enabled },
  });
  return after;
}

const fields = {
  email: text,
  metadata,
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  business_profile: group({
    name: text,
    url: text,
    mcc: text,
    product_description: text,
    support_email: text,
  }),
};
const requested = group({ requested: flag });

const profile = (account: Account, given: Partial<Stripe.Account.BusinessProfile> | undefined) =>
  given ? { business_profile: { ...account.business_profile!, ...given } } : {};

/** The controller that the stand-in knows: an Express account for which the platform pays fees and losses. */
const controller = group({
  stripe_dashboard: group({ type: oneOf('express') }),
  fees: group({ payer: oneOf('application') }),
  losses: group({ payments: oneOf('application') }),
  requirement_collection: oneOf('stripe'),
});

export const accountRoutes: Routes = {
  'POST /v1/accounts': route(
    {
      ...fields,
      type: oneOf('express'),
      country: oneOf('US'),
      controller,
      capabilities: group({ transfers: requested, card_payments: requested }),
      tos_acceptance: ignored,
    },
    (
      world,
      { metadata: words, capabilities = {}, business_profile, email = null, business_type = null },
    ) => {
      const asked = Object.entries(capabilities).filter(([, capability]) => capability?.requested);
      const account = newAccount(
        {
          email,
          business_type,
          metadata: mergeMetadata({}, words),
          capabilities: Object.fromEntries(asked.map(([name]) => [name, 'inactive'])),
        },
        world.now,
      );
      return create(world, 'account', {
        ...account,
        ...profile(account, business_profile as object),
      });
    },
  ),
  'GET /v1/accounts/:id': route({}, (world, _params, id) => find(world, 'account', id)),
  'GET /v1/accounts': listRoute('account', '/v1/accounts', {}, () => ({})),
  'POST /v1/accounts/:id': route(
    fields,
    (world, { metadata: words, business_profile, ...given }, id) => {
      const account = find(world, 'account', id);
      const before = { metadata: account.metadata ?? {} };
      const after = change(world, 'account', account, {
        ...given,
        ...profile(account, business_profile as object),
        metadata: mergeMetadata(account.metadata ?? {}, words),
      });
      world.emit('account.updated', after, { account: id, previous: before });
      return after;
    },
  ),
  'DELETE /v1/accounts/:id': route({}, (world, _params, id) => {
    find(world, 'account', id);
    world.objects.remove(id);
    return { id, object: 'account', deleted: true };
  }),
  'POST /v1/account_links': route(
    {
      account: required(text),
      refresh_url: required(text),
      return_url: required(text),
      type: required(oneOf('account_onboarding')),
      collection_options: ignored,
    },
    (world, { account, refresh_url, return_url }): Stripe.AccountLink => {
      find(world, 'account', account, 'account');
      const id = newSecret('onboarding');
      const expires_at = world.now + LINK_SECONDS;
      world.objects.put('_onboarding', {
        id,
        account,
        expires_at,
        opened: false,
        refresh_url,
        return_url,
      });
      return {
        object: 'account_link',
        created: world.now,
        expires_at,
        url: `${world.origin}/hosted/onboarding/${id}`,
      };
    },
  ),
};
