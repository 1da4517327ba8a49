import { US_DOLLARS } from '@courtly/contracts/amount';
import type { NotificationItem as NotificationView } from '@courtly/contracts/notifications';

/**
 * A notification for `personId`. `at` (UTC) is when its event was decided, and `amountCents` is in
 * cents of `currency`.
 */
export type Notification = Pick<
  NotificationView,
  | 'type'
  | 'side'
  | 'at'
  | 'read'
  | 'bookingId'
  | 'startTime'
  | 'endTime'
  | 'zone'
  | 'answerBy'
  | 'declineReason'
  | 'offsets'
> &
  Readonly<{
    personId: string;
    courtId: string;
    playerId: string;
    amountCents: number | null;
    currency: string;
    stripeId: string | null;
    reason?: string;
    /** The admin who wrote the reason, if it is erased with their account. */
    reasonBy?: string;
  }>;

/** The defaults for an unread notification: the fields that most notifications leave empty. */
export const unreadNotification = {
  read: false,
  answerBy: null,
  declineReason: null,
  amountCents: null,
  currency: US_DOLLARS,
  stripeId: null,
} as const;

/** Creates a type guard for events of these types. */
export const hasTypeOf =
  <Type extends string>(eventTypes: readonly Type[]) =>
  <E extends Readonly<{ type: string }>>(event: E): event is E & Readonly<{ type: Type }> =>
    (eventTypes as readonly string[]).includes(event.type);
