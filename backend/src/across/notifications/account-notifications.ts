import type { AccountNotificationType } from '@courtly/contracts/notifications';
import type { PayoutAccountEvent } from '../../money/payouts/payout-account.events.js';
import type { PayoutReminderEvent } from '../../money/payouts/payout-reminder.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { type Notification, hasTypeOf, unreadNotification } from './notification.js';

export const accountEventTypes = [
  'PayoutAccountChanged',
  'HostBankPayoutFailed',
  'HostPayoutsWaiting',
  'HostPayoutsAwaitingApproval',
] as const;
export type AccountNotificationEvent = Extract<
  PayoutAccountEvent | PayoutReminderEvent,
  { type: (typeof accountEventTypes)[number] }
>;

export const isAccountEvent = hasTypeOf(accountEventTypes);

/** Null for a change that does not require the host to act. */
export const accountNotificationType = (
  event: AccountNotificationEvent,
): AccountNotificationType | null => {
  if (event.type === 'HostBankPayoutFailed') return 'bank_payout_returned';
  if (event.type === 'HostPayoutsWaiting') return 'payouts_waiting';
  if (event.type === 'HostPayoutsAwaitingApproval') return 'payouts_await_approval';
  return event.data.needsHost ? 'payout_account_needs' : null;
};

/**
 * A notification for the host. It has no booking or court, so both times are the time of the event.
 */
export const accountNotification = (
  event: RecordedEvent<AccountNotificationEvent>,
): Notification | null => {
  const type = accountNotificationType(event);
  const { hostId } = event.data;
  const { at } = event.metadata;
  return (
    type && {
      ...unreadNotification,
      type,
      personId: hostId,
      playerId: hostId,
      side: 'host',
      bookingId: '',
      courtId: '',
      zone: 'UTC',
      at,
      startTime: at,
      endTime: at,
      amountCents: 'amountCents' in event.data ? event.data.amountCents : null,
    }
  );
};
