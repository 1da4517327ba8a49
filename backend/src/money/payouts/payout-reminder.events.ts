import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

/** Payouts that wait for the host's account, in the stream `payoutReminder-<hostId>`. */
export const payoutReminderEvents = defineEvents(['payoutReminder'], {
  /** Repeats each week while payouts are due and the host cannot be paid. */
  HostPayoutsWaiting: {
    version: 1,
    data: z.object({
      hostId: z.string(),
      bookings: z.number().int(),
      amountCents: cents,
      remindedAt: instant,
    }),
  },
});

export type PayoutReminderEvent = EventOf<typeof payoutReminderEvents>;
