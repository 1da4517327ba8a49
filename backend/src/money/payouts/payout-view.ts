import type { BookingPayout } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { type PayoutSituation, payoutDueAt, nextPayout } from './next-payout.js';
import { lastTransfer } from './payout.js';
import type { PayoutDocument } from './payouts.projection.js';

export const payoutView = (
  document: PayoutDocument,
  payoutSituation: PayoutSituation,
): BookingPayout => {
  const { bookingId, courtId, startTime, endTime, zone, shareCents, paidCents, payment, payout } =
    document;
  const nextStep = nextPayout(document, payment, payout, payoutSituation);
  return {
    bookingId,
    courtId,
    startTime,
    endTime,
    zone,
    amount: toMoney(shareCents),
    paid: toMoney(paidCents),
    paidAt: lastTransfer(payout)?.transferredAt ?? null,
    dueAt: payoutDueAt(document),
    waitsFor: nextStep?.type === 'wait' ? nextStep.for : null,
  };
};
