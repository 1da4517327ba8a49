import { useSearchState } from '../../lib/search-state';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { Tabs } from '../../ui/tabs';
import { AsOfTab } from './as-of-tab';
import { EntryDialog } from './entry-dialog';
import { SearchTab } from './search-tab';
import { TimelineTab } from './timeline-tab';

export type SearchProps = {
  searchParams: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

export function AuditPage() {
  const [searchParams, updateSearch] = useSearchState();
  const searchProps = { searchParams, onChange: updateSearch };
  const eventId = searchParams.get('event');
  return (
    <AdminLayout
      title="Audit"
      lead="Who did what, when, and why. Opening other people's data here is logged, too."
    >
      <Tabs
        label="Audit"
        value={searchParams.get('tab') ?? 'search'}
        onChange={(selectedTab) =>
          updateSearch({ tab: selectedTab === 'search' ? '' : selectedTab })
        }
        tabs={[
          { value: 'search', label: 'Everything', panel: <SearchTab {...searchProps} /> },
          { value: 'timeline', label: 'Timeline', panel: <TimelineTab {...searchProps} /> },
          { value: 'as-of', label: 'Past State', panel: <AsOfTab {...searchProps} /> },
        ]}
      />
      {eventId && <EntryDialog eventId={eventId} onClose={() => updateSearch({ event: '' })} />}
    </AdminLayout>
  );
}
