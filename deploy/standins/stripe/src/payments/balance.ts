import type Stripe from 'stripe';
import { create, newId, type World } from '../world.js';
import { route, listRoute, retrieveRoute, type Routes } from '../http/route.js';
import { text } from '../http/parameters.js';

type Transaction = Stripe.BalanceTransaction;

/** A charge's money can be used after two days. */
export const PENDING_SECONDS = 2 * 24 * 60 * 60;

/** Stripe's fee for a card payment of `amount` cents: 2.9 % and 30 cents. It is not given back when the payment is. */
export const feeOf = (amount: number): number => Math.round((amount * 29) / 1000) + 30;

type Entry = Pick<Transaction, 'type' | 'reporting_category' | 'amount' | 'currency'> & {
  source: string;
  fee?: number;
  available_on?: number;
};

/** Books money in or out of the platform's balance (cents, out when negative). */
export function book(
  world: World,
  { fee = 0, available_on = world.now, ...entry }: Entry,
): Transaction {
  const transaction = create(world, 'balance_transaction', {
    id: newId('txn'),
    object: 'balance_transaction',
    ...entry,
    available_on,
    balance_type: 'payments',
    created: world.now,
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
    status: available_on <= world.now ? 'available' : 'pending',
  });
  if (transaction.status === 'pending') world.timers.set(available_on, 'available', transaction.id);
  return transaction;
}

/** The money of a charge can be used from now on. */
export function becomesAvailable(world: World, id: string): void {
  const transaction = world.objects.get('balance_transaction', id);
  if (transaction)
    world.objects.put('balance_transaction', { ...transaction, status: 'available' });
}

const sum = (world: World, status: string): number =>
  world.objects.all('balance_transaction', { status }).reduce((total, { net }) => total + net, 0);

/** Cents that the platform can use now. */
export const availableBalance = (world: World): number => sum(world, 'available');

const amounts = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }];

const balance = (world: World): Stripe.Balance => ({
  object: 'balance',
  available: amounts(sum(world, 'available')),
  livemode: false,
  pending: amounts(sum(world, 'pending')),
});

export const balanceRoutes: Routes = {
  'GET /v1/balance': route({}, balance),
  'GET /v1/balance_transactions': listRoute(
    'balance_transaction',
    '/v1/balance_transactions',
    { source: text, type: text, currency: text },
    ({ source, type, currency }) => ({ source, type, currency }),
  ),
  'GET /v1/balance_transactions/:id': retrieveRoute('balance_transaction'),
};
