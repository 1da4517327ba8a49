import type { UserEvent } from '../../people/identity/user.events.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';

/** Whether a person was suspended at any time between two instants (UTC). */
export const wasSuspended = (
  userHistory: readonly Pick<RecordedEvent, 'type' | 'data'>[],
  from: string,
  until: string,
): boolean => {
  let suspendedAt: string | null = null;
  for (const event of userHistory) {
    const { type, data } = event as UserEvent;
    if (type === 'UserSuspended') suspendedAt = data.suspendedAt;
    if (type !== 'SuspensionLifted') continue;
    if (suspendedAt !== null && suspendedAt < until && data.liftedAt > from) return true;
    suspendedAt = null;
  }
  return suspendedAt !== null && suspendedAt < until;
};
