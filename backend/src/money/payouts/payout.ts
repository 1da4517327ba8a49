import type { Decider, Message } from '../../platform/kernel/decider.js';
import { HOUR_MS } from '../../platform/kernel/local-time.js';
import type { Paid } from '../payments/payment.js';
import type { PayoutEvent } from './payout.events.js';

/** A transfer with its reversals, as Stripe shows it at one moment; amounts are cents. */
export type Transfer = Readonly<{
  transferId: string;
  accountId: string;
  amountCents: number;
  reversals: readonly Readonly<{ reversalId: string; amountCents: number }>[];
}>;

/** What a host was paid for one booking, as far as it was noted. `reversals` holds cents; `refusals` counts Stripe's. */
export type Payout = Readonly<{
  transfer: Readonly<{ transferId: string; amountCents: number; transferredAt: string }> | null;
  reversals: Readonly<Record<string, number>>;
  refusals: number;
  refusal: Readonly<{ code: string; tryAgainAt: string }> | null;
}>;

export type PayoutCommand =
  | Message<'NoteTransfer', Readonly<{ paid: Paid; transfer: Transfer; dueAt: string; at: string }>>
  | Message<'NoteRefusal', Readonly<{ paid: Paid; refusals: number; code: string; at: string }>>;

/** What Stripe refused is asked for again after an hour, then after twice as long each time, up to a day. */
const tryAgainAt = (at: string, refusals: number): string =>
  new Date(Date.parse(at) + Math.min(2 ** refusals, 24) * HOUR_MS).toISOString();

/**
 * What the host of one booking was paid: one transfer, once, and what of it was taken back. Stripe moves the money; this notes
 * each fact once, however often Stripe tells it.
 */
export const payout: Decider<Payout, PayoutCommand, PayoutEvent> = {
  category: 'payout',
  initial: { transfer: null, reversals: {}, refusals: 0, refusal: null },

  decide({ type, data }, known) {
    const { paid, at } = data;
    if (type === 'NoteRefusal') {
      // Of several who asked at once, one notes that they were refused.
      if (data.refusals !== known.refusals) return [];
      const { code } = data;
      const again = tryAgainAt(at, known.refusals);
      return [{ type: 'PayoutRefused', data: { ...paid, code, tryAgainAt: again, refusedAt: at } }];
    }
    const { transferId, accountId, amountCents, reversals } = data.transfer;
    if (known.transfer && known.transfer.transferId !== transferId) return [];
    const transferred = {
      ...paid,
      accountId,
      transferId,
      amountCents,
      dueAt: data.dueAt,
      transferredAt: at,
    };
    return [
      ...(known.transfer ? [] : [{ type: 'PayoutTransferred', data: transferred } as const]),
      ...reversals
        .filter(({ reversalId }) => !(reversalId in known.reversals))
        .map(({ reversalId, amountCents }): PayoutEvent => {
          const reversed = { ...paid, transferId, reversalId, amountCents, reversedAt: at };
          return { type: 'PayoutReversed', data: reversed };
        }),
    ];
  },

  evolve(known, { type, data }) {
    switch (type) {
      case 'PayoutTransferred': {
        const { transferId, amountCents, transferredAt } = data;
        return { ...known, transfer: { transferId, amountCents, transferredAt }, refusal: null };
      }
      case 'PayoutReversed':
        return {
          ...known,
          reversals: { ...known.reversals, [data.reversalId]: data.amountCents },
          refusal: null,
        };
      case 'PayoutRefused': {
        const { code, tryAgainAt } = data;
        return { ...known, refusals: known.refusals + 1, refusal: { code, tryAgainAt } };
      }
    }
  },
};

/** What the host has of it now, in cents. */
export const paidOut = ({ transfer, reversals }: Payout): number =>
  Object.values(reversals).reduce((left, cents) => left - cents, transfer?.amountCents ?? 0);
