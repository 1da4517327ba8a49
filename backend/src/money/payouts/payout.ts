import type { Decider, Message } from '../../platform/kernel/decider.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { PaidBooking } from '../payments/payment.js';
import type { PayoutEvent } from './payout.events.js';

/** A snapshot of a transfer with its reversals, in cents. */
export type Transfer = Readonly<{
  transferId: string;
  accountId: string;
  amountCents: number;
  reversals: readonly Readonly<{ reversalId: string; amountCents: number }>[];
}>;

/** `reversals` are cents by reversal id; `refusals` counts Stripe's refusals. */
export type Payout = Readonly<{
  transfer: Readonly<{ transferId: string; amountCents: number; transferredAt: string }> | null;
  reversals: Readonly<Record<string, number>>;
  refusals: number;
  refusal: Readonly<{ code: string; tryAgainAt: string }> | null;
}>;

export type PayoutCommand =
  | Message<
      'RecordTransfer',
      Readonly<{ booking: PaidBooking; transfer: Transfer; dueAt: string; at: string }>
    >
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

/** Retries after 1, 2, 4, ... hours, at most 24. */
const nextAttemptAt = (refusedAt: string, refusals: number): string =>
  new Date(Date.parse(refusedAt) + Math.min(2 ** refusals, 24) * HOUR_MS).toISOString();

/**
 * The payout for one booking: one transfer and its reversals. Stripe moves the money; this decider
 * records each change once.
 */
export const payout: Decider<Payout, PayoutCommand, PayoutEvent> = {
  category: 'payout',
  initial: { transfer: null, reversals: {}, refusals: 0, refusal: null },

  decide({ type, data }, existing) {
    const { booking, at } = data;
    if (type === 'RecordRefusal') {
      // Concurrent attempts record their refusal only once.
      if (data.refusals !== existing.refusals) return [];
      const { step, amountCents, code } = data;
      const refusedStep = { step, amountCents, isRepeated: existing.refusal !== null };
      const tryAgainAt = nextAttemptAt(at, existing.refusals);
      return [
        {
          type: 'PayoutRefused',
          data: { ...booking, ...refusedStep, code, tryAgainAt, refusedAt: at },
        },
      ];
    }
    const { transferId, accountId, amountCents, reversals } = data.transfer;
    if (existing.transfer && existing.transfer.transferId !== transferId) return [];
    const transferData = {
      ...booking,
      accountId,
      transferId,
      amountCents,
      dueAt: data.dueAt,
      transferredAt: at,
    };
    return [
      ...(existing.transfer ? [] : [{ type: 'PayoutTransferred', data: transferData } as const]),
      ...reversals
        .filter(({ reversalId }) => !(reversalId in existing.reversals))
        .map(({ reversalId, amountCents }): PayoutEvent => {
          const reversalData = { ...booking, transferId, reversalId, amountCents, reversedAt: at };
          return { type: 'PayoutReversed', data: reversalData };
        }),
    ];
  },

  evolve(existing, { type, data }) {
    switch (type) {
      case 'PayoutTransferred': {
        const { transferId, amountCents, transferredAt } = data;
        return { ...existing, transfer: { transferId, amountCents, transferredAt }, refusal: null };
      }
      case 'PayoutReversed':
        return {
          ...existing,
          reversals: { ...existing.reversals, [data.reversalId]: data.amountCents },
          refusal: null,
        };
      case 'PayoutRefused': {
        const { code, tryAgainAt } = data;
        return { ...existing, refusals: existing.refusals + 1, refusal: { code, tryAgainAt } };
      }
    }
  },
};

/** What the host has now, in cents. */
export const paidOutCents = ({ transfer, reversals }: Payout): number =>
  Object.values(reversals).reduce(
    (remainder, reversedCents) => remainder - reversedCents,
    transfer?.amountCents ?? 0,
  );
