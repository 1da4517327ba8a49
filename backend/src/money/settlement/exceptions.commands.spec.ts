import { describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '../payments/payment.events.js';
import { type PaymentCommand, payment } from '../payments/payment.js';
import { foldAll } from '../../platform/kernel/decider.js';
import type { CommandHandling } from '../../platform/kernel/command-handling.js';
import { systemContext } from '../../platform/kernel/context.js';
import type { Ids } from '../../platform/kernel/ids.js';
import type { Streams } from '../../platform/kernel/streams.js';
import { booking } from '../../booking/bookings/booking.js';
import { bookingCancelled, bookingRequested } from '../../../testing/court-day.js';
import {
  created,
  payBy,
  paymentMismatched,
  paymentRefused,
  paymentState,
  wronglyCharged,
} from '../../../testing/paid-booking.js';
import { SettleOtherwiseCommand, SettleOtherwiseHandler } from './exceptions.commands.js';

const BOOKING_ID = 'roxbury-20270313-abcdefgh';
const ended = foldAll(booking, [
  bookingRequested({ payBy }),
  bookingCancelled({ payBy, rule: 'not_paid', neverPaid: true }),
])!;

/** Settles a part of a charge of 10,000 yen whose refund an earlier release left to an admin. */
const settledBy = async (amount: string): Promise<readonly PaymentEvent[]> => {
  const recorded = foldAll(payment, [
    created,
    paymentMismatched,
    paymentRefused('cancelIntent', 'refund_failed'),
    wronglyCharged('jpy'),
  ])!;
  const states: Record<string, unknown> = {
    courtDay: { bookings: new Map([[BOOKING_ID, ended]]) },
    payment: recorded,
  };
  const events: PaymentEvent[] = [];
  const handler = new SettleOtherwiseHandler(
    {
      handle: async (_: unknown, __: string, command: PaymentCommand) => {
        events.push(...payment.decide(command, recorded));
        return { state: paymentState(), position: null };
      },
    } as unknown as CommandHandling,
    { load: async ({ category }: { category: string }) => states[category] } as unknown as Streams,
    { derived: () => 'order-1' } as unknown as Ids,
  );
  const body = { amount, outcome: 'paid', reason: 'By check.' } as const;
  const context = systemContext('a settlement', '2027-03-20T10:00:00.000Z');
  await handler.execute(new SettleOtherwiseCommand({ bookingId: BOOKING_ID, ...body }, context));
  return events;
};

describe('the settlement of a wrong charge in a currency without decimals', () => {
  it('takes the amount that is shown', async () =>
    expect(await settledBy('10000')).toMatchObject([
      { data: { amountCents: 10_000, leftCents: 0, wrongCurrency: 'jpy' } },
    ]));

  it('refuses decimals', () =>
    expect(settledBy('100.00')).rejects.toThrow(
      '100.00 has too many decimals for JPY. Use an amount such as 100000.',
    ));
});
