import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import type { Person } from '../../people/identity/person.js';
import { type StripeAccount, isRejected } from './payout-account.js';
import type { PayoutReminderEvent } from './payout-reminder.events.js';

/** What due payouts wait for, and the host can change. */
export type PayoutRequirement = 'account' | 'approval';

export type PayoutReminderCommand = Message<
  'RemindHost',
  Readonly<{
    hostId: string;
    missing: PayoutRequirement;
    bookings: number;
    amountCents: number;
    at: string;
  }>
>;

/** When the host was last reminded (UTC) that payouts wait for their account or approval. */
export type PayoutReminders = Readonly<Record<PayoutRequirement, string | null>>;

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

export const payoutReminder: Decider<PayoutReminders, PayoutReminderCommand, PayoutReminderEvent> =
  {
    category: 'payoutReminder',
    initial: { account: null, approval: null },

    decide({ data: { at: remindedAt, missing, ...waiting } }, reminders) {
      if (!isReminderDue(reminders[missing], remindedAt)) return [];
      const data = { ...waiting, remindedAt };
      return missing === 'account'
        ? [{ type: 'HostPayoutsWaiting', data }]
        : [{ type: 'HostPayoutsAwaitingApproval', data }];
    },

    evolve: (reminders, { type, data: { remindedAt } }) =>
      type === 'HostPayoutsWaiting'
        ? { ...reminders, account: remindedAt }
        : { ...reminders, approval: remindedAt },
  };
