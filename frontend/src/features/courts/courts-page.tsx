import { useCallback, useEffect, useMemo, useState } from 'react';
import { PageMeta } from '../../lib/page-meta';
import { dayInZone, viewerZone } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { useNow } from '../../lib/use-now';
import {
  type CourtSearch,
  parseCourtSearch,
  typedCourtSearch,
  emptySearch,
} from '../../resources/court/court-search';
import { useRecentSearches } from '../../resources/court/search/recent-searches';
import { SearchPill } from '../../resources/court/search/search-pill';
import { ChallengeNote } from '../../resources/player/challenge-note';
import { useSession } from '../../resources/session/session';
import { lazyDialog } from '../../ui/lazy-dialog';
import { CourtsHeading } from './courts-heading';
import { CourtResults } from './court-results';
import { FiltersButton } from './filters-button';

const loadFilterSheet = async () => (await import('./filter-sheet')).FilterSheet;
const FilterSheet = lazyDialog(loadFilterSheet);
const prefetchFilterSheet = (): void => void loadFilterSheet().catch(() => undefined);

/** How long a typed place must stay unchanged before it is searched. */
const TYPING_PAUSE_MS = 300;

/** The search, which waits for a pause while its place is typed. */
const useSettledSearch = (courtSearch: CourtSearch): CourtSearch => {
  const [settledSearch, settle] = useState(courtSearch);
  useEffect(() => {
    const pauseTimer = setTimeout(() => settle(courtSearch), TYPING_PAUSE_MS);
    return () => clearTimeout(pauseTimer);
  }, [courtSearch]);
  const isTyping = courtSearch.search !== '' && courtSearch.search !== settledSearch.search;
  return isTyping ? settledSearch : courtSearch;
};

export function CourtsPage() {
  const { state, user } = useSession();
  const [searchParams, updateSearch] = useSearchState();
  const [isFilterSheetOpen, setFilterSheetOpen] = useState(false);
  const today = dayInZone(useNow(), viewerZone());
  const recentSearches = useRecentSearches(today);
  const courtSearch = useMemo(() => parseCourtSearch(searchParams), [searchParams]);
  const typedSearch = typedCourtSearch(searchParams);
  const settledSearch = useSettledSearch(courtSearch);
  const { remember } = recentSearches;
  const rememberSearch = useCallback(() => remember(courtSearch), [remember, courtSearch]);
  // A new search starts on the first page. Without a place, there is no distance to sort by.
  const narrowSearch = (changes: Partial<CourtSearch>) => {
    const { search: place, sort } = { ...courtSearch, ...changes };
    const hasDistance = place !== '' || sort !== 'nearest';
    updateSearch({ ...changes, ...(!hasDistance && { sort: '' }), pages: '' });
  };
  const applySearch = (chosenSearch: CourtSearch) => {
    remember(chosenSearch);
    narrowSearch(chosenSearch);
    setFilterSheetOpen(false);
  };
  return (
    <section className="page pt-5 md:pt-10">
      <PageMeta page="/courts" />
      <CourtsHeading level={user?.skillLevel} />
      <ChallengeNote todo="choose an hour" className="mt-4" />
      <div className="mt-4 md:mt-6">
        <SearchPill
          search={typedSearch}
          today={today}
          recent={recentSearches}
          onChange={narrowSearch}
          onApply={applySearch}
          action={
            <FiltersButton
              search={courtSearch}
              onNear={prefetchFilterSheet}
              onOpen={() => setFilterSheetOpen(true)}
            />
          }
        />
      </div>
      {isFilterSheetOpen && (
        <FilterSheet
          open
          search={courtSearch}
          canKeep={state === 'signedIn'}
          onClose={() => setFilterSheetOpen(false)}
          onApply={applySearch}
        />
      )}
      <CourtResults
        search={settledSearch}
        pages={Number(searchParams.get('pages')) || 1}
        onPages={(pageCount) => updateSearch({ pages: String(pageCount) })}
        onOrder={(sort) => narrowSearch({ sort })}
        onClear={() => narrowSearch({ ...emptySearch, sort: courtSearch.sort })}
        onOpen={rememberSearch}
      />
    </section>
  );
}
