import type { Payment } from './payment.js';

/** What has come back to the player, in cents. */
export const refundedCents = ({ refunds }: Pick<Payment, 'refunds'>): number =>
  Object.values(refunds).reduce(
    (sum, { amountCents, failed }) => sum + (failed ? 0 : amountCents),
    0,
  );

/** What banks hold of a payment because of disputes, in cents: of those that are open or lost. */
export const disputedCents = ({ disputes }: Pick<Payment, 'disputes'>): number =>
  Object.values(disputes).reduce(
    (sum, { takenCents, returnedCents }) => sum + takenCents - returnedCents,
    0,
  );

/** What banks took back for good, in cents. */
export const lostCents = ({ disputes }: Pick<Payment, 'disputes'>): number =>
  disputedCents({
    disputes: Object.fromEntries(
      Object.entries(disputes).filter(([, { status }]) => status === 'lost'),
    ),
  });

/** Whether a bank has not decided yet about a dispute. */
export const isDisputed = ({ disputes }: Pick<Payment, 'disputes'>): boolean =>
  Object.values(disputes).some(({ status }) => status === 'open');
