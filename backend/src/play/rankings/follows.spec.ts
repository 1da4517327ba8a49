import { describe, expect, it } from '@jest/globals';
import { MOST_FOLLOWED } from '@courtly/contracts/rankings';
import { fold, inStream } from '../../../testing/projection.js';
import { specification } from '../../../testing/specification.js';
import { follows } from './follows.js';
import type { FollowEvent } from './follows.events.js';
import { follows as readModel } from './follows.projection.js';

const given = specification(follows);
const recordedAt = '2027-03-10T12:00:00.000Z';
const followData = (playerId: string, changedAt = recordedAt) => ({
  userId: 'ann',
  playerId,
  changedAt,
});
const limits = { changesPerDay: MOST_FOLLOWED + 2 };
const follow = (playerId: string) =>
  ({ type: 'FollowPlayer', data: { ...followData(playerId), limits } }) as const;
const unfollow = (playerId: string, changedAt = recordedAt) =>
  ({ type: 'UnfollowPlayer', data: { ...followData(playerId, changedAt), limits } }) as const;
const followed = (playerId: string): FollowEvent => ({
  type: 'PlayerFollowed',
  data: followData(playerId),
});
const unfollowed = (playerId: string, changedAt = recordedAt): FollowEvent => ({
  type: 'PlayerUnfollowed',
  data: followData(playerId, changedAt),
});
const full = Array.from({ length: MOST_FOLLOWED }, (_, index) => followed(`player ${index}`));

describe('following players', () => {
  it('follows a player once', () => {
    given().when(follow('ben')).then(followed('ben'));
    given(followed('ben')).when(follow('ben')).thenNothing();
  });

  it('unfollows a player once, and can follow them again', () => {
    given(followed('ben')).when(unfollow('ben')).then(unfollowed('ben'));
    given().when(unfollow('ben')).thenNothing();
    given(followed('ben'), unfollowed('ben')).when(follow('ben')).then(followed('ben'));
  });

  it('allows at most two hundred players', () => {
    given(...full.slice(1))
      .when(follow('one more'))
      .then(followed('one more'));
    given(...full)
      .when(follow('one more'))
      .thenRefused('fair_use');
  });

  it('ignores the events of an erased follower', () => {
    given(followed(''), unfollowed(''), followed('ben'))
      .when(follow('cleo'))
      .then(followed('cleo'));
    given(...Array.from({ length: MOST_FOLLOWED + 2 }, () => followed('')))
      .when(follow('ben'))
      .then(followed('ben'));
  });

  it('limits changes per day', () => {
    const restless = [...full, unfollowed('player 0'), unfollowed('player 1')];
    given(...restless)
      .when(unfollow('player 2'))
      .thenRefused('fair_use');
    given(...restless)
      .when(unfollow('player 2', '2027-03-11T00:00:00.000Z'))
      .then(unfollowed('player 2', '2027-03-11T00:00:00.000Z'));
  });
});

it('lists followed players, newest first', () => {
  const documents = fold(
    readModel,
    ...inStream('follows-ann', followed('ben'), followed('cleo'), unfollowed('ben')),
  );
  expect(documents.get('ann')).toEqual({ userId: 'ann', playerIds: ['cleo'] });
});
