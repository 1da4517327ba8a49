import type Stripe from 'stripe';
import { buildPlatformAccount, setPayoutsEnabled } from '../connect/account.js';
import {
  flagField,
  groupField,
  integerField,
  mergeMetadata,
  metadataField,
  oneOfField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { InvalidParameterError, invalidRequest, missingObject } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  forAccounts,
  type ApiRoutes,
} from '../http/route.js';
import { createId, findObject, kindOf, updateObject, type StripeState } from '../state.js';
import { bookTransaction, clearPayoutSchedule, readBalance, schedulePayout } from './balance.js';
import { currencyField } from './money-parameters.js';
import {
  accountPayouts,
  readPayoutSettings,
  SETTLING_DAYS,
  updatePayoutSettings,
} from './payout-settings.js';

type StripePayout = Stripe.Payout;
type PayoutSettings = ReturnType<typeof readPayoutSettings>;

const DAY_SECONDS = 24 * 60 * 60;

export const payoutIntervalField = oneOfField('daily', 'manual');

const readAccount = (state: StripeState, accountId: string | null): Stripe.Account =>
  accountId ? findObject(state, 'account', accountId) : buildPlatformAccount(state);

const emitPayout = (
  state: StripeState,
  eventType: Stripe.Event['type'],
  payout: StripePayout,
  accountId: string | null,
) => state.emit(eventType, payout, accountId ? { account: accountId } : {});

type NewPayoutFields = Pick<StripePayout, 'amount' | 'automatic'> & Partial<StripePayout>;

/**
 * Sends `amount` cents of an account's available balance to its bank, where they arrive after a
 * day. A negative amount debits the bank.
 */
function createPayout(
  state: StripeState,
  accountId: string | null,
  payoutFields: NewPayoutFields,
): StripePayout {
  const payoutId = createId('po');
  const { id: balance_transaction } = bookTransaction(
    state,
    {
      type: 'payout',
      reporting_category: 'payout',
      amount: -payoutFields.amount,
      currency: 'usd',
      source: payoutId,
    },
    accountId,
  );
  const [bankAccount] = readAccount(state, accountId).external_accounts?.data ?? [];
  const arrival_date = (Math.floor(state.now / DAY_SECONDS) + 1) * DAY_SECONDS;
  const payout = state.objects.put(kindOf('payout', accountId), {
    id: payoutId,
    object: 'payout',
    application_fee: null,
    application_fee_amount: null,
    arrival_date,
    balance_transaction,
    created: state.now,
    currency: 'usd',
    description: null,
    destination: bankAccount?.id ?? null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: payoutFields.automatic ? 'completed' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: readPayoutSettings(state, accountId).statement_descriptor,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
    ...payoutFields,
  });
  emitPayout(state, 'payout.created', payout, accountId);
  state.timers.addTimer(arrival_date, 'arrival', accountId ? `${payoutId}@${accountId}` : payoutId);
  return payout;
}

/**
 * Pays out what is available above the minimum balance, or debits the bank for a negative balance.
 * An account without payouts is checked again the next day. `subject` is an account or `platform`.
 */
export function payOutAutomatically(state: StripeState, subject: string): void {
  const accountId = subject === 'platform' ? null : subject;
  clearPayoutSchedule(state, accountId);
  const payoutSettings = readPayoutSettings(state, accountId);
  if (payoutSettings.interval === 'manual') return;
  if (accountId && !state.objects.has('account', accountId)) return;
  const amount = automaticAmount(readBalance(state, accountId).available, payoutSettings);
  if (amount === 0) return;
  if (!readAccount(state, accountId).payouts_enabled) return schedulePayout(state, accountId);
  const unpaidTransactions = state.objects
    .all(kindOf('balance_transaction', accountId), { status: 'available' })
    .filter(({ id }) => !state.objects.has('_paid_out', `paid:${id}`));
  const payout = createPayout(state, accountId, { amount, automatic: true });
  const payoutTransaction = payout.balance_transaction as string;
  for (const transactionId of [...unpaidTransactions.map(({ id }) => id), payoutTransaction])
    state.objects.put('_paid_out', { id: `paid:${transactionId}`, payout: payout.id });
}

const automaticAmount = (
  availableCents: number,
  { minimum_cents, debit_negative_balances }: PayoutSettings,
): number => {
  if (availableCents < 0) return debit_negative_balances ? availableCents : 0;
  return Math.max(0, availableCents - minimum_cents);
};

/** The payout has arrived at the bank. `subject` is its id, `@`, account. */
export function completePayout(state: StripeState, subject: string): void {
  const [payoutId = '', accountId = null] = subject.split('@');
  const payout = state.objects.get(kindOf('payout', accountId), payoutId);
  if (payout?.status !== 'pending') return;
  const paidPayout = state.objects.put(kindOf('payout', accountId), { ...payout, status: 'paid' });
  emitPayout(state, 'payout.paid', paidPayout, accountId);
}

/** Finds a payout of any account. */
function findPayout(state: StripeState, payoutId: string) {
  const storedKind = state.objects.storedKind(payoutId);
  const [kind, accountId = null] = storedKind?.split('@') ?? [];
  if (kind !== 'payout') throw missingObject('payout', payoutId);
  return { accountId, payout: findObject(state, kindOf('payout', accountId), payoutId) };
}

function returnPayout(
  state: StripeState,
  payout: StripePayout,
  accountId: string | null,
  type: 'payout_failure' | 'payout_cancel',
): string {
  return bookTransaction(
    state,
    {
      type,
      reporting_category: 'payout_reversal',
      amount: payout.amount,
      currency: payout.currency,
      source: payout.id,
    },
    accountId,
  ).id;
}

/** Completes a payout now, as the bank would after a day. */
export function arrivePayout(state: StripeState, payoutId: string): StripePayout {
  const { payout, accountId } = findPayout(state, payoutId);
  completePayout(state, accountId ? `${payout.id}@${accountId}` : payout.id);
  return findPayout(state, payoutId).payout;
}

/**
 * The bank returns a payout, even after it was paid. A connected account has no payouts until its
 * bank account is replaced.
 */
export function failPayout(
  state: StripeState,
  payoutId: string,
  failure_code = 'account_closed',
): StripePayout {
  const { payout, accountId } = findPayout(state, payoutId);
  if (payout.status !== 'pending' && payout.status !== 'paid')
    throw invalidRequest(`Payout ${payoutId} has a status of ${payout.status} and cannot fail.`);
  const failedPayout = state.objects.put(kindOf('payout', accountId), {
    ...payout,
    status: 'failed',
    failure_code,
    failure_message: 'The bank account could not receive the payout.',
    failure_balance_transaction: returnPayout(state, payout, accountId, 'payout_failure'),
  });
  emitPayout(state, 'payout.failed', failedPayout, accountId);
  if (accountId) setPayoutsEnabled(state, accountId, false);
  return failedPayout;
}

/** Changes how an account is paid out, and shows it in the account. */
export function applyPayoutSettings(
  state: StripeState,
  accountId: string | null,
  settingChanges: Partial<Omit<PayoutSettings, 'id'>>,
): void {
  const payoutSettings = updatePayoutSettings(state, accountId, settingChanges);
  if (accountId) {
    const account = findObject(state, 'account', accountId);
    state.objects.put('account', {
      ...account,
      settings: { ...account.settings!, payouts: accountPayouts(payoutSettings) },
    });
  }
  schedulePayout(state, accountId);
}

const buildBalanceSettings = (
  state: StripeState,
  accountId: string | null,
): Stripe.BalanceSettings => {
  const payoutSettings = readPayoutSettings(state, accountId);
  const { interval, minimum_cents, debit_negative_balances } = payoutSettings;
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: minimum_cents > 0 ? { usd: minimum_cents } : null,
        schedule: { interval },
        statement_descriptor: payoutSettings.statement_descriptor,
        status: readAccount(state, accountId).payouts_enabled ? 'enabled' : 'disabled',
      },
      settlement_timing: { delay_days: SETTLING_DAYS, start_of_day: null },
    },
  };
};

export const payoutRoutes: ApiRoutes = {
  'GET /v1/balance_settings': forAccounts(
    createRoute({}, (state) => buildBalanceSettings(state, state.account)),
  ),
  'POST /v1/balance_settings': forAccounts(
    createRoute(
      {
        payments: groupField({
          debit_negative_balances: flagField,
          payouts: groupField({
            minimum_balance_by_currency: groupField({ usd: integerField }),
            schedule: groupField({ interval: payoutIntervalField }),
            statement_descriptor: textField,
          }),
        }),
      },
      (state, { payments: { payouts = {}, ...otherChanges } = {} }) => {
        const { minimum_balance_by_currency: minimum, schedule, ...textChanges } = payouts;
        applyPayoutSettings(state, state.account, {
          ...otherChanges,
          ...textChanges,
          ...schedule,
          ...(minimum?.usd !== undefined && { minimum_cents: minimum.usd }),
        });
        return buildBalanceSettings(state, state.account);
      },
    ),
  ),
  'POST /v1/payouts': forAccounts(
    createRoute(
      {
        amount: requiredField(integerField),
        currency: requiredField(currencyField),
        description: textField,
        metadata: metadataField,
        method: oneOfField('standard'),
        statement_descriptor: textField,
      },
      (state, { amount, metadata, description = null, statement_descriptor = null }) => {
        if (amount < 1) throw new InvalidParameterError('Invalid positive integer', 'amount');
        if (!readAccount(state, state.account).payouts_enabled)
          throw invalidRequest('Payouts are not enabled for this account.', {
            code: 'payouts_not_allowed',
          });
        if (readBalance(state, state.account).available < amount)
          throw invalidRequest(
            'You have insufficient funds in your Stripe account for this transfer.',
            { code: 'balance_insufficient' },
          );
        return createPayout(state, state.account, {
          amount,
          automatic: false,
          description,
          statement_descriptor,
          metadata: mergeMetadata({}, metadata),
        });
      },
    ),
  ),
  'GET /v1/payouts/:id': forAccounts(createRetrieveRoute('payout')),
  'GET /v1/payouts': forAccounts(
    createListRoute(
      'payout',
      '/v1/payouts',
      {
        status: oneOfField('pending', 'paid', 'failed', 'canceled'),
        destination: textField,
      },
      ({ status, destination }) => ({ status, destination }),
    ),
  ),
  'POST /v1/payouts/:id/cancel': forAccounts(
    createRoute({}, (state, _params, payoutId) => {
      const payout = findObject(state, kindOf('payout', state.account), payoutId);
      if (payout.status !== 'pending' || payout.automatic)
        throw invalidRequest('Only pending payouts that are not automatic can be canceled.');
      return updateObject(
        state,
        kindOf('payout', state.account),
        payout,
        {
          status: 'canceled',
          failure_balance_transaction: returnPayout(state, payout, state.account, 'payout_cancel'),
        },
        'payout.canceled',
      );
    }),
  ),
};
