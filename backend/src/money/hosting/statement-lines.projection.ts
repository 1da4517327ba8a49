import type { StatementLineKind } from '@courtly/contracts/statements';
import type { ReversalCause } from '@courtly/contracts/reversal-causes';
import { localDate } from '../../platform/kernel/local-time.js';
import { defineProjection } from '../../platform/projections/projection.js';
import { type MoneyEvent, movedAt } from '../ledger/entries.js';
import { type PaymentEvent, wrongCurrencyOf } from '../payments/payment.events.js';
import type { PayoutEvent } from '../payouts/payout.events.js';

/** One line of a host's statement, by the id of its event. Amounts are cents. */
export type StatementLineDocument = Readonly<{
  hostId: string;
  courtId: string;
  bookingId: string;
  kind: StatementLineKind;
  /** When the money moved (UTC). */
  at: string;
  /** The month of `at` in the court's zone, such as `2027-03`. */
  month: string;
  startTime: string;
  endTime: string;
  zone: string;
  reference: string;
  /** What the player paid, by card or outside Stripe; negative for refunds and disputes. */
  chargedCents: number;
  /** What the host was paid; negative for reversals. */
  paidCents: number;
  /** The host's part of a manual refund. */
  borneCents: number;
  /** An admin's correction of the host's share; negative for deductions. */
  adjustedCents: number;
  /** Explains an adjustment. */
  note: string;
  /** Why a payout was taken back. */
  cause: ReversalCause | null;
}>;

type StatementEvent =
  | Exclude<MoneyEvent, { type: 'PaymentFeeRecorded' | 'PaymentMismatchCharged' }>
  | Extract<PaymentEvent, { type: 'PaymentRefundOrdered' }>
  | Extract<PayoutEvent, { type: 'PayoutAdjusted' }>;

type Movement = Pick<StatementLineDocument, 'kind' | 'reference'> &
  Partial<
    Pick<
      StatementLineDocument,
      'chargedCents' | 'paidCents' | 'borneCents' | 'adjustedCents' | 'note' | 'cause'
    >
  >;

const movementOf = ({ type, data }: StatementEvent): Movement => {
  switch (type) {
    case 'PaymentCaptured':
      return { kind: 'charge', reference: data.chargeId, chargedCents: data.amountCents };
    case 'PaymentRefunded':
      return { kind: 'refund', reference: data.refundId, chargedCents: -data.amountCents };
    case 'PaymentRefundFailed':
      return { kind: 'refund_failed', reference: data.refundId, chargedCents: data.amountCents };
    case 'PaymentDisputed':
      return { kind: 'dispute', reference: data.disputeId, chargedCents: -data.amountCents };
    case 'PaymentDisputeClosed':
      return { kind: 'dispute_won', reference: data.disputeId, chargedCents: data.returnedCents };
    case 'PaymentRefundOrdered':
      return { kind: 'refund_borne', reference: data.orderId, borneCents: data.hostCents };
    case 'PaymentSettledOtherwise': {
      const paidCents = data.outcome === 'paid' ? data.amountCents : 0;
      const reference = data.orderId;
      return data.obligation === 'refund'
        ? { kind: 'refund', reference, chargedCents: -paidCents }
        : { kind: 'paid_outside', reference, chargedCents: paidCents };
    }
    case 'PayoutAdjusted':
      return {
        kind: 'adjustment',
        reference: data.adjustmentId,
        adjustedCents: data.amountCents,
        note: data.hostNote,
      };
    case 'PayoutTransferred':
      return { kind: 'payout', reference: data.transferId, paidCents: data.amountCents };
    case 'PayoutOffset':
      return { kind: 'payout', reference: data.offsetId, paidCents: data.amountCents };
    case 'PayoutRecovered':
      return {
        kind: 'reversal',
        reference: data.offsetId,
        paidCents: -data.amountCents,
        cause: 'offset',
      };
    case 'PayoutReversed':
      return {
        kind: 'reversal',
        reference: data.reversalId,
        paidCents: -data.amountCents,
        cause: data.cause ?? null,
      };
  }
};

const recordedAt = (event: StatementEvent): string => {
  if (event.type === 'PaymentRefundOrdered') return event.data.orderedAt;
  return event.type === 'PayoutAdjusted' ? event.data.adjustedAt : movedAt(event);
};

/** The money movements of hosts, by date. Lines never change. */
export const statementLines = defineProjection<StatementLineDocument, StatementEvent>({
  name: 'statementLines',
  version: 9,
  indexes: [
    { hostId: 1, at: 1, position: 1 },
    { hostId: 1, month: 1 },
    { month: 1, hostId: 1 },
  ],
  handles: [
    ...(['PaymentCaptured', 'PaymentRefunded', 'PaymentRefundFailed'] as const),
    ...(['PaymentDisputed', 'PaymentDisputeClosed', 'PaymentRefundOrdered'] as const),
    'PaymentSettledOtherwise',
    ...(['PayoutTransferred', 'PayoutReversed', 'PayoutOffset', 'PayoutRecovered'] as const),
    'PayoutAdjusted',
  ],
  key: ({ id }) => id,
  evolve(document, event) {
    // A charge that differs from the price does not concern the host.
    if (wrongCurrencyOf(event) !== null) return document;
    const { kind, reference, note = '', cause = null, ...amounts } = movementOf(event);
    const { chargedCents = 0, paidCents = 0, borneCents = 0, adjustedCents = 0 } = amounts;
    // An inquiry or a lost dispute moves no money, and the platform may bear a whole refund.
    if ([chargedCents, paidCents, borneCents, adjustedCents].every((cents) => cents === 0))
      return document;
    const { hostId, courtId, bookingId, startTime, endTime, zone } = event.data;
    const at = recordedAt(event);
    return {
      hostId,
      courtId,
      bookingId,
      kind,
      at,
      month: localDate(zone, at).slice(0, 7),
      startTime,
      endTime,
      zone,
      reference,
      chargedCents,
      paidCents,
      borneCents,
      adjustedCents,
      note,
      cause,
    };
  },
  audience: ({ hostId }) => [hostId],
  people: ({ hostId }) => [hostId],
});
