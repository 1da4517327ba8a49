import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../../platform/kernel/decider.js';
import type { AdminRollEvent } from './admin-roll.events.js';

/** Admins who were never dismissed are not in the roll. */
export type AdminRoll = Readonly<{ dismissed: ReadonlySet<string> }>;

export type AdminRollCommand =
  | Message<'AdmitAdmin', { userId: string; at: string }>
  | Message<'DismissAdmin', { userId: string; by: string; at: string }>;

export const CLUB_ROLL = 'club';

/**
 * Orders all dismissals: if two admins dismiss each other, only the first succeeds. The club always
 * keeps an admin: admins cannot dismiss themselves, and dismissed ones cannot dismiss others.
 */
export const adminRoll: Decider<AdminRoll, AdminRollCommand, AdminRollEvent> = {
  category: 'adminRoll',
  initial: { dismissed: new Set() },

  decide({ type, data }, { dismissed }) {
    const { userId, at } = data;
    if (type === 'AdmitAdmin')
      return dismissed.has(userId)
        ? [{ type: 'AdminAdmitted', data: { userId, admittedAt: at } }]
        : [];
    if (data.by === userId)
      throw new DomainError(
        'wrong_status',
        "You can't remove your own admin role. Ask another admin.",
        {
          status: 'own',
        },
      );
    if (dismissed.has(data.by))
      throw new DomainError('forbidden', "Your account isn't allowed to do this.");
    if (dismissed.has(userId)) return [];
    return [{ type: 'AdminDismissed', data: { userId, dismissedBy: data.by, dismissedAt: at } }];
  },

  evolve({ dismissed }, { type, data: { userId } }) {
    const nextDismissed = new Set(dismissed);
    if (type === 'AdminDismissed') nextDismissed.add(userId);
    else nextDismissed.delete(userId);
    return { dismissed: nextDismissed };
  },
};
