import type { Player } from '@courtly/contracts/rankings';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { ApiError } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { sportOptions } from '../../lib/sports';
import { playerQuery } from '../../resources/player/player-queries';
import { fullName } from '../../resources/session/person-labels';
import { useSession } from '../../resources/session/session';
import { LinkButton } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed } from '../../ui/load-error';
import { QueryPanel } from '../../ui/query-panel';
import { RadioGroup } from '../../ui/radio-group';
import { Tabs } from '../../ui/tabs';
import { CourtsPlayed } from './courts-played';
import { MatchHistory } from './match-history';
import { PlayerHeader } from './player-header';
import { PlayerOverview } from './player-overview';
import { Heading } from '../../ui/heading';

type PlayerTab = 'overview' | 'matches' | 'courts';

function PlayerTabs({ player, isOwn }: { player: Player; isOwn: boolean }) {
  return (
    <>
      <PageMeta title={fullName(player)} />
      <PlayerHeader player={player} isOwn={isOwn} />
      {player.sections.results ? (
        <PlayerTabList player={player} isOwn={isOwn} />
      ) : (
        <div className="mt-10">
          <EmptyState title="This player shares results with opponents only.">
            You'll see more here once you've played a match or shared a booking.
          </EmptyState>
        </div>
      )}
    </>
  );
}

function PlayerTabList({ player, isOwn }: { player: Player; isOwn: boolean }) {
  const [searchParams, updateSearch] = useSearchState();
  const activeTab = (searchParams.get('tab') ?? 'overview') as PlayerTab;
  return (
    <>
      {player.sports.some(({ sport }) => sport !== player.sport) && (
        <RadioGroup
          legend="Sport"
          segmented
          choices={sportOptions}
          value={player.sport}
          onChange={(sport) => updateSearch({ sport })}
          className="mt-8 max-w-xs grid-cols-2"
        />
      )}
      <Tabs<PlayerTab>
        label="About the player"
        className="mt-10"
        value={activeTab}
        onChange={(selectedTab) =>
          updateSearch({ tab: selectedTab === 'overview' ? '' : selectedTab, discipline: '' })
        }
        tabs={[
          { value: 'overview', label: 'Overview', panel: <PlayerOverview player={player} /> },
          {
            value: 'matches',
            label: 'Match History',
            panel: <MatchHistory player={player} isOwn={isOwn} />,
          },
          {
            value: 'courts',
            label: 'Courts Played',
            panel: <CourtsPlayed courts={player.courts} isShown={player.sections.whereabouts} />,
          },
        ]}
      />
    </>
  );
}

export function PlayerPage() {
  const { playerId = '' } = useParams();
  const { user } = useSession();
  const [searchParams] = useSearchState();
  const sport = sportOptions.find(({ value }) => value === searchParams.get('sport'))?.value;
  const player = useQuery({
    ...playerQuery(playerId, sport),
    placeholderData: (shown) => (shown?.id === playerId ? shown : undefined),
  });
  const isMissing = player.error instanceof ApiError && player.error.status === 404;
  return (
    <div className="page pt-10">
      {!player.data && <PageMeta title="Player" />}
      {isMissing ? (
        <>
          <Heading level={1} className="mb-8">
            Player Not Found
          </Heading>
          <EmptyState
            title="There is no player at this address."
            action={<LinkButton to={paths.rankings}>Rankings</LinkButton>}
          />
        </>
      ) : (
        <>
          {hasFailed(player) && (
            <Heading level={1} className="mb-8">
              Player
            </Heading>
          )}
          <QueryPanel query={player} label="the player">
            {(loadedPlayer) => (
              <PlayerTabs
                key={loadedPlayer.id}
                player={loadedPlayer}
                isOwn={loadedPlayer.id === user?.id}
              />
            )}
          </QueryPanel>
        </>
      )}
    </div>
  );
}
