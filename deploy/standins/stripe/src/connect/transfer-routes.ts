import type Stripe from 'stripe';
import { integer, mergeMetadata, metadata, required, text } from '../http/parameters.js';
import { InvalidParameter, invalidRequest } from '../http/refusal.js';
import { listRoute, retrieveRoute, route, type Routes } from '../http/route.js';
import { currency } from '../payments/money-parameters.js';
import { availableBalance, book } from '../payments/balance.js';
import { change, create, find, idOf, newId, type World } from '../world.js';

type Transfer = Stripe.Transfer;

/** Why `amount` cents of a charge cannot go to a host: all transfers of one charge never exceed what it took. */
function sourceRefusal(world: World, charge: Stripe.Charge, amount: number) {
  if (!charge.captured)
    return invalidRequest(
      `Charge ${charge.id} has not been captured and cannot be the source of a transfer.`,
      {
        param: 'source_transaction',
      },
    );
  const given = world.objects
    .all('transfer', { source_transaction: charge.id })
    .reduce((sum, transfer) => sum + transfer.amount, 0);
  if (given + amount <= charge.amount_captured) return undefined;
  return invalidRequest(
    `Transfers using this transaction as a source must not exceed the source amount of $${(charge.amount_captured / 100).toFixed(2)}. (There is $${((charge.amount_captured - given) / 100).toFixed(2)} left.)`,
    { param: 'amount' },
  );
}

function newTransfer(
  chosen: Pick<Transfer, 'id' | 'amount' | 'currency'> & Partial<Transfer>,
  now: number,
): Transfer {
  const url = `/v1/transfers/${chosen.id}/reversals`;
  return {
    object: 'transfer',
    amount_reversed: 0,
    balance_transaction: null,
    created: now,
    description: null,
    destination: null,
    destination_payment: newId('py'),
    livemode: false,
    metadata: {},
    reversals: { object: 'list', data: [], has_more: false, url },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: null,
    ...chosen,
  };
}

function reverse(
  world: World,
  transfer: Transfer,
  amount: number,
  words: Parameters<typeof mergeMetadata>[1],
) {
  const id = newId('trr');
  const { id: balance_transaction } = book(world, {
    type: 'transfer_refund',
    reporting_category: 'transfer_reversal',
    amount,
    currency: transfer.currency,
    source: id,
  });
  const reversal = create(world, 'transfer_reversal', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction,
    created: world.now,
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: mergeMetadata({}, words),
    source_refund: null,
    transfer: transfer.id,
  });
  const amount_reversed = transfer.amount_reversed + amount;
  const after = change(world, 'transfer', transfer, {
    amount_reversed,
    reversed: amount_reversed === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  });
  world.emit('transfer.reversed', after, {
    previous: { amount_reversed: transfer.amount_reversed },
  });
  return reversal;
}

export const transferRoutes: Routes = {
  'POST /v1/transfers': route(
    {
      amount: required(integer),
      currency: required(currency),
      destination: required(text),
      source_transaction: text,
      transfer_group: text,
      description: text,
      metadata,
    },
    (world, { amount, destination, source_transaction: source, ...params }) => {
      if (amount < 1) throw new InvalidParameter('Invalid positive integer', 'amount');
      const account = find(world, 'account', destination, 'destination');
      if (account.capabilities?.transfers !== 'active')
        throw invalidRequest(
          'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
          { code: 'insufficient_capabilities_for_transfer' },
        );
      const charge = source ? find(world, 'charge', source, 'source_transaction') : undefined;
      const refusal = charge && sourceRefusal(world, charge, amount);
      if (refusal) throw refusal;
      if (!charge && availableBalance(world) < amount)
        throw invalidRequest('You have insufficient available funds in your Stripe account.', {
          code: 'balance_insufficient',
        });
      const id = newId('tr');
      const paidIn =
        charge && find(world, 'balance_transaction', idOf(charge.balance_transaction)!);
      const { id: balance_transaction } = book(world, {
        type: 'transfer',
        reporting_category: 'transfer',
        amount: -amount,
        currency: params.currency,
        source: id,
        available_on: Math.max(world.now, paidIn?.available_on ?? 0),
      });
      const transfer = newTransfer(
        {
          id,
          amount,
          balance_transaction,
          currency: params.currency,
          description: params.description ?? null,
          destination,
          metadata: mergeMetadata({}, params.metadata),
          source_transaction: source ?? null,
          transfer_group: params.transfer_group ?? charge?.transfer_group ?? null,
        },
        world.now,
      );
      return create(world, 'transfer', transfer, 'transfer.created');
    },
  ),
  'GET /v1/transfers/:id': retrieveRoute('transfer'),
  'GET /v1/transfers': listRoute(
    'transfer',
    '/v1/transfers',
    { destination: text, transfer_group: text },
    ({ destination, transfer_group }) => ({ destination, transfer_group }),
  ),
  'POST /v1/transfers/:id': route({ description: text, metadata }, (world, params, id) => {
    const transfer = find(world, 'transfer', id);
    const fields = { ...params, metadata: mergeMetadata(transfer.metadata, params.metadata) };
    return change(world, 'transfer', transfer, fields, 'transfer.updated');
  }),
  'POST /v1/transfers/:id/reversals': route(
    { amount: integer, metadata, description: text },
    (world, { amount, metadata: words }, id) => {
      const transfer = find(world, 'transfer', id);
      const left = transfer.amount - transfer.amount_reversed;
      if (left === 0) throw invalidRequest(`Transfer ${id} has already been fully reversed.`);
      if (amount !== undefined && (amount > left || amount < 1))
        throw invalidRequest(
          `Reversal amount ($${(amount / 100).toFixed(2)}) is greater than unreversed amount on transfer ($${(left / 100).toFixed(2)})`,
          { param: 'amount' },
        );
      return reverse(world, transfer, amount ?? left, words);
    },
  ),
  'GET /v1/transfers/:id/reversals': listRoute(
    'transfer_reversal',
    '/v1/transfers/:id/reversals',
    {},
    (_params, transfer) => ({
      transfer,
    }),
  ),
  'GET /v1/transfers/:id/reversals/:child': route({}, (world, _params, _transfer, id) =>
    find(world, 'transfer_reversal', id),
  ),
};
