import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths';
import { dayInZone, viewerZone } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { type CourtSearch, emptySearch } from '../../resources/court/court-search';
import { toQueryString, useRecentSearches } from '../../resources/court/search/recent-searches';
import { SearchPill } from '../../resources/court/search/search-pill';
import { Button } from '../../ui/button';

/** The search of the list of courts, which opens with its results. */
export function HomeSearch() {
  const [search, setSearch] = useState(emptySearch);
  const navigate = useNavigate();
  const today = dayInZone(useNow(), viewerZone());
  const recent = useRecentSearches(today);
  const apply = (applied: CourtSearch) => {
    recent.remember(applied);
    void navigate({ pathname: paths.courts, search: toQueryString(applied) });
  };
  return (
    <SearchPill
      search={search}
      today={today}
      recent={recent}
      onChange={(changes) => setSearch((previous) => ({ ...previous, ...changes }))}
      onApply={apply}
      action={
        <Button onClick={() => apply(search)} className="h-12! rounded-full! max-lg:hidden">
          <Search size={19} strokeWidth={1.6} aria-hidden />
          Search
        </Button>
      }
    />
  );
}
