import type { NotificationItem as View } from '@courtly/contracts/notifications';

/** A notification for `personId`. `at` is when its event was decided (UTC). */
export type Notification = Pick<
  View,
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
> &
  Readonly<{
    personId: string;
    courtId: string;
    playerId: string;
    amountCents: number | null;
    stripeId: string | null;
    reason?: string;
  }>;

/** Defaults of an unread notification, for the fields that most notifications leave empty. */
export const unreadNotification = {
  read: false,
  answerBy: null,
  declineReason: null,
  amountCents: null,
  stripeId: null,
} as const;

/** Creates a type guard for events of these types. */
export const hasTypeOf =
  <Type extends string>(eventTypes: readonly Type[]) =>
  <E extends Readonly<{ type: string }>>(event: E): event is E & Readonly<{ type: Type }> =>
    (eventTypes as readonly string[]).includes(event.type);
