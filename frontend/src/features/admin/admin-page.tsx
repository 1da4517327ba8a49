import { useQuery } from '@tanstack/react-query';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { applicationCountsQuery } from '../../resources/admin/application-queries';
import { AdminNav } from '../../resources/admin/admin-layout';
import { LoadErrors } from '../../ui/load-error';
import { Tabs } from '../../ui/tabs';
import { ApplicationCounters } from './application-counters';
import { noFilters } from './application-filters';
import { ApplicationTab } from './application-tab';
import { Heading } from '../../ui/heading';

export function AdminPage() {
  const [searchParams, updateSearch] = useSearchState();
  const countsQuery = useQuery(applicationCountsQuery);
  const { data: counts } = countsQuery;
  return (
    <div className="page pt-10">
      <PageMeta title="Admin Dashboard" description="Review applications and manage Courtly." />
      <Heading level={1} className="mb-8">
        Admin Dashboard
      </Heading>
      <AdminNav />
      <LoadErrors className="mb-8" label="the application counts" queries={[countsQuery]} />
      <ApplicationCounters counts={counts} />
      <Tabs
        label="Admin dashboard"
        value={searchParams.get('tab') ?? 'player'}
        onChange={(selectedTab) =>
          updateSearch({ ...noFilters, tab: selectedTab === 'player' ? '' : selectedTab })
        }
        tabs={[
          {
            value: 'player',
            label: 'Player Applications',
            count: counts?.player.pending,
            panel: (
              <ApplicationTab kind="player" searchParams={searchParams} onChange={updateSearch} />
            ),
          },
          {
            value: 'host',
            label: 'Host Applications',
            count: counts?.host.pending,
            panel: (
              <ApplicationTab kind="host" searchParams={searchParams} onChange={updateSearch} />
            ),
          },
        ]}
      />
    </div>
  );
}
