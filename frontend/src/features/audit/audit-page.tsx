import { useSearchState } from '../../lib/search-state';
import { DeskPage } from '../../resources/admin/desk-page';
import { Tabs } from '../../ui/tabs';
import { AsOfTab } from './as-of-tab';
import { EntryDialog } from './entry-dialog';
import { SearchTab } from './search-tab';
import { TimelineTab } from './timeline-tab';

export type AddressProps = {
  search: URLSearchParams;
  onChange: (changes: Record<string, string>) => void;
};

export function AuditPage() {
  const [search, change] = useSearchState();
  const address = { search, onChange: change };
  const event = search.get('event');
  return (
    <DeskPage
      title="Audit"
      lead="Who did what, when, and why. Opening other people's data here is logged, too."
    >
      <Tabs
        label="Audit"
        value={search.get('tab') ?? 'search'}
        onChange={(tab) => change({ tab: tab === 'search' ? '' : tab })}
        tabs={[
          { value: 'search', label: 'Everything', panel: <SearchTab {...address} /> },
          { value: 'timeline', label: 'Timeline', panel: <TimelineTab {...address} /> },
          { value: 'as-of', label: 'Past State', panel: <AsOfTab {...address} /> },
        ]}
      />
      {event && <EntryDialog eventId={event} onClose={() => change({ event: '' })} />}
    </DeskPage>
  );
}
