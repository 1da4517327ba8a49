import { defineProjection } from '../../platform/projections/projection.js';
import { type FollowedPlayers, follows as decider } from './follows.js';
import type { FollowEvent } from './follows.events.js';

export type FollowsDocument = Pick<FollowedPlayers, 'playerIds'> & Readonly<{ userId: string }>;

/** The followed players, by the id of the follower. */
export const follows = defineProjection<FollowsDocument, FollowEvent>({
  name: 'follows',
  version: 2,
  indexes: [],
  handles: ['PlayerFollowed', 'PlayerUnfollowed'],
  key: ({ data }) => data.userId,
  evolve(followsDocument, followEvent) {
    const { playerIds } = decider.evolve(
      { ...decider.initial, playerIds: followsDocument?.playerIds ?? [] },
      followEvent,
    );
    return { userId: followEvent.data.userId, playerIds };
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
