import type Stripe from 'stripe';
import {
  integerField,
  mergeMetadata,
  metadataField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { InvalidParameterError } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { createId, createObject, type StripeState } from '../state.js';
import type { PayoutInterval } from '../storage/private.js';
import { bookTransaction, schedulePayout } from './balance.js';
import { currencyField } from './money-parameters.js';
import { setDefaultInterval } from './payout-settings.js';

/** Adds `amount` cents from the platform's bank to its available balance, immediately. */
export function createTopup(
  state: StripeState,
  topupFields: Pick<Stripe.Topup, 'amount'> & Partial<Stripe.Topup>,
): Stripe.Topup {
  const topupId = createId('tu');
  const { id: balance_transaction } = bookTransaction(state, {
    type: 'topup',
    reporting_category: 'topup',
    amount: topupFields.amount,
    currency: 'usd',
    source: topupId,
  });
  return createObject(
    state,
    'topup',
    {
      id: topupId,
      object: 'topup',
      balance_transaction,
      created: state.now,
      currency: 'usd',
      description: null,
      expected_availability_date: state.now,
      failure_code: null,
      failure_message: null,
      initiated_by: 'user',
      livemode: false,
      metadata: {},
      source: null,
      statement_descriptor: null,
      status: 'succeeded',
      transfer_group: null,
      ...topupFields,
    },
    'topup.succeeded',
  );
}

export type BalanceOptions = Readonly<{
  /** How the platform is paid out; `manual` by default. */
  payouts?: PayoutInterval;
  /** How connected accounts are paid out; `daily` by default, as at Stripe. */
  accountPayouts?: PayoutInterval;
  /** Cents that the platform adds to its balance at the first start. */
  topUp?: number;
}>;

/** Applies the payout intervals, and adds the first funds to a new data file. */
export function prepareBalance(
  state: StripeState,
  { payouts = 'manual', accountPayouts = 'daily', topUp = 0 }: BalanceOptions,
): void {
  setDefaultInterval(state, null, payouts);
  setDefaultInterval(state, 'all', accountPayouts);
  schedulePayout(state, null);
  const isNewFile = state.objects.all('topup').length === 0;
  if (topUp > 0 && isNewFile) createTopup(state, { amount: topUp, initiated_by: 'stripe' });
}

export const topupRoutes: ApiRoutes = {
  'POST /v1/topups': createRoute(
    {
      amount: requiredField(integerField),
      currency: requiredField(currencyField),
      description: textField,
      metadata: metadataField,
    },
    (state, { amount, description = null, metadata }) => {
      if (amount < 1) throw new InvalidParameterError('Invalid positive integer', 'amount');
      return createTopup(state, { amount, description, metadata: mergeMetadata({}, metadata) });
    },
  ),
  'GET /v1/topups/:id': createRetrieveRoute('topup'),
  'GET /v1/topups': createListRoute('topup', '/v1/topups', {}, () => ({})),
};
