import { z } from 'zod';
import { type EventOf, defineEvents } from '../../platform/kernel/events.js';
import { cents, instant } from '../payments/paid-fields.js';

const waiting = z.object({
  hostId: z.string(),
  bookings: z.number().int(),
  amountCents: cents,
  remindedAt: instant,
});

/** Payouts that wait for the host to act, in the stream `payoutReminder-<hostId>`. */
export const payoutReminderEvents = defineEvents(['payoutReminder'], {
  /** Repeats each week while payouts are due and the host cannot be paid. */
  HostPayoutsWaiting: { version: 1, data: waiting },
  /** Repeats each week while payouts are due and the policy pays only approved hosts. */
  HostPayoutsAwaitingApproval: { version: 1, data: waiting },
});

export type PayoutReminderEvent = EventOf<typeof payoutReminderEvents>;
