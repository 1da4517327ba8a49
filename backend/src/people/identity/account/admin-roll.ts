import { DomainError } from '../../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../../platform/kernel/decider.js';
import type { AdminRollEvent } from './admin-roll.events.js';

/** Who was an admin and is none now. Who always was one is not in it. */
export type AdminRoll = Readonly<{ dismissed: ReadonlySet<string> }>;

export type AdminRollCommand =
  | Message<'AdmitAdmin', { userId: string; at: string }>
  | Message<'DismissAdmin', { userId: string; by: string; at: string }>;

/** The one roll. */
export const CLUB_ROLL = 'club';

/**
 * Decides about all admins in one order: of two who dismiss each other at the same time the first one stays. Since nobody
 * dismisses themselves, and nobody who was dismissed dismisses others, the club always has an admin.
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
        'You cannot take the role of an admin from yourself. Ask another admin.',
        {
          status: 'own',
        },
      );
    if (dismissed.has(data.by)) throw new DomainError('forbidden', 'Your account may not do this.');
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
