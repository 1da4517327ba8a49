import type { BookingPayout } from '@courtly/contracts/payouts';
import { toMoney } from '@courtly/contracts/wire';
import { payoutDueAt, nextPayout } from './next-payout.js';
import type { ConnectedAccount } from './payout-account.js';
import { lastTransfer } from './payout.js';
import type { PayoutDocument } from './payouts.projection.js';

export const payoutView = (
  document: PayoutDocument,
  connectedAccount: ConnectedAccount | null,
  currentInstant: string,
): BookingPayout => {
  const { bookingId, courtId, startTime, endTime, zone, shareCents, paidCents, payment, payout } =
    document;
  const nextStep = nextPayout(document, payment, payout, connectedAccount, currentInstant);
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
