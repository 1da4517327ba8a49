import { Search } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { dayInZone, viewerZone } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import { useNow } from '../../lib/use-now';
import { type CourtSearch, typedCourtSearch } from '../../resources/court/court-search';
import { toQueryString, useRecentSearches } from '../../resources/court/search/recent-searches';
import { SearchPill } from '../../resources/court/search/search-pill';
import { Button } from '../../ui/button';

/** The search of the list of courts, which opens with its results. */
export function HomeSearch() {
  const [searchParams, updateSearch] = useSearchState();
  const search = typedCourtSearch(searchParams);
  const navigate = useNavigate();
  const today = dayInZone(useNow(), viewerZone());
  const recent = useRecentSearches(today);
  const apply = async (applied: CourtSearch) => {
    recent.remember(applied);
    const query = toQueryString(applied);
    // Back shows the search again.
    await navigate({ search: query }, { replace: true, preventScrollReset: true });
    await navigate({ pathname: paths.courts, search: query });
  };
  return (
    <SearchPill
      search={search}
      today={today}
      recent={recent}
      onChange={updateSearch}
      onApply={(applied) => void apply(applied)}
      onSubmit={() => void apply(search)}
      action={
        <Button onClick={() => void apply(search)} className="h-12! rounded-full! max-lg:hidden">
          <Search size={19} strokeWidth={1.6} aria-hidden />
          Search
        </Button>
      }
    />
  );
}
