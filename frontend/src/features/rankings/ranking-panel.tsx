import type { User } from '@courtly/contracts/identity';
import type { RankingsTab } from '@courtly/contracts/rankings';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths';
import type { Ranking } from '../../resources/ranking/ranking-keys';
import { rankingQuery } from '../../resources/ranking/ranking-queries';
import { hasTier } from '../../resources/session/permissions';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { RankingTable } from './ranking-table';

const howToBeRanked =
  'A rank takes 5 confirmed matches: log the hours that you played, with the email of your opponent, who confirms the result.';

type Emptiness = { title: string; text: string; to: string; label: string };
const past = { to: `${paths.bookings}?tab=past`, label: 'Your Past Bookings' };
const empty: Record<RankingsTab, Emptiness> = {
  all: { title: 'Nobody is ranked yet', text: howToBeRanked, ...past },
  friends: {
    title: 'None of your friends is ranked yet',
    text: 'Whoever you played with stands here, and whoever you follow.',
    to: paths.rankings,
    label: 'All Players',
  },
  local: { title: 'Nobody in your city is ranked yet', text: howToBeRanked, ...past },
  clay: {
    title: 'Nobody is ranked on clay yet',
    text: 'This ranking goes by what was played on clay alone.',
    to: `${paths.courts}?surface=clay`,
    label: 'Clay Courts',
  },
};
const noCity: Emptiness = {
  title: 'Where do you play?',
  text: 'With your home city in your profile, the players of your city stand here.',
  to: paths.editProfile,
  label: 'Edit Profile',
};

function NobodyHere({ title, text, to, label }: Emptiness) {
  return (
    <EmptyState title={title} action={<LinkButton to={to}>{label}</LinkButton>}>
      {text}
    </EmptyState>
  );
}

/** The players of one ranking, page by page; those on the free tier read what they are not shown. */
export function RankingPanel({ ranking, user }: { ranking: Ranking; user: User }) {
  const players = useInfiniteQuery(rankingQuery(ranking));
  const nobody = ranking.tab === 'local' && !user.homeCity ? noCity : empty[ranking.tab];
  return (
    <>
      <QueryPanel query={players} label="the ranking">
        {({ items }) => {
          if (items.length === 0) return <NobodyHere {...nobody} />;
          return (
            <>
              {!hasTier(user, 'elite') && (
                <p className="mb-6 border-y border-brass-line py-4">
                  Showing top 20 players.{' '}
                  <Link
                    to={paths.elite}
                    className="font-semibold underline decoration-brass-line underline-offset-4 hover:decoration-ink"
                  >
                    Join Elite
                  </Link>{' '}
                  for full access.
                </p>
              )}
              <p className="mb-2 text-[0.9375rem] text-quiet">
                By the lower end of the range: a figure that is surer stands higher.
              </p>
              <RankingTable entries={items} ownId={user.id} />
            </>
          );
        }}
      </QueryPanel>
      <LoadMore query={players} of="players" />
    </>
  );
}
