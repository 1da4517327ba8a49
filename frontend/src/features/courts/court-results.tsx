import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../lib/api';
import { flattenPages } from '../../lib/cursor-paging';
import { type CourtSearch, isNarrowed } from '../../resources/court/court-search';
import { relaxedSearchQuery } from '../../resources/court/relaxed-search';
import { searchQuery } from '../../resources/court/search-query';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { hasFailed } from '../../ui/load-error';
import { LoadMore } from '../../ui/load-more';
import { Select } from '../../ui/select';
import { CourtGrid } from './court-grid';
import { CourtsLoading } from './courts-loading';
import { CountLabel } from './count-label';
import { zonesLabel } from './zones-label';
import { nearestFirstOptions, sortOptionsOf } from '../../resources/court/search/search-labels';
import { textLinkClass } from '../../ui/text-link';

/** The maximum number of pages to restore after a reload. Later pages load on demand. */
const MAX_RESTORED_PAGES = 10;

type CourtResultsProps = {
  search: CourtSearch;
  /** The number of pages that have been loaded. */
  pages: number;
  onPages: (pageCount: number) => void;
  onOrder: (sort: string) => void;
  onClear: () => void;
  /** Called when a court or one of its hours is opened. */
  onOpen: () => void;
};

/** The search results. If nothing matches, drops filters until courts match, with a note. */
export function CourtResults({
  search,
  pages,
  onPages,
  onOrder,
  onClear,
  onOpen,
}: CourtResultsProps) {
  const matchingCourts = useInfiniteQuery({
    ...searchQuery(search),
    placeholderData: keepPreviousData,
  });
  const isMatched = matchingCourts.data?.pages[0]?.items.length !== 0 || matchingCourts.hasNextPage;
  const hasNoMatchingFavourites = !isMatched && search.favourites !== '';
  const needsRelaxation =
    !isMatched && !hasNoMatchingFavourites && !matchingCourts.isPlaceholderData;
  const relaxation = useQuery({ ...relaxedSearchQuery(search), enabled: needsRelaxation });
  const relaxedSearch = needsRelaxation ? relaxation.data : undefined;
  const relaxedCourts = useInfiniteQuery({
    ...searchQuery(relaxedSearch?.search ?? search),
    enabled: Boolean(relaxedSearch),
  });
  const activeQuery = relaxedSearch ? relaxedCourts : matchingCourts;
  const { data, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    activeQuery;
  const [isMapVisible, setMapVisible] = useState(() => matchMedia('(width >= 64rem)').matches);
  const restoredPages = Math.min(pages, MAX_RESTORED_PAGES);
  const isRestoringPages = Boolean(
    data &&
    data.pages.length < restoredPages &&
    hasNextPage &&
    !isFetching &&
    !isFetchNextPageError,
  );
  useEffect(() => {
    if (isRestoringPages) void fetchNextPage();
  }, [isRestoringPages, fetchNextPage]);

  const failedQuery = [activeQuery, relaxation].find(hasFailed);
  if (failedQuery)
    return (
      <EmptyState
        className="mt-8"
        title={
          <span key={failedQuery.errorUpdateCount} role="alert">
            Failed to fetch courts
          </span>
        }
        action={
          <Button busy={failedQuery.isFetching} onClick={() => void failedQuery.refetch()}>
            Try Again
          </Button>
        }
      >
        {errorMessage(failedQuery.error, 'Please check your connection.')}
      </EmptyState>
    );
  if (!data || (needsRelaxation && relaxation.isPending)) return <CourtsLoading />;
  if (hasNoMatchingFavourites)
    return (
      <EmptyState
        className="mt-8"
        title="None of your favorites match"
        action={<Button onClick={onClear}>All Courts</Button>}
      >
        Tap the heart on a court to add it to your favorites.
      </EmptyState>
    );
  const isNearestByDefault = search.sort === '' && relaxedSearch?.search.sort === 'nearest';
  const { items, total } = flattenPages(data);
  if (items.length === 0 && !hasNextPage)
    return (
      <EmptyState className="mt-8" title="No courts available">
        Our first hosts are still setting up. Check back soon.
      </EmptyState>
    );
  const loadNextPage = () => {
    onPages(data.pages.length + 1);
    void fetchNextPage();
  };
  return (
    <>
      <div className="mt-3 flex min-h-11 items-center gap-1 text-quiet lg:mt-5">
        <p role="status" className="mr-auto">
          <span className="mr-2">
            <CountLabel
              search={search}
              relaxedSearch={relaxedSearch}
              total={total}
              hasMore={hasNextPage}
            />
          </span>{' '}
          {isNarrowed(search) && (
            <button
              type="button"
              aria-label="Clear filters"
              onClick={onClear}
              className={`${textLinkClass} min-h-9`}
            >
              Clear
            </button>
          )}
        </p>
        <Button
          variant="quiet"
          aria-label={isMapVisible ? 'Hide map' : 'Show map'}
          aria-expanded={isMapVisible}
          onClick={() => setMapVisible(!isMapVisible)}
          className="px-3!"
        >
          <MapIcon size={19} strokeWidth={1.6} aria-hidden />
          <span className="hidden sm:inline">{isMapVisible ? 'Hide map' : 'Show map'}</span>
        </Button>
        <Select
          aria-label="Sort by"
          options={isNearestByDefault ? nearestFirstOptions : sortOptionsOf(search)}
          value={search.sort}
          onChange={({ target }) => onOrder(target.value)}
          className="w-44 shrink-0"
        />
      </div>
      <p className="text-small text-quiet empty:hidden">{zonesLabel(items)}</p>
      <div inert={isPlaceholderData} className="transition-opacity inert:opacity-55">
        <CourtGrid
          courts={items}
          search={relaxedSearch?.search ?? search}
          hasMap={isMapVisible}
          onOpen={onOpen}
        />
      </div>
      <LoadMore query={{ ...activeQuery, fetchNextPage: loadNextPage }} itemLabel="courts" />
    </>
  );
}
