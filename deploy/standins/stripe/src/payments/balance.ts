import type Stripe from 'stripe';
import { textField } from '../http/parameters.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  forAccounts,
  type ApiRoutes,
} from '../http/route.js';
import { createId, createObject, kindOf, type StripeState } from '../state.js';
import type { PrivateObjects } from '../storage/private.js';
import { nextPayoutTime } from './payout-settings.js';

type BalanceTransaction = Stripe.BalanceTransaction;
type BalanceRecord = PrivateObjects['_balance'];

/** The funds of a charge become available after two days. */
export const PENDING_SECONDS = 2 * 24 * 60 * 60;

/** Stripe's fee for a card payment in cents: 2.9% plus 30. It is not returned with a refund. */
export const stripeFee = (amountCents: number): number =>
  Math.round((amountCents * 29) / 1000) + 30;

type BalanceEntry = Pick<
  BalanceTransaction,
  'type' | 'reporting_category' | 'amount' | 'currency'
> & {
  source: string | null;
  fee?: number;
  available_on?: number;
};

const sumTransactions = (
  state: StripeState,
  accountId: string | null,
  transactionStatus: string,
): number =>
  state.objects
    .all(kindOf('balance_transaction', accountId), { status: transactionStatus })
    .reduce((totalCents, { net }) => totalCents + net, 0);

/** The balance of an account in cents; the platform's for null. */
export function readBalance(state: StripeState, accountId: string | null): BalanceRecord {
  const id = `balance:${accountId ?? 'platform'}`;
  return (
    state.objects.get('_balance', id) ?? {
      id,
      available: sumTransactions(state, accountId, 'available'),
      pending: sumTransactions(state, accountId, 'pending'),
      pays_out_at: null,
    }
  );
}

/** Adds to a balance and schedules its automatic payout, if it has one. */
function changeBalance(
  state: StripeState,
  accountId: string | null,
  balanceBefore: BalanceRecord,
  { available = 0, pending = 0 }: { available?: number; pending?: number },
): void {
  const paysOutAt = balanceBefore.pays_out_at ?? nextPayoutTime(state, accountId);
  if (paysOutAt !== null && balanceBefore.pays_out_at === null)
    state.timers.addTimer(paysOutAt, 'payout', accountId ?? 'platform');
  state.objects.put('_balance', {
    ...balanceBefore,
    available: balanceBefore.available + available,
    pending: balanceBefore.pending + pending,
    pays_out_at: paysOutAt,
  });
}

/** Schedules the next automatic payout of an account that has become automatic. */
export const schedulePayout = (state: StripeState, accountId: string | null): void =>
  changeBalance(state, accountId, readBalance(state, accountId), {});

/** Forgets a scheduled payout that is due now. */
export const clearPayoutSchedule = (state: StripeState, accountId: string | null): void =>
  void state.objects.put('_balance', { ...readBalance(state, accountId), pays_out_at: null });

/**
 * Adds a transaction to the balance of a connected account, or of the platform for null, in cents;
 * outgoing amounts are negative.
 */
export function bookTransaction(
  state: StripeState,
  { fee = 0, available_on = state.now, ...entry }: BalanceEntry,
  accountId: string | null = null,
): BalanceTransaction {
  const balanceBefore = readBalance(state, accountId);
  const net = entry.amount - fee;
  const balanceTransaction = createObject(state, kindOf('balance_transaction', accountId), {
    id: createId('txn'),
    object: 'balance_transaction',
    ...entry,
    available_on,
    balance_type: 'payments',
    created: state.now,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: entry.currency,
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    net,
    status: available_on <= state.now ? 'available' : 'pending',
  });
  const isPending = balanceTransaction.status === 'pending';
  changeBalance(state, accountId, balanceBefore, isPending ? { pending: net } : { available: net });
  if (isPending)
    state.timers.addTimer(
      available_on,
      'available',
      accountId ? `${balanceTransaction.id}@${accountId}` : balanceTransaction.id,
    );
  return balanceTransaction;
}

/**
 * Makes the funds of a charge available. `subjectId` is the id of the transaction, `@`, account.
 */
export function makeAvailable(state: StripeState, subjectId: string): void {
  const [transactionId = '', accountId = null] = subjectId.split('@');
  const transactionKind = kindOf('balance_transaction', accountId);
  const pendingTransaction = state.objects.get(transactionKind, transactionId);
  if (!pendingTransaction) return;
  const balanceBefore = readBalance(state, accountId);
  state.objects.put(transactionKind, { ...pendingTransaction, status: 'available' });
  const { net } = pendingTransaction;
  changeBalance(state, accountId, balanceBefore, { available: net, pending: -net });
}

const buildAmounts = (amountCents: number) => [
  { amount: amountCents, currency: 'usd', source_types: { card: amountCents } },
];

/** The ids of the transactions that an automatic payout included; undefined for no payout. */
const paidOutIds = (state: StripeState, payoutId: string | null | undefined) =>
  payoutId
    ? state.objects.all('_paid_out', { payout: payoutId }).map(({ id }) => id.replace('paid:', ''))
    : undefined;

export const balanceRoutes: ApiRoutes = {
  'GET /v1/balance': forAccounts(
    createRoute({}, (state): Stripe.Balance => {
      const { available, pending } = readBalance(state, state.account);
      return {
        object: 'balance',
        available: buildAmounts(available),
        livemode: false,
        pending: buildAmounts(pending),
      };
    }),
  ),
  'GET /v1/balance_transactions': forAccounts(
    createListRoute(
      'balance_transaction',
      '/v1/balance_transactions',
      { source: textField, type: textField, currency: textField, payout: textField },
      ({ source, type, currency, payout }, _pathId, state) => ({
        source,
        type,
        currency,
        id: paidOutIds(state, payout),
      }),
    ),
  ),
  'GET /v1/balance_transactions/:id': forAccounts(createRetrieveRoute('balance_transaction')),
};
