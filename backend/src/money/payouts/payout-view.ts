import type { BookingPayout } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { isDisputed, lostCents } from '../payments/disputes.js';
import { type PayoutSituation, payoutDueAt, nextPayout } from './next-payout.js';
import { lastTransfer } from './payout.js';
import type { PayoutDocument } from './payouts.projection.js';

export const payoutView = (
  document: PayoutDocument,
  payoutSituation: PayoutSituation,
): BookingPayout => {
  const { bookingId, courtId, startTime, endTime, zone, shareCents, paidCents, payment, payout } =
    document;
  const paidAt = lastTransfer(payout)?.transferredAt ?? null;
  const dueAt = payoutDueAt(document);
  const nextStep = nextPayout(document, payment, payout, payoutSituation);
  return {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    zoneOffsets: offsetsAround(zone, [startTime, endTime, dueAt, paidAt ?? dueAt]),
    amount: toMoney(shareCents),
    paid: toMoney(paidCents),
    paidAt,
    dueAt,
    waitsFor: nextStep?.type === 'wait' ? nextStep.for : null,
    isDisputeLost: payment !== null && lostCents(payment) > 0,
    isDisputed: payment !== null && isDisputed(payment),
  };
};
