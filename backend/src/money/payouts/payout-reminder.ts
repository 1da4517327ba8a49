import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { PayoutReminderEvent } from './payout-reminder.events.js';

export type PayoutReminderCommand = Message<
  'RemindHost',
  Readonly<{ hostId: string; bookings: number; amountCents: number; at: string }>
>;

const REPEAT_MS = 7 * DAY_MS;

/** Instants are UTC. */
export const isReminderDue = (lastRemindedAt: string | null, instant: string): boolean =>
  lastRemindedAt === null || Date.parse(instant) >= Date.parse(lastRemindedAt) + REPEAT_MS;

/** When the host was last reminded (UTC) that payouts wait for their account. */
export const payoutReminder: Decider<string | null, PayoutReminderCommand, PayoutReminderEvent> = {
  category: 'payoutReminder',
  initial: null,

  decide: ({ data: { at: remindedAt, ...waiting } }, lastRemindedAt) =>
    isReminderDue(lastRemindedAt, remindedAt)
      ? [{ type: 'HostPayoutsWaiting', data: { ...waiting, remindedAt } }]
      : [],

  evolve: (_, { data }) => data.remindedAt,
};
