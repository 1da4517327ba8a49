import type Stripe from 'stripe';
import {
  integerField,
  mergeMetadata,
  metadataField,
  requiredField,
  textField,
} from '../http/parameters.js';
import { InvalidParameterError, invalidRequest } from '../http/api-error.js';
import {
  createListRoute,
  createRetrieveRoute,
  createRoute,
  type ApiRoutes,
} from '../http/route.js';
import { currencyField } from '../payments/money-parameters.js';
import { bookTransaction, PENDING_SECONDS, readBalance } from '../payments/balance.js';
import {
  updateObject,
  createObject,
  findObject,
  referenceId,
  createId,
  type StripeState,
} from '../state.js';

type StripeTransfer = Stripe.Transfer;

/**
 * The error if `amountCents` of a charge cannot be transferred: the transfers of a charge cannot
 * exceed its captured amount.
 */
function sourceRefusal(state: StripeState, sourceCharge: Stripe.Charge, amountCents: number) {
  if (!sourceCharge.captured)
    return invalidRequest(
      `Charge ${sourceCharge.id} has not been captured and cannot be the source of a transfer.`,
      {
        param: 'source_transaction',
      },
    );
  const transferredCents = state.objects
    .all('transfer', { source_transaction: sourceCharge.id })
    .reduce((totalCents, existingTransfer) => totalCents + existingTransfer.amount, 0);
  if (transferredCents + amountCents <= sourceCharge.amount_captured) return undefined;
  return invalidRequest(
    `Transfers using this transaction as a source must not exceed the source amount of $${(sourceCharge.amount_captured / 100).toFixed(2)}. (There is $${((sourceCharge.amount_captured - transferredCents) / 100).toFixed(2)} left.)`,
    { param: 'amount' },
  );
}

/** When the funds of a charge are available. Before they are booked, they are pending. */
function findSourceFunds(state: StripeState, { balance_transaction }: Stripe.Charge) {
  const transactionId = referenceId(balance_transaction);
  return transactionId
    ? findObject(state, 'balance_transaction', transactionId)
    : { status: 'pending', available_on: state.now + PENDING_SECONDS };
}

function buildTransfer(
  transferFields: Pick<StripeTransfer, 'id' | 'amount' | 'currency' | 'destination_payment'> &
    Partial<StripeTransfer>,
  createdSeconds: number,
): StripeTransfer {
  const reversalsUrl = `/v1/transfers/${transferFields.id}/reversals`;
  return {
    object: 'transfer',
    amount_reversed: 0,
    balance_transaction: null,
    created: createdSeconds,
    description: null,
    destination: null,
    livemode: false,
    metadata: {},
    reversals: { object: 'list', data: [], has_more: false, url: reversalsUrl },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    transfer_group: null,
    ...transferFields,
  };
}

function reverseTransfer(
  state: StripeState,
  currentTransfer: StripeTransfer,
  amountCents: number,
  metadataChanges: Parameters<typeof mergeMetadata>[1],
) {
  const reversalId = createId('trr');
  const accountId = referenceId(currentTransfer.destination)!;
  const transferTransaction = findObject(
    state,
    'balance_transaction',
    referenceId(currentTransfer.balance_transaction)!,
  );
  const available_on = Math.max(state.now, transferTransaction.available_on);
  const { available, pending } = readBalance(state, accountId);
  const isPending = available_on > state.now;
  if ((isPending ? available + pending : available) < amountCents)
    throw invalidRequest(
      "The destination account's available balance is too low to reverse this transfer.",
      { code: 'balance_insufficient' },
    );
  bookTransaction(
    state,
    {
      type: 'payment_refund',
      reporting_category: 'transfer_reversal',
      amount: -amountCents,
      currency: currentTransfer.currency,
      source: createId('pyr'),
      available_on,
    },
    accountId,
  );
  const { id: balance_transaction } = bookTransaction(state, {
    type: 'transfer_refund',
    reporting_category: 'transfer_reversal',
    amount: amountCents,
    currency: currentTransfer.currency,
    source: reversalId,
    available_on,
  });
  const transferReversal = createObject(state, 'transfer_reversal', {
    id: reversalId,
    object: 'transfer_reversal',
    amount: amountCents,
    balance_transaction,
    created: state.now,
    currency: currentTransfer.currency,
    destination_payment_refund: null,
    metadata: mergeMetadata({}, metadataChanges),
    source_refund: null,
    transfer: currentTransfer.id,
  });
  const amount_reversed = currentTransfer.amount_reversed + amountCents;
  const updatedTransfer = updateObject(state, 'transfer', currentTransfer, {
    amount_reversed,
    reversed: amount_reversed === currentTransfer.amount,
    reversals: {
      ...currentTransfer.reversals,
      data: [transferReversal, ...currentTransfer.reversals.data],
    },
  });
  state.emit('transfer.reversed', updatedTransfer, {
    previous: { amount_reversed: currentTransfer.amount_reversed },
  });
  return transferReversal;
}

export const transferRoutes: ApiRoutes = {
  'POST /v1/transfers': createRoute(
    {
      amount: requiredField(integerField),
      currency: requiredField(currencyField),
      destination: requiredField(textField),
      source_transaction: textField,
      transfer_group: textField,
      description: textField,
      metadata: metadataField,
    },
    (state, { amount, destination, source_transaction: sourceChargeId, ...transferParameters }) => {
      if (amount < 1) throw new InvalidParameterError('Invalid positive integer', 'amount');
      const destinationAccount = findObject(state, 'account', destination, 'destination');
      if (destinationAccount.capabilities?.transfers !== 'active')
        throw invalidRequest(
          'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
          { code: 'insufficient_capabilities_for_transfer' },
        );
      const sourceCharge = sourceChargeId
        ? findObject(state, 'charge', sourceChargeId, 'source_transaction')
        : undefined;
      const transferError = sourceCharge && sourceRefusal(state, sourceCharge, amount);
      if (transferError) throw transferError;
      const chargeTransaction = sourceCharge && findSourceFunds(state, sourceCharge);
      // Until it settles, the funds of the charge itself are transferred.
      const isSettled = chargeTransaction?.status !== 'pending';
      if (isSettled && readBalance(state, null).available < amount)
        throw invalidRequest('You have insufficient available funds in your Stripe account.', {
          code: 'balance_insufficient',
        });
      const transferId = createId('tr');
      const available_on = Math.max(state.now, chargeTransaction?.available_on ?? 0);
      const { id: balance_transaction } = bookTransaction(state, {
        type: 'transfer',
        reporting_category: 'transfer',
        amount: -amount,
        currency: transferParameters.currency,
        source: transferId,
        available_on,
      });
      const destination_payment = createId('py');
      bookTransaction(
        state,
        {
          type: 'payment',
          reporting_category: 'transfer',
          amount,
          currency: transferParameters.currency,
          source: destination_payment,
          available_on,
        },
        destination,
      );
      const newTransfer = buildTransfer(
        {
          id: transferId,
          amount,
          balance_transaction,
          currency: transferParameters.currency,
          description: transferParameters.description ?? null,
          destination,
          destination_payment,
          metadata: mergeMetadata({}, transferParameters.metadata),
          source_transaction: sourceChargeId ?? null,
          transfer_group: transferParameters.transfer_group ?? sourceCharge?.transfer_group ?? null,
        },
        state.now,
      );
      return createObject(state, 'transfer', newTransfer, 'transfer.created');
    },
  ),
  'GET /v1/transfers/:id': createRetrieveRoute('transfer'),
  'GET /v1/transfers': createListRoute(
    'transfer',
    '/v1/transfers',
    { destination: textField, transfer_group: textField },
    ({ destination, transfer_group }) => ({ destination, transfer_group }),
  ),
  'POST /v1/transfers/:id': createRoute(
    { description: textField, metadata: metadataField },
    (state, parameters, transferId) => {
      const storedTransfer = findObject(state, 'transfer', transferId);
      const transferFields = {
        ...parameters,
        metadata: mergeMetadata(storedTransfer.metadata, parameters.metadata),
      };
      return updateObject(state, 'transfer', storedTransfer, transferFields, 'transfer.updated');
    },
  ),
  'POST /v1/transfers/:id/reversals': createRoute(
    { amount: integerField, metadata: metadataField, description: textField },
    (state, { amount, metadata: metadataChanges }, transferId) => {
      const storedTransfer = findObject(state, 'transfer', transferId);
      const unreversedCents = storedTransfer.amount - storedTransfer.amount_reversed;
      if (unreversedCents === 0)
        throw invalidRequest(`Transfer ${transferId} has already been fully reversed.`);
      if (amount !== undefined && (amount > unreversedCents || amount < 1))
        throw invalidRequest(
          `Reversal amount ($${(amount / 100).toFixed(2)}) is greater than unreversed amount on transfer ($${(unreversedCents / 100).toFixed(2)})`,
          { param: 'amount' },
        );
      return reverseTransfer(state, storedTransfer, amount ?? unreversedCents, metadataChanges);
    },
  ),
  'GET /v1/transfers/:id/reversals': createListRoute(
    'transfer_reversal',
    '/v1/transfers/:id/reversals',
    {},
    (_params, transferId) => ({
      transfer: transferId,
    }),
  ),
  'GET /v1/transfers/:id/reversals/:child': createRoute(
    {},
    (state, _params, _transferId, transferId) => findObject(state, 'transfer_reversal', transferId),
  ),
};
