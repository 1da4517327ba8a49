import type { OwnRank, RankingsTab } from '@courtly/contracts/rankings';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import { formatTime, formatShortDate, viewerZone } from '../../lib/format';
import type { Ranking } from '../../resources/ranking/ranking-keys';
import {
  RATING_NAME,
  figureLabel,
  missingRankLabel,
  rankTotalLabel,
  rangeLabel,
  ratingNote,
} from '../../resources/ranking/ranking-labels';
import { ownRankQuery } from '../../resources/ranking/ranking-queries';
import { StreakFlag } from '../../resources/ranking/streak-flag';
import { TierBadge } from '../../resources/ranking/tier-badge';
import { Card } from '../../ui/card';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { isWide } from './ranking-notes';
import { RankMovement } from './rank-movement';
import { SkillLine } from './skill-line';

function RankPosition({ ownRank, tab }: { ownRank: OwnRank; tab: RankingsTab }) {
  if (ownRank.rank === null)
    return (
      <div>
        <p className="font-display text-3xl leading-tight">
          {ownRank.matchesToRank > 0 || ownRank.opponentsToRank > 0
            ? 'Not ranked yet'
            : 'Not in this ranking'}
        </p>
        <p className="mt-2 max-w-md text-quiet">{missingRankLabel(ownRank)}</p>
      </div>
    );
  return (
    <div>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-display text-5xl leading-none">{ownRank.rank}</span>
        <span className="text-quiet">{rankTotalLabel(tab, ownRank.of)}</span>
        {ownRank.tier && <TierBadge tier={ownRank.tier} />}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        <RankMovement movement={ownRank.movement} inWords />
        <StreakFlag streak={ownRank.streak} />
      </p>
    </div>
  );
}

function RatingFigure({ rating }: { rating: NonNullable<OwnRank['rating']> }) {
  return (
    <dl className="figures sm:text-right">
      <dt className="text-quiet">{RATING_NAME}</dt>
      <dd className="mt-1 font-display text-4xl leading-none">{figureLabel(rating.figure)}</dd>
      <dd className="mt-2 text-small text-quiet">
        {rangeLabel(rating.range)} · {ratingNote(rating)}
      </dd>
      {isWide(rating.range) && (
        <dd className="mt-1 text-small text-quiet">A wide range. Each match narrows it.</dd>
      )}
    </dl>
  );
}

/** The member's rank, or what the member still needs to be ranked. */
export function OwnRankCard({ ranking, userId }: { ranking: Ranking; userId: string }) {
  const ownRank = useQuery(ownRankQuery(ranking));
  return (
    <section aria-labelledby="own-rank">
      <Card>
        <h2 id="own-rank" className="eyebrow mb-4">
          Your Rank
        </h2>
        <QueryPanel query={ownRank} label="your rank">
          {(rank) => (
            <>
              <div className="flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
                <RankPosition ownRank={rank} tab={ranking.tab} />
                <SkillLine skills={rank.skills} />
                {rank.rating && <RatingFigure rating={rank.rating} />}
              </div>
              <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2 border-t border-rule pt-4 text-small text-quiet">
                {rank.rating && (
                  <TextLink to={paths.playerTab(userId, 'matches', ranking.sport)}>
                    Why it changed
                  </TextLink>
                )}
                {rank.rank === null && <TextLink to={paths.matches}>Log a match</TextLink>}
                <TextLink to={paths.howRatingsWork}>How ratings work</TextLink>
                {rank.publishedAt && (
                  <span>
                    As of {formatShortDate(rank.publishedAt, viewerZone())},{' '}
                    {formatTime(rank.publishedAt, viewerZone())}
                  </span>
                )}
              </p>
            </>
          )}
        </QueryPanel>
      </Card>
    </section>
  );
}
