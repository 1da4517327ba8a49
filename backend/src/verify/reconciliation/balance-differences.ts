import { US_DOLLARS, formatCents } from '@courtly/contracts/amount';
import { isPlatformTransaction } from '../../money/payouts/platform-transaction.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { Movement } from './logged-money.js';

/**
 * A change to the platform's balance at Stripe. `sourceId` is the object that caused it. Stripe's
 * own fees and reserves have none.
 */
export type BalanceChange = Readonly<{
  id: string;
  type: string;
  sourceId: string | null;
  currency: string;
  amountCents: number;
  feeCents: number;
}>;

/** Whether the source of a balance change was already compared as an object. */
export type ComparedSource = 'compared' | 'unknown';

/**
 * The movement for each of Stripe's types, which differ between cards and other payment methods.
 */
const movementTypes: Readonly<Record<string, string>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failure',
  payment_failure_refund: 'refund_failure',
  transfer: 'transfer',
  transfer_refund: 'transfer_refund',
  payout_cancel: 'payout_return',
  payout_failure: 'payout_return',
};

/** No webhook reports fees and reserves, and one nightly run may fail. */
const RECORDED_WITHIN_MS = 48 * HOUR_MS;

/** Whether the nightly job may still have to record a fee or reserve. Instants are in UTC. */
export const awaitsRecording = (type: string, madeAt: string, currentInstant: string): boolean =>
  isPlatformTransaction(type) &&
  Date.parse(currentInstant) - Date.parse(madeAt) < RECORDED_WITHIN_MS;

export const movementKeyOf = ({ id, type, sourceId }: BalanceChange): string =>
  isPlatformTransaction(type)
    ? `transaction ${id}`
    : `${movementTypes[type] ?? type} ${sourceId ?? ''}`;

/**
 * The difference between a balance change and the movement in the log, or null. Sources that are
 * compared separately, such as membership payments and disputes, need no movement.
 */
export const balanceDifference = (
  change: BalanceChange,
  movement: Movement | null,
  source: ComparedSource,
): string | null => {
  const { id, type, sourceId, currency, amountCents, feeCents } = change;
  const sourceText = sourceId === null ? 'without a source' : `of ${sourceId}`;
  const description = `balance transaction ${id} (${type} ${sourceText})`;
  // These events name no currency, and earlier releases booked payouts and top-ups in other
  // currencies as dollars.
  if (movement && currency !== US_DOLLARS)
    return `${description} moves ${formatCents(amountCents, currency)}, but the log has dollars`;
  if (movement)
    return movement.amountCents === amountCents && movement.feeCents === feeCents
      ? null
      : `${description} moves ${formatCents(amountCents)} with a fee of ${formatCents(feeCents)}, but the log has ${formatCents(movement.amountCents)} with a fee of ${formatCents(movement.feeCents)}`;
  return source === 'compared'
    ? null
    : `${description} moves ${formatCents(amountCents, currency)}, which the log does not explain`;
};
