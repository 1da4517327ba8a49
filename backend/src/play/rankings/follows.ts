import { MOST_FOLLOWED } from '@courtly/contracts/rankings';
import {
  type ChangeLimits,
  type DailyChanges,
  checkDailyChanges,
  countChange,
  noChanges,
} from '../../platform/kernel/daily-changes.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { FollowEvent } from './follows.events.js';

type FollowChange = FollowEvent['data'] & { limits: ChangeLimits };

export type FollowCommand = Message<'FollowPlayer' | 'UnfollowPlayer', FollowChange>;

/** The followed players, newest first, and the number of changes today. */
export type FollowedPlayers = Readonly<{ playerIds: readonly string[]; changes: DailyChanges }>;

export const follows: Decider<FollowedPlayers, FollowCommand, FollowEvent> = {
  category: 'follows',
  initial: { playerIds: [], changes: noChanges },

  decide({ type, data: { limits, ...data } }, { playerIds, changes }) {
    const isFollowed = playerIds.includes(data.playerId);
    if (isFollowed === (type === 'FollowPlayer')) return [];
    if (!isFollowed && playerIds.length >= MOST_FOLLOWED)
      throw new DomainError(
        'fair_use',
        `You already follow ${MOST_FOLLOWED} players. Unfollow one first.`,
      );
    checkDailyChanges(changes, data.changedAt, limits);
    return [{ type: isFollowed ? 'PlayerUnfollowed' : 'PlayerFollowed', data }];
  },

  evolve: ({ playerIds, changes }, { type, data: { playerId, changedAt } }) => {
    // Events of erased followers contain no player id.
    if (playerId === '') return { playerIds, changes };
    const otherPlayerIds = playerIds.filter((followedId) => followedId !== playerId);
    return {
      playerIds: type === 'PlayerFollowed' ? [playerId, ...otherPlayerIds] : otherPlayerIds,
      changes: countChange(changes, changedAt),
    };
  },
};
