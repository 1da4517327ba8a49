import type { User } from '@courtly/contracts/identity';
import type { Discipline } from '@courtly/contracts/matches';
import type { RankingsTab } from '@courtly/contracts/rankings';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { sportOptions } from '../../lib/sports';
import { AccessGate } from '../../resources/membership/access-gate';
import { hasTier } from '../../resources/session/permissions';
import { rememberReturnPath } from '../../resources/session/return-path';
import { useSession } from '../../resources/session/session';
import { UnknownSession } from '../../resources/session/unknown-session';
import { RadioGroup } from '../../ui/radio-group';
import { Loading } from '../../ui/skeleton';
import { Tabs } from '../../ui/tabs';
import { OwnRankCard } from './own-rank';
import { RankingPanel } from './ranking-panel';
import { Heading } from '../../ui/heading';
import { TextLink } from '../../ui/text-link';

const rankingTabs: readonly { value: RankingsTab; label: string }[] = [
  { value: 'all', label: 'All Players' },
  { value: 'friends', label: 'Friends' },
  { value: 'local', label: 'Local' },
  { value: 'clay', label: 'Clay Rankings' },
];
const disciplines: readonly { value: Discipline; label: string }[] = [
  { value: 'singles', label: 'Singles' },
  { value: 'doubles', label: 'Doubles' },
];

/** A placeholder behind the gate that contains no real data. */
const placeholderRows = [1, 2, 3, 4, 5].map((rowNumber) => (
  <div key={rowNumber} className="mt-4 h-16 rounded-sm bg-sunk first:mt-0" />
));

function MemberRankings({ user }: { user: User }) {
  const [searchParams, updateSearch] = useSearchState();
  const activeTab =
    rankingTabs.find(({ value }) => value === searchParams.get('tab'))?.value ?? 'all';
  const discipline =
    disciplines.find(({ value }) => value === searchParams.get('discipline'))?.value ?? 'singles';
  const sport =
    sportOptions.find(({ value }) => value === searchParams.get('sport'))?.value ?? 'tennis';
  const isAccessible = activeTab !== 'clay' || hasTier(user, 'elite');
  const panelForTab = (value: RankingsTab): ReactNode =>
    value === activeTab && isAccessible ? (
      <RankingPanel ranking={{ sport, tab: activeTab, discipline }} user={user} />
    ) : (
      <AccessGate tier="elite">{placeholderRows}</AccessGate>
    );
  return (
    <>
      <OwnRankCard
        ranking={{ sport, tab: isAccessible ? activeTab : 'all', discipline }}
        userId={user.id}
      />
      <div className="mt-10 flex flex-wrap gap-x-8 gap-y-3">
        <RadioGroup
          legend="Sport"
          segmented
          choices={sportOptions}
          value={sport}
          onChange={(value) => updateSearch({ sport: value === 'tennis' ? '' : value })}
          className="w-xs max-w-full grid-cols-2"
        />
        <RadioGroup
          legend="Singles or doubles"
          segmented
          choices={disciplines}
          value={discipline}
          onChange={(value) => updateSearch({ discipline: value === 'singles' ? '' : value })}
          className="w-xs max-w-full grid-cols-2"
        />
      </div>
      <Tabs<RankingsTab>
        label="Rankings"
        className="mt-4"
        value={activeTab}
        onChange={(value) => updateSearch({ tab: value === 'all' ? '' : value })}
        tabs={rankingTabs.map((tabOption) => ({
          ...tabOption,
          panel: panelForTab(tabOption.value),
        }))}
      />
    </>
  );
}

function VisitorRankings() {
  return (
    <>
      <Heading level={2}>Rankings reflect real matches</Heading>
      <p className="mt-2 max-w-prose text-quiet">
        Members log their matches, opponents confirm them, and every rating change has a receipt
        that explains it.
      </p>
      <p className="mt-3 mb-8 flex flex-wrap gap-x-6 gap-y-1">
        <TextLink to={paths.login} onClick={() => rememberReturnPath(paths.rankings)}>
          Sign In
        </TextLink>
        <TextLink to={paths.howRatingsWork}>How ratings work</TextLink>
      </p>
      <AccessGate tier="free">{placeholderRows}</AccessGate>
    </>
  );
}

export function RankingsPage() {
  const { state, user } = useSession();
  return (
    <div className="page pt-10">
      <PageMeta page="/rankings" />
      <Heading level={1} className="mb-8">
        Elite Rankings
      </Heading>
      {state === 'unknown' && (
        <UnknownSession>
          <Loading label="Loading the rankings">{placeholderRows}</Loading>
        </UnknownSession>
      )}
      {state === 'signedOut' && <VisitorRankings />}
      {user && <MemberRankings user={user} />}
    </div>
  );
}
