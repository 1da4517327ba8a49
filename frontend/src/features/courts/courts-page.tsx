import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api';
import { PageMeta } from '../../lib/page-meta';
import { useSearchState } from '../../lib/search-state';
import { useSession } from '../../lib/session';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Skeleton } from '../../ui/skeleton';
import { courtsQuery } from './api';
import { CourtCard } from './court-card';
import { CourtFilters } from './court-filters';
import { type Filters, filterNames, filtersOf, noFilters } from './filters';

const grid = 'mt-8 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-3';

export function CourtsPage() {
  const { user } = useSession();
  const [query, change] = useSearchState();
  const filters = filtersOf(query);
  return (
    <section className="page pt-8 md:pt-12">
      <PageMeta page="/courts" />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="font-display text-5xl leading-none tracking-tight lg:text-6xl">Private courts</h1>
        {user?.skillLevel && <Badge tone="brass">Your level: {user.skillLevel}</Badge>}
      </div>
      <p className="mt-4 mb-8 max-w-prose text-lg text-quiet">
        Each belongs to somebody who plays on it. Choose an hour; the host answers in person.
      </p>
      <CourtFilters
        filters={filters}
        onChange={(name, value) => change({ [name]: value })}
        onClear={() => change(Object.fromEntries(filterNames.map((name) => [name, ''])))}
      />
      <CourtGrid filters={filters} />
    </section>
  );
}

/** The courts that fit; where none does, all of them, and it says so. */
function CourtGrid({ filters }: { filters: Filters }) {
  const fitting = useInfiniteQuery({ ...courtsQuery(filters), placeholderData: keepPreviousData });
  const isMatched = fitting.data?.pages[0]?.items.length !== 0;
  const all = useInfiniteQuery({ ...courtsQuery(noFilters), enabled: !isMatched });
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = isMatched ? fitting : all;
  if (isPending)
    return (
      <div role="status">
        <p className="mt-8 text-quiet">Loading exclusive courts...</p>
        <div className={grid}>
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-96" />
          ))}
        </div>
      </div>
    );
  if (!data)
    return (
      <EmptyState
        className="mt-8"
        title="Failed to fetch courts"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {messageOf(error, 'Please check your connection.')}
      </EmptyState>
    );
  const courts = data.pages.flatMap(({ items }) => items);
  const count = data.pages[0]?.total ?? courts.length;
  if (count === 0)
    return (
      <EmptyState className="mt-8" title="No courts available">
        The first hosts are setting up. Come back soon.
      </EmptyState>
    );
  return (
    <>
      <p role="status" className="mt-6 text-quiet">
        {isMatched
          ? `${count} ${count === 1 ? 'court' : 'courts'}`
          : `No court matches these filters, so here are all ${count}.`}
      </p>
      <ul className={grid}>
        {courts.map((court) => (
          <li key={court.id}>
            <CourtCard court={court} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="outline" className="mt-12" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more courts
        </Button>
      )}
    </>
  );
}
