import type { RatingFlagKind } from '@courtly/contracts/rankings';
import type { Sport } from '@courtly/contracts/sport';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { RankingReviewEvent } from './rankings.events.js';

/** A flag that an admin dismissed, and how many rated matches of the sport the player had then. */
export type DismissedFlag = Readonly<{
  sport: Sport;
  kind: RatingFlagKind;
  otherId: string | null;
  matches: number;
}>;

/** What admins decided about a player in rankings. */
export type RankingReview = Readonly<{ isHidden: boolean; dismissed: readonly DismissedFlag[] }>;

type Decision = Readonly<{ playerId: string; reason: string; by: string; at: string }>;

export type RankingReviewCommand =
  | Message<'HidePlayer', Decision>
  | Message<'ShowPlayer', Decision>
  | Message<'DismissFlag', Decision & DismissedFlag>;

/** A dismissed flag returns after this many more rated matches. */
const MATCHES_UNTIL_RETURN = 10;

type FlagName = Pick<DismissedFlag, 'sport' | 'kind' | 'otherId'>;

const isSameFlag = (firstFlag: FlagName, secondFlag: FlagName): boolean =>
  firstFlag.sport === secondFlag.sport &&
  firstFlag.kind === secondFlag.kind &&
  firstFlag.otherId === secondFlag.otherId;

/** Whether a flag still applies to a player with this many rated matches of its sport. */
export const isOpenFlag = (
  { dismissed }: Pick<RankingReview, 'dismissed'>,
  flag: FlagName,
  matches: number,
): boolean =>
  !dismissed.some(
    (dismissedFlag) =>
      isSameFlag(dismissedFlag, flag) && matches < dismissedFlag.matches + MATCHES_UNTIL_RETURN,
  );

/** Admins must not decide about themselves. */
const refuseOwnCase = ({ playerId, by }: Decision): void => {
  if (playerId === by)
    throw new DomainError('forbidden', 'Another admin has to review your ranking.');
};

export const rankingReview: Decider<RankingReview, RankingReviewCommand, RankingReviewEvent> = {
  category: 'rankingReview',
  initial: { isHidden: false, dismissed: [] },

  decide({ type, data }, review) {
    refuseOwnCase(data);
    const { playerId, reason, by, at } = data;
    switch (type) {
      case 'HidePlayer': {
        const hiddenData = { playerId, reason, isReasonShown: true, hiddenBy: by, hiddenAt: at };
        return review.isHidden ? [] : [{ type: 'PlayerHiddenFromRankings', data: hiddenData }];
      }
      case 'ShowPlayer': {
        const shownData = { playerId, reason, shownBy: by, shownAt: at };
        return review.isHidden ? [{ type: 'PlayerShownInRankings', data: shownData }] : [];
      }
      case 'DismissFlag': {
        const { sport, kind, otherId, matches } = data;
        if (!isOpenFlag(review, data, matches)) return [];
        const flagFields = { sport, kind, otherId, matches };
        return [
          {
            type: 'RatingFlagDismissed',
            data: { playerId, ...flagFields, reason, dismissedBy: by, dismissedAt: at },
          },
        ];
      }
    }
  },

  evolve(review, { type, data }) {
    switch (type) {
      case 'PlayerHiddenFromRankings':
        return { ...review, isHidden: true };
      case 'PlayerShownInRankings':
        return { ...review, isHidden: false };
      case 'RatingFlagDismissed': {
        const { sport, kind, otherId, matches } = data;
        const otherFlags = review.dismissed.filter((flag) => !isSameFlag(flag, data));
        return { ...review, dismissed: [...otherFlags, { sport, kind, otherId, matches }] };
      }
    }
  },
};
