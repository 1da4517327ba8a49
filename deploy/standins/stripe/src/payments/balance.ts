import type Stripe from 'stripe';
import { createObject, createId, type StripeState } from '../state.js';
import {
  createRoute,
  createListRoute,
  createRetrieveRoute,
  type ApiRoutes,
} from '../http/route.js';
import { textField } from '../http/parameters.js';

type BalanceTransaction = Stripe.BalanceTransaction;

/** The funds of a charge become available after two days. */
export const PENDING_SECONDS = 2 * 24 * 60 * 60;

/** Stripe's fee for a card payment in cents: 2.9% plus 30. It is not returned with a refund. */
export const stripeFee = (amountCents: number): number =>
  Math.round((amountCents * 29) / 1000) + 30;

type BalanceEntry = Pick<
  BalanceTransaction,
  'type' | 'reporting_category' | 'amount' | 'currency'
> & {
  source: string;
  fee?: number;
  available_on?: number;
};

/** Adds a transaction to the platform's balance, in cents; outgoing amounts are negative. */
export function bookTransaction(
  state: StripeState,
  { fee = 0, available_on = state.now, ...entry }: BalanceEntry,
): BalanceTransaction {
  const balanceTransaction = createObject(state, 'balance_transaction', {
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
    net: entry.amount - fee,
    status: available_on <= state.now ? 'available' : 'pending',
  });
  if (balanceTransaction.status === 'pending')
    state.timers.addTimer(available_on, 'available', balanceTransaction.id);
  return balanceTransaction;
}

/** Makes the funds of a charge available. */
export function makeAvailable(state: StripeState, transactionId: string): void {
  const pendingTransaction = state.objects.get('balance_transaction', transactionId);
  if (pendingTransaction)
    state.objects.put('balance_transaction', { ...pendingTransaction, status: 'available' });
}

const sumTransactions = (state: StripeState, transactionStatus: string): number =>
  state.objects
    .all('balance_transaction', { status: transactionStatus })
    .reduce((totalCents, { net }) => totalCents + net, 0);

/** The platform's available balance in cents. */
export const availableBalance = (state: StripeState): number => sumTransactions(state, 'available');

const buildAmounts = (amountCents: number) => [
  { amount: amountCents, currency: 'usd', source_types: { card: amountCents } },
];

const readBalance = (state: StripeState): Stripe.Balance => ({
  object: 'balance',
  available: buildAmounts(sumTransactions(state, 'available')),
  livemode: false,
  pending: buildAmounts(sumTransactions(state, 'pending')),
});

export const balanceRoutes: ApiRoutes = {
  'GET /v1/balance': createRoute({}, readBalance),
  'GET /v1/balance_transactions': createListRoute(
    'balance_transaction',
    '/v1/balance_transactions',
    { source: textField, type: textField, currency: textField },
    ({ source, type, currency }) => ({ source, type, currency }),
  ),
  'GET /v1/balance_transactions/:id': createRetrieveRoute('balance_transaction'),
};
