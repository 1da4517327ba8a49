import type { UserEvent } from '../../people/identity/user.events.js';
import type { Fold } from '../../platform/kernel/decider.js';

type Accepted = Extract<UserEvent, { type: 'WaiverAccepted' }>['data'];

export type Player = Readonly<{
  waiver: Pick<Accepted, 'version' | 'acceptedAt'> | null;
  isSuspended: boolean;
}>;

export const player: Fold<Player, UserEvent> = {
  category: 'user',
  initial: { waiver: null, isSuspended: false },
  evolve(known, { type, data }) {
    switch (type) {
      case 'WaiverAccepted':
        return { ...known, waiver: { version: data.version, acceptedAt: data.acceptedAt } };
      case 'UserSuspended':
        return { ...known, isSuspended: true };
      case 'SuspensionLifted':
        return { ...known, isSuspended: false };
      default:
        return known;
    }
  },
};
