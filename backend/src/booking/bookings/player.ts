import type { UserEvent } from '../../people/identity/user.events.js';
import type { Fold } from '../../platform/kernel/decider.js';

type WaiverAcceptance = Extract<UserEvent, { type: 'WaiverAccepted' }>['data'];

export type Player = Readonly<{
  waiver: Pick<WaiverAcceptance, 'version' | 'acceptedAt'> | null;
  isSuspended: boolean;
}>;

export const player: Fold<Player, UserEvent> = {
  category: 'user',
  initial: { waiver: null, isSuspended: false },
  evolve(playerState, { type, data }) {
    switch (type) {
      case 'WaiverAccepted':
        return { ...playerState, waiver: { version: data.version, acceptedAt: data.acceptedAt } };
      case 'UserSuspended':
        return { ...playerState, isSuspended: true };
      case 'SuspensionLifted':
        return { ...playerState, isSuspended: false };
      default:
        return playerState;
    }
  },
};
