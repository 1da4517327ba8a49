import { defineProjection } from '../../platform/projections/projection.js';
import { type Follows, follows as decider } from './follows.js';
import type { FollowEvent } from './follows.events.js';

export type FollowsDocument = Pick<Follows, 'playerIds'> & Readonly<{ userId: string }>;

/** Followed players, by the follower's id. */
export const follows = defineProjection<FollowsDocument, FollowEvent>({
  name: 'follows',
  version: 1,
  indexes: [],
  handles: ['PlayerFollowed', 'PlayerUnfollowed'],
  key: ({ data }) => data.userId,
  evolve(document, event) {
    const { playerIds } = decider.evolve(
      { ...decider.initial, playerIds: document?.playerIds ?? [] },
      event,
    );
    return { userId: event.data.userId, playerIds };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
