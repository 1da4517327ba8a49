import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { isOpenFlag, rankingReview } from './ranking-review.js';
import { type RankingReviewEvent, rankingReviewEvents } from './rankings.events.js';

const given = specification(rankingReview);
const at = '2027-03-10T12:00:00.000Z';
const decision = { playerId: 'ann', reason: 'Results against made-up accounts.', by: 'admin', at };
const hidden: RankingReviewEvent = {
  type: 'PlayerHiddenFromRankings',
  data: {
    playerId: 'ann',
    reason: decision.reason,
    isReasonShown: true,
    hiddenBy: 'admin',
    hiddenAt: at,
  },
};
const flag = { sport: 'tennis', kind: 'closed_pair', otherId: 'ben', matches: 12 } as const;
const dismissed: RankingReviewEvent = {
  type: 'RatingFlagDismissed',
  data: {
    playerId: 'ann',
    ...flag,
    reason: decision.reason,
    dismissedBy: 'admin',
    dismissedAt: at,
  },
};

describe('an admin', () => {
  it('hides a player from rankings once, and shows them again', () => {
    given().when({ type: 'HidePlayer', data: decision }).then(hidden);
    given(hidden).when({ type: 'HidePlayer', data: decision }).thenNothing();
    given(hidden)
      .when({ type: 'ShowPlayer', data: decision })
      .then({
        type: 'PlayerShownInRankings',
        data: { playerId: 'ann', reason: decision.reason, shownBy: 'admin', shownAt: at },
      });
    given().when({ type: 'ShowPlayer', data: decision }).thenNothing();
  });

  it('dismisses a flag once', () => {
    given()
      .when({ type: 'DismissFlag', data: { ...decision, ...flag } })
      .then(dismissed);
    given(dismissed)
      .when({ type: 'DismissFlag', data: { ...decision, ...flag, matches: 13 } })
      .thenNothing();
  });

  it('cannot decide about themselves', () => {
    given()
      .when({ type: 'HidePlayer', data: { ...decision, by: 'ann' } })
      .thenRefused('forbidden');
  });
});

it('a dismissed flag returns after ten more rated matches', () => {
  const review = rankingReview.evolve(rankingReview.initial, dismissed);
  expect([12, 21, 22].map((matches) => isOpenFlag(review, flag, matches))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isOpenFlag(review, { ...flag, kind: 'losing_run', otherId: null }, 12)).toBe(true);
  expect(isOpenFlag(review, { ...flag, sport: 'pickleball' }, 12)).toBe(true);
});

it('a flag that an earlier release dismissed returns, because it counted all sports', () =>
  expect(
    rankingReviewEvents.definitions.RatingFlagDismissed.upcasts[1]({ matches: 60 }),
  ).toMatchObject({ sport: 'tennis', matches: 0 }));
