import type { UserEvent } from '../identity/user.events.js';
import type { Fold } from '../kernel/decider.js';

type Accepted = Extract<UserEvent, { type: 'WaiverAccepted' }>['data'];

/** What a booking needs to know of the person who asks for it. */
export type Player = Readonly<{ waiver: Pick<Accepted, 'version' | 'acceptedAt'> | null; tier: 'free' | 'elite' }>;

export const player: Fold<Player, UserEvent> = {
  category: 'user',
  initial: { waiver: null, tier: 'free' },
  evolve: (known, { type, data }) =>
    type === 'WaiverAccepted' ? { ...known, waiver: { version: data.version, acceptedAt: data.acceptedAt } } : known,
};
