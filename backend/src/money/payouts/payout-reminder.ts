import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { Person } from '../../people/identity/person.js';
import { type StripeAccount, isRejected } from './payout-account.js';
import type { PayoutReminderEvent } from './payout-reminder.events.js';

export type PayoutReminderCommand = Message<
  'RemindHost',
  Readonly<{ hostId: string; bookings: number; amountCents: number; at: string }>
>;

const REPEAT_MS = 7 * DAY_MS;

/** Instants are UTC. */
export const isReminderDue = (lastRemindedAt: string | null, instant: string): boolean =>
  lastRemindedAt === null || Date.parse(instant) >= Date.parse(lastRemindedAt) + REPEAT_MS;

/** Whether the host gets reminders, and can open or repair the account at Stripe. */
export const canAct = (
  host: Pick<Person, 'email'> | null,
  connectedAccount: Pick<StripeAccount, 'disabledReason'> | null,
): boolean =>
  host !== null && host.email !== '' && !(connectedAccount && isRejected(connectedAccount));

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
