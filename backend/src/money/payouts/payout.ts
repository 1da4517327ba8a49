import type { ReversalCause } from '@courtly/contracts/reversal-causes';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { PaidBooking } from '../payments/payment.js';
import { type Adjustment, type PayoutRetry, adjustPayout, retryPayout } from './payout-orders.js';
import type { PayoutEvent } from './payout.events.js';

/** A snapshot of a transfer and its reversals, in cents. */
export type Transfer = Readonly<{
  transferId: string;
  accountId: string;
  amountCents: number;
  reversals: readonly Readonly<{ reversalId: string; amountCents: number }>[];
}>;

/** `reversals` contains cents by reversal id. */
export type RecordedTransfer = Readonly<{
  amountCents: number;
  transferredAt: string;
  reversals: Readonly<Record<string, number>>;
}>;

/** The part of the host's share that repays their debt for another booking, in cents. */
export type Offset = Readonly<{ offsetId: string; debtBookingId: string; amountCents: number }>;

/**
 * The amount by which an admin adjusted the host's share (negative for a deduction), and the
 * admin's note to the host.
 */
type RecordedAdjustment = Readonly<{ adjustmentId: string; amountCents: number; hostNote: string }>;

/** The recorded payout of one booking. Amounts are cents. */
export type Payout = Readonly<{
  /** By id, oldest first. */
  transfers: Readonly<Record<string, RecordedTransfer>>;
  offsets: readonly Offset[];
  /** Cents by the id of the offset in another booking. */
  recoveries: Readonly<Record<string, number>>;
  adjustments: readonly RecordedAdjustment[];
  /** The part of the adjustments that no transfer, offset, or reversal has moved yet. */
  unmovedAdjustmentCents: number;
  /** The recorded part of the host's debt that is not repaid yet. */
  recordedDebtCents: number;
  /** All refusals by Stripe. */
  refusals: number;
  /** The last one, with its step and the number of consecutive refusals of that step. */
  refusal: PayoutRefusal | null;
}>;

type PayoutRefusal = Readonly<{
  step: 'transfer' | 'reverse';
  code: string;
  attempts: number;
  tryAgainAt: string;
}>;

export type PayoutCommand =
  | Message<'AdjustPayout', Adjustment>
  | Message<'RetryPayout', PayoutRetry>
  | Message<
      'RecordTransfers',
      Readonly<{
        booking: PaidBooking;
        transfers: readonly Transfer[];
        /** Why a transfer may have been reversed since it was recorded. */
        reversalCause: ReversalCause;
        dueAt: string;
        at: string;
      }>
    >
  | Message<
      'OffsetDebt',
      Readonly<{
        booking: PaidBooking;
        debtBookingId: string;
        amountCents: number;
        offsetCount: number;
        dueAt: string;
        at: string;
      }>
    >
  | Message<
      'RecordRecovery',
      Readonly<{
        booking: PaidBooking;
        offsetId: string;
        fromBookingId: string;
        amountCents: number;
        at: string;
      }>
    >
  | Message<'RecordDebt', Readonly<{ booking: PaidBooking; amountCents: number; at: string }>>
  | Message<
      'RecordRefusal',
      Readonly<{
        booking: PaidBooking;
        step: 'transfer' | 'reverse';
        amountCents: number;
        refusals: number;
        code: string;
        at: string;
      }>
    >;

/** Retries after 1, 2, 4, ... hours, and at most after 24. */
const nextAttemptAt = (refusedAt: string, earlierAttempts: number): string =>
  new Date(Date.parse(refusedAt) + Math.min(2 ** earlierAttempts, 24) * HOUR_MS).toISOString();

/** The last refusal if it concerned this step. A refused reversal does not affect a transfer. */
export const refusalOf = ({ refusal }: Payout, step: PayoutRefusal['step']): PayoutRefusal | null =>
  refusal?.step === step ? refusal : null;

/**
 * The payout for one booking: its transfers, their reversals, and offsets against other bookings of
 * the host. Stripe moves the money, and this decider records each change once.
 */
export const payout: Decider<Payout, PayoutCommand, PayoutEvent> = {
  category: 'payout',
  initial: {
    transfers: {},
    offsets: [],
    recoveries: {},
    adjustments: [],
    unmovedAdjustmentCents: 0,
    recordedDebtCents: 0,
    refusals: 0,
    refusal: null,
  },

  decide({ type, data }, existing) {
    if (type === 'AdjustPayout') return adjustPayout(data, existing);
    if (type === 'RetryPayout') return retryPayout(data, existing);
    const { booking, at } = data;
    if (type === 'RecordRefusal') {
      // Concurrent attempts record a refusal only once.
      if (data.refusals !== existing.refusals) return [];
      const { step, amountCents, code } = data;
      const earlierRefusal = refusalOf(existing, step);
      const refusedStep = { step, amountCents, isRepeated: earlierRefusal !== null };
      const tryAgainAt = nextAttemptAt(at, earlierRefusal?.attempts ?? 0);
      return [
        {
          type: 'PayoutRefused',
          data: { ...booking, ...refusedStep, code, tryAgainAt, refusedAt: at },
        },
      ];
    }
    if (type === 'RecordDebt') {
      const { amountCents } = data;
      const debtFields = { ...booking, amountCents };
      if (existing.recordedDebtCents === amountCents) return [];
      return existing.recordedDebtCents < amountCents
        ? [{ type: 'PayoutDebtRecorded', data: { ...debtFields, recordedAt: at } }]
        : [{ type: 'PayoutDebtReduced', data: { ...debtFields, reducedAt: at } }];
    }
    if (type === 'OffsetDebt') {
      const { debtBookingId, amountCents, offsetCount, dueAt } = data;
      // Concurrent attempts record an offset only once.
      if (offsetCount !== existing.offsets.length) return [];
      const offset = {
        offsetId: `${booking.bookingId}:${offsetCount}`,
        debtBookingId,
        amountCents,
      };
      return [{ type: 'PayoutOffset', data: { ...booking, ...offset, dueAt, offsetAt: at } }];
    }
    if (type === 'RecordRecovery') {
      const { offsetId, fromBookingId, amountCents } = data;
      if (offsetId in existing.recoveries) return [];
      const recovery = { offsetId, fromBookingId, amountCents };
      return [{ type: 'PayoutRecovered', data: { ...booking, ...recovery, recoveredAt: at } }];
    }
    return data.transfers.flatMap(({ transferId, accountId, amountCents, reversals }) => {
      const existingTransfer = existing.transfers[transferId];
      const transferData = {
        ...booking,
        accountId,
        transferId,
        amountCents,
        dueAt: data.dueAt,
        transferredAt: at,
      };
      return [
        ...(existingTransfer ? [] : [{ type: 'PayoutTransferred', data: transferData } as const]),
        ...reversals
          .filter(({ reversalId }) => !(reversalId in (existingTransfer?.reversals ?? {})))
          .map(({ reversalId, amountCents }): PayoutEvent => {
            const reversalData = {
              ...booking,
              transferId,
              reversalId,
              amountCents,
              cause: data.reversalCause,
              reversedAt: at,
            };
            return { type: 'PayoutReversed', data: reversalData };
          }),
      ];
    });
  },

  evolve(existing, { type, data }) {
    switch (type) {
      case 'PayoutTransferred': {
        const { transferId, amountCents, transferredAt } = data;
        const newTransfer = { amountCents, transferredAt, reversals: {} };
        return {
          ...existing,
          transfers: { ...existing.transfers, [transferId]: newTransfer },
          unmovedAdjustmentCents: 0,
          recordedDebtCents: 0,
          refusal: null,
        };
      }
      case 'PayoutReversed': {
        const { transferId, reversalId, amountCents } = data;
        const transfer = existing.transfers[transferId];
        if (!transfer) return existing;
        const reversals = { ...transfer.reversals, [reversalId]: amountCents };
        return {
          ...existing,
          transfers: { ...existing.transfers, [transferId]: { ...transfer, reversals } },
          unmovedAdjustmentCents: unmovedAfter(existing, amountCents),
          refusal: null,
        };
      }
      // After an offset, the refusal remains, because Stripe would still refuse the rest.
      case 'PayoutOffset': {
        const { offsetId, debtBookingId, amountCents } = data;
        const offset = { offsetId, debtBookingId, amountCents };
        return { ...existing, offsets: [...existing.offsets, offset], unmovedAdjustmentCents: 0 };
      }
      case 'PayoutRecovered': {
        const recoveries = { ...existing.recoveries, [data.offsetId]: data.amountCents };
        const unmovedAdjustmentCents = unmovedAfter(existing, data.amountCents);
        const recordedDebtCents = Math.max(0, existing.recordedDebtCents - data.amountCents);
        return { ...existing, recoveries, unmovedAdjustmentCents, recordedDebtCents };
      }
      case 'PayoutAdjusted': {
        const { adjustmentId, amountCents, hostNote } = data;
        const adjustment = { adjustmentId, amountCents, hostNote };
        return {
          ...existing,
          adjustments: [...existing.adjustments, adjustment],
          unmovedAdjustmentCents: existing.unmovedAdjustmentCents + amountCents,
          recordedDebtCents: Math.max(0, existing.recordedDebtCents - Math.max(0, amountCents)),
        };
      }
      case 'PayoutDebtRecorded':
      case 'PayoutDebtReduced':
        return { ...existing, recordedDebtCents: data.amountCents };
      case 'PayoutRetryOrdered':
        return { ...existing, refusal: null };
      case 'PayoutRefused': {
        const { step, code, tryAgainAt } = data;
        const attempts = (refusalOf(existing, step)?.attempts ?? 0) + 1;
        const refusal = { step, code, attempts, tryAgainAt };
        return { ...existing, refusals: existing.refusals + 1, refusal };
      }
    }
  },
};

/** Taking money back moves a deduction. An addition can no longer be due then. */
const unmovedAfter = ({ unmovedAdjustmentCents }: Payout, takenBackCents: number): number =>
  Math.min(0, unmovedAdjustmentCents + takenBackCents);

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((subtotal, amountCents) => subtotal + amountCents, 0);

/** The part of a transfer that is not reversed, in cents. */
export const leftOfTransfer = ({
  amountCents,
  reversals,
}: Pick<RecordedTransfer, 'amountCents' | 'reversals'>): number =>
  amountCents - sum(Object.values(reversals));

/** The host's transfers for the booking minus their reversals, in cents. */
export const transferredCents = ({ transfers }: Payout): number =>
  sum(Object.values(transfers).map(leftOfTransfer));

/** The host's offsets for the booking minus the recoveries, in cents. */
export const offsetCents = ({ offsets, recoveries }: Payout): number =>
  sum(offsets.map(({ amountCents }) => amountCents)) - sum(Object.values(recoveries));

/** The amount that the host has received for the booking through transfers or offsets, in cents. */
export const paidOutCents = (payout: Payout): number =>
  transferredCents(payout) + offsetCents(payout);

/**
 * The amount that the host has returned for the booking through reversals and recoveries, in cents.
 */
export const takenBackCents = ({ transfers, recoveries }: Payout): number =>
  sum(Object.values(transfers).flatMap(({ reversals }) => Object.values(reversals))) +
  sum(Object.values(recoveries));

/** The last transfer; null if there is none. */
export const lastTransfer = ({ transfers }: Payout): RecordedTransfer | null =>
  Object.values(transfers).at(-1) ?? null;
