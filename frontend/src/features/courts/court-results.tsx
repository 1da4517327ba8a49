import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { mapStyleUrl } from '../../config/map-style';
import { errorMessage } from '../../lib/api';
import { flattenPages } from '../../lib/cursor-paging';
import { type CourtSearch, isNarrowed, emptySearch } from '../../resources/court/court-search';
import { searchQuery } from '../../resources/court/search-query';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { Select } from '../../ui/select';
import { CourtGrid } from './court-grid';
import { CourtsLoading } from './courts-loading';
import { countLabel } from './count-label';
import { orders } from './search-labels';

/** Pages restored after a reload; later ones load on demand. */
const MOST_AT_ONCE = 10;

type Props = {
  search: CourtSearch;
  /** Number of pages the user has loaded. */
  pages: number;
  onPages: (pages: number) => void;
  onOrder: (sort: string) => void;
  onClear: () => void;
  /** Called when a court or one of its hours is opened. */
  onOpen: () => void;
};

/** Falls back to all courts, with a note, if nothing matches. */
export function CourtResults({ search, pages, onPages, onOrder, onClear, onOpen }: Props) {
  const fitting = useInfiniteQuery({ ...searchQuery(search), placeholderData: keepPreviousData });
  const isMatched = fitting.data?.pages[0]?.items.length !== 0 || fitting.hasNextPage;
  const hasNoFavourites = !isMatched && search.favourites !== '';
  const all = useInfiniteQuery({
    ...searchQuery(emptySearch),
    enabled: !isMatched && !hasNoFavourites,
  });
  const shown = isMatched || hasNoFavourites ? fitting : all;
  const {
    data,
    isPending,
    error,
    refetch,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    fetchNextPage,
  } = shown;
  const mapStyle = mapStyleUrl();
  const [isMapShown, showMap] = useState(
    () => Boolean(mapStyle) && matchMedia('(width >= 64rem)').matches,
  );
  const wanted = Math.min(pages, MOST_AT_ONCE);
  const isBehind = Boolean(
    data && data.pages.length < wanted && hasNextPage && !isFetching && !isFetchNextPageError,
  );
  useEffect(() => {
    if (isBehind) void fetchNextPage();
  }, [isBehind, fetchNextPage]);

  if (isPending) return <CourtsLoading />;
  if (!data)
    return (
      <EmptyState
        className="mt-8"
        title="Failed to fetch courts"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {errorMessage(error, 'Please check your connection.')}
      </EmptyState>
    );
  if (hasNoFavourites)
    return (
      <EmptyState
        className="mt-8"
        title="None of your favorites match"
        action={<Button onClick={onClear}>All courts</Button>}
      >
        Tap the heart on a court to add it to your favorites.
      </EmptyState>
    );
  const { items, total } = flattenPages(data);
  if (items.length === 0 && !hasNextPage)
    return (
      <EmptyState className="mt-8" title="No courts available">
        Our first hosts are still setting up. Check back soon.
      </EmptyState>
    );
  const more = () => {
    onPages(data.pages.length + 1);
    void fetchNextPage();
  };
  return (
    <>
      <div className="mt-3 flex min-h-11 items-center gap-1 text-quiet lg:mt-5">
        <p role="status" className="mr-auto">
          <span className="mr-2">
            {countLabel(search, { isMatched, total, hasMore: hasNextPage })}
          </span>{' '}
          {isNarrowed(search) && (
            <button
              type="button"
              aria-label="Clear filters"
              onClick={onClear}
              className="min-h-9 cursor-pointer text-ink underline decoration-brass-line underline-offset-4 hover:decoration-ink"
            >
              Clear
            </button>
          )}
        </p>
        {mapStyle && (
          <Button
            variant="quiet"
            aria-label={isMapShown ? 'Hide map' : 'Show map'}
            aria-expanded={isMapShown}
            onClick={() => showMap(!isMapShown)}
            className="px-3"
          >
            <MapIcon size={19} strokeWidth={1.6} aria-hidden />
            <span className="hidden sm:inline">{isMapShown ? 'Hide map' : 'Show map'}</span>
          </Button>
        )}
        <Select
          aria-label="Sort by"
          options={orders}
          value={search.sort}
          onChange={({ target }) => onOrder(target.value)}
          className="h-11 w-auto border-transparent bg-transparent pr-10 pl-2"
        />
      </div>
      <CourtGrid courts={items} mapStyle={isMapShown ? mapStyle : undefined} onOpen={onOpen} />
      <LoadMore query={{ ...shown, fetchNextPage: more }} of="courts" />
    </>
  );
}
