import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type AuditFilters, auditQuery, exportAddress } from '../../resources/audit/audit-queries';
import { Switch } from '../../ui/checkbox';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import type { SearchProps } from './audit-page';
import { EventRows } from './event-rows';
import { SearchForm } from './search-form';
import { textLinkClass } from '../../ui/text-link';
import { Heading } from '../../ui/heading';

const filterNames = ['person', 'actor', 'court', 'booking', 'type', 'from', 'to'] as const;

export const parseAuditFilters = (searchParams: URLSearchParams): AuditFilters => ({
  ...Object.fromEntries(
    filterNames.flatMap((filterName) =>
      searchParams.get(filterName) ? [[filterName, searchParams.get(filterName)!]] : [],
    ),
  ),
  ...(searchParams.get('ownReads') === 'true' && { ownReads: 'true' as const }),
});

export function SearchTab({ searchParams, onChange }: SearchProps) {
  const filters = parseAuditFilters(searchParams);
  const eventPages = useInfiniteQuery({
    ...auditQuery(filters),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <SearchForm key={JSON.stringify(filters)} filters={filters} onChange={onChange} />
      <div className="mt-6">
        <Switch
          label="Show when I viewed personal data"
          checked={searchParams.get('ownReads') === 'true'}
          onChange={({ target }) => onChange({ ownReads: target.checked ? 'true' : '' })}
        />
      </div>
      <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <Heading level={2}>Events</Heading>
        <p className="flex flex-wrap gap-x-5 text-small">
          {(['csv', 'jsonl'] as const).map((format) => (
            <a
              key={format}
              href={exportAddress(filters, format)}
              download={`audit.${format}`}
              className={`${textLinkClass} inline-flex min-h-6 items-center`}
            >
              Download {format === 'csv' ? 'as CSV' : 'as JSON Lines'}
            </a>
          ))}
        </p>
      </div>
      <QueryPanel query={eventPages} label="events">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing found">No events match your search.</EmptyState>
          ) : (
            <EventRows events={items} onOpen={(eventId) => onChange({ event: eventId })} />
          )
        }
      </QueryPanel>
      <LoadMore query={eventPages} itemLabel="events" />
      <p className="mt-6 text-small text-quiet">
        Downloads contain the newest events, up to 10,000, without names.
      </p>
    </>
  );
}
