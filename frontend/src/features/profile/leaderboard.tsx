import type { RankingEntry } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import { sportLabels } from '../../lib/sports';
import { useOptionalData } from '../../lib/use-optional-data';
import {
  figureLabel,
  missingRankLabel,
  rankTotalLabel,
} from '../../resources/ranking/ranking-labels';
import { clubSingles, ownRankQuery, rankingQuery } from '../../resources/ranking/ranking-queries';
import { fullName } from '../../resources/session/person-labels';
import { QueryPanel } from '../../ui/query-panel';
import { TextLink } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const LEADER_COUNT = 5;
const rowClass =
  'grid grid-cols-[2.5rem_1fr_auto] items-baseline gap-x-3 border-t border-rule py-3';

function Leader({ entry, isOwn }: { entry: RankingEntry; isOwn: boolean }) {
  return (
    <li className={rowClass}>
      <span className="figures font-display text-xl">{entry.rank}</span>
      <span className="min-w-0 wrap-anywhere">
        {!entry.hasPage ? (
          fullName(entry)
        ) : (
          <Link to={paths.player(entry.id)} className="underline-offset-4 hover:underline">
            <bdi>{fullName(entry)}</bdi>
          </Link>
        )}
        {isOwn && <span className="text-quiet">, you</span>}
      </span>
      <span className="figures">{figureLabel(entry.utrRating)}</span>
    </li>
  );
}

/** The member's rank, unless the list contains it. The profile's header shows a failed query. */
function OwnRankLine({ isShown }: { isShown: boolean }) {
  const ownRank = useOptionalData(ownRankQuery(clubSingles));
  if (isShown || !ownRank) return null;
  return (
    <p className="border-t border-rule pt-3 text-quiet">
      {ownRank.rank === null
        ? missingRankLabel(ownRank)
        : `You're number ${ownRank.rank} ${rankTotalLabel('all', ownRank.of)}.`}
    </p>
  );
}

export function Leaderboard({ userId }: { userId: string }) {
  const leadersQuery = useInfiniteQuery(rankingQuery(clubSingles, LEADER_COUNT));
  return (
    <section aria-labelledby="profile-leaderboard">
      <Heading level={2} id="profile-leaderboard" className="mb-4">
        {sportLabels[clubSingles.sport]} leaderboard
      </Heading>
      <QueryPanel query={leadersQuery} label="the leaderboard">
        {({ items }) => {
          const listedEntries = items.slice(0, LEADER_COUNT);
          return (
            <>
              <ol>
                {listedEntries.map((rankingEntry) => (
                  <Leader
                    key={rankingEntry.id}
                    entry={rankingEntry}
                    isOwn={rankingEntry.id === userId}
                  />
                ))}
              </ol>
              {listedEntries.length === 0 && (
                <p className="border-t border-rule py-3 text-quiet">No one is ranked yet.</p>
              )}
              <OwnRankLine isShown={listedEntries.some(({ id }) => id === userId)} />
              <p className="mt-4">
                <TextLink to={paths.rankings}>All rankings</TextLink>
              </p>
            </>
          );
        }}
      </QueryPanel>
    </section>
  );
}
