import { reversalCauses } from '@courtly/contracts/reversal-causes';
import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant, paidBookingFields } from '../payments/paid-fields.js';

/**
 * The payout for one booking as Stripe reports it, in the stream `payout-<bookingId>`. Amounts are
 * integer cents, and instants are UTC.
 */
export const payoutEvents = defineEvents(['payout'], {
  PayoutTransferred: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      accountId: z.string(),
      transferId: z.string(),
      amountCents: cents,
      dueAt: instant,
      transferredAt: instant,
    }),
  },
  PayoutReversed: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      transferId: z.string(),
      reversalId: z.string(),
      amountCents: cents,
      /** Events of earlier releases lack it. */
      cause: z.enum(reversalCauses).optional(),
      reversedAt: instant,
    }),
  },
  /** The host's share of this booking repays a debt for `debtBookingId`. */
  PayoutOffset: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      offsetId: z.string(),
      debtBookingId: z.string(),
      amountCents: cents,
      dueAt: instant,
      offsetAt: instant,
    }),
  },
  /** An offset in `fromBookingId` repaid the host's debt for this booking. */
  PayoutRecovered: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      offsetId: z.string(),
      fromBookingId: z.string(),
      amountCents: cents,
      recoveredAt: instant,
    }),
  },
  /**
   * The host must return an amount for this booking that no transfer can give back. Their next
   * payouts repay it.
   */
  PayoutDebtRecorded: {
    version: 1,
    data: z.object({ ...paidBookingFields, amountCents: cents, recordedAt: instant }),
  },
  /** A recorded debt became smaller without a repayment. `amountCents` is the rest, 0 if none. */
  PayoutDebtReduced: {
    version: 1,
    data: z.object({ ...paidBookingFields, amountCents: cents, reducedAt: instant }),
  },
  /**
   * An admin corrects the host's share of this booking by a signed amount. `hostNote` is for the
   * host; it is empty in events of version 1.
   */
  PayoutAdjusted: {
    version: 2,
    data: z.object({
      ...paidBookingFields,
      adjustmentId: z.string(),
      amountCents: cents,
      hostNote: z.string(),
      reason: z.string(),
      orderedBy: z.string(),
      adjustedAt: instant,
    }),
    personal: [
      { of: 'orderedBy', erased: { reason: '' }, isRemark: true },
      { of: 'hostId', erased: { hostNote: '' }, isRemark: true },
    ],
    upcasts: { 1: (storedData) => ({ ...storedData, hostNote: '' }) },
  },
  /** An admin orders another attempt at a transfer or reversal that Stripe refused. */
  PayoutRetryOrdered: {
    version: 1,
    data: z.object({
      ...paidBookingFields,
      orderId: z.string(),
      reason: z.string(),
      orderedBy: z.string(),
      orderedAt: instant,
    }),
    personal: [{ of: 'orderedBy', erased: { reason: '' }, isRemark: true }],
  },
  /** Contains the refused step, Stripe's code, and the time of the next attempt. */
  PayoutRefused: {
    version: 2,
    data: z.object({
      ...paidBookingFields,
      step: z.enum(['transfer', 'reverse']),
      amountCents: cents,
      /** Stripe has refused this step before, and no payout step has succeeded since. */
      isRepeated: z.boolean(),
      code: z.string(),
      tryAgainAt: instant,
      refusedAt: instant,
    }),
    upcasts: {
      1: (storedData) => ({
        ...storedData,
        step: 'transfer',
        amountCents: storedData['payoutCents'],
        isRepeated: false,
      }),
    },
  },
});

export type PayoutEvent = EventOf<typeof payoutEvents>;
