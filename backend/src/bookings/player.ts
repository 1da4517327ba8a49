import type { UserEvent } from '../identity/user.events.js';
import type { Fold } from '../kernel/decider.js';

type Accepted = Extract<UserEvent, { type: 'WaiverAccepted' }>['data'];

/** What a booking needs to know of the person who asks for it. */
export type Player = Readonly<{ waiver: Pick<Accepted, 'version' | 'acceptedAt'> | null }>;

export const player: Fold<Player, UserEvent> = {
  category: 'user',
  initial: { waiver: null },
  evolve: (known, { type, data }) =>
    type === 'WaiverAccepted' ? { waiver: { version: data.version, acceptedAt: data.acceptedAt } } : known,
};
