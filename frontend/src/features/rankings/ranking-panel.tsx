import type { User } from '@courtly/contracts/identity';
import { FREE_RANKING_ROWS } from '@courtly/contracts/ranking-limits';
import type { RankingsTab } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths';
import type { Ranking } from '../../resources/ranking/ranking-keys';
import { rankingQuery } from '../../resources/ranking/ranking-queries';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { RANK_NEEDS, RankingLegend, SmallRankingNote } from './ranking-notes';
import { RankingTable } from './ranking-table';
import { TextLink } from '../../ui/text-link';

const howToBeRanked = `${RANK_NEEDS} Log each match and name your opponent, so that they can confirm the result.`;

type EmptyTexts = { title: string; text: string; to: string; label: string };
const matchesLink = { to: paths.matches, label: 'Log a Match' };
const emptyStates: Record<RankingsTab, EmptyTexts> = {
  all: { title: 'No one is ranked yet', text: howToBeRanked, ...matchesLink },
  friends: {
    title: 'None of your friends are ranked yet',
    text: 'People you played with or follow appear here.',
    to: paths.rankings,
    label: 'All Players',
  },
  local: { title: 'No one in your city is ranked yet', text: howToBeRanked, ...matchesLink },
  clay: {
    title: 'No one is ranked on clay yet',
    text: 'This ranking counts only matches played on clay.',
    to: `${paths.courts}?surface=clay`,
    label: 'Clay Courts',
  },
};
const missingCityState: EmptyTexts = {
  title: 'Where do you play?',
  text: 'Add your home city to your profile to see the players in your city.',
  to: paths.editProfile,
  label: 'Edit Profile',
};

function EmptyRanking({ title, text, to, label }: EmptyTexts) {
  return (
    <EmptyState title={title} action={<LinkButton to={to}>{label}</LinkButton>}>
      {text}
    </EmptyState>
  );
}

/** Explains the row limit to users who don't see every ranked player. */
export function RankingPanel({ ranking, user }: { ranking: Ranking; user: User }) {
  const rankedPlayers = useInfiniteQuery(rankingQuery(ranking));
  const emptyState =
    ranking.tab === 'local' && !user.homeCity ? missingCityState : emptyStates[ranking.tab];
  return (
    <>
      <QueryPanel query={rankedPlayers} label="the ranking">
        {({ items, isLimited }) => {
          if (items.length === 0) return <EmptyRanking {...emptyState} />;
          return (
            <>
              {isLimited && (
                <p className="mb-6 border-y border-brass-line py-4">
                  Showing top {FREE_RANKING_ROWS} players.{' '}
                  <TextLink to={paths.elite} className="font-semibold">
                    Join Elite
                  </TextLink>{' '}
                  for full access.
                </p>
              )}
              {!isLimited && !rankedPlayers.hasNextPage && (
                <SmallRankingNote tab={ranking.tab} count={items.length} />
              )}
              <RankingLegend entries={items} />
              <RankingTable entries={items} ownId={user.id} sport={ranking.sport} />
            </>
          );
        }}
      </QueryPanel>
      <LoadMore query={rankedPlayers} itemLabel="players" />
    </>
  );
}
