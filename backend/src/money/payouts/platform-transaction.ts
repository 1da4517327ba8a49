import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { PlatformTransactionEvent } from './platform-transaction.events.js';

/** Stripe's own fees, such as those for Radar or for active accounts, and the tax on them. */
const feeTypes = ['stripe_fee', 'stripe_fx_fee', 'tax_fee'] as const;

/** Money that Stripe sets aside and releases. */
const reserveTypes = [
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
  'reserve_hold',
  'reserve_release',
  'reserve_transaction',
  'reserved_funds',
] as const;

/** The types of balance transactions that Stripe makes on its own. No webhook reports them. */
export const platformTransactionTypes = [...feeTypes, ...reserveTypes] as const;
export type PlatformTransactionType = (typeof platformTransactionTypes)[number];

export const isPlatformTransaction = (type: string): type is PlatformTransactionType =>
  (platformTransactionTypes as readonly string[]).includes(type);

/** A positive amount left the balance. `madeAt` (UTC) is when Stripe created the transaction. */
export type PlatformTransactionCommand = Message<
  'RecordPlatformTransaction',
  Readonly<{
    transactionId: string;
    transactionType: PlatformTransactionType;
    amountCents: number;
    madeAt: string;
  }>
>;

/** A balance transaction never changes, so it is recorded once. */
export const platformTransaction: Decider<
  'unknown' | 'recorded',
  PlatformTransactionCommand,
  PlatformTransactionEvent
> = {
  category: 'platformTransaction',
  initial: 'unknown',

  decide({ data: { madeAt, ...transaction } }, state) {
    if (state === 'recorded') return [];
    const isFee = (feeTypes as readonly string[]).includes(transaction.transactionType);
    return isFee
      ? [{ type: 'PlatformFeeCharged', data: { ...transaction, chargedAt: madeAt } }]
      : [{ type: 'PlatformReserveChanged', data: { ...transaction, changedAt: madeAt } }];
  },

  evolve: () => 'recorded',
};
