import { useCallback, useMemo, useState } from 'react';
import { PageMeta } from '../../lib/page-meta';
import { dayInZone, viewerZone } from '../../lib/format';
import { useSearchState } from '../../lib/search-state';
import {
  type CourtSearch,
  parseCourtSearch,
  isNarrowed,
  emptySearch,
} from '../../resources/court/court-search';
import { ChallengeNote } from '../../resources/player/challenge-note';
import { useSession } from '../../resources/session/session';
import { CourtsHeading } from './courts-heading';
import { CourtResults } from './court-results';
import { FilterBar } from './filter-bar';
import { FilterChips } from './filter-chips';
import { FilterSheet, prefetchFilterSheet } from './lazy-filter-sheet';
import { RecentList } from './recent-list';
import { useRecentSearches } from './recent-searches';
import type { Part } from './search-labels';

export function CourtsPage() {
  const { state, user } = useSession();
  const [query, change] = useSearchState();
  const [part, setPart] = useState<Part | null>(null);
  const today = dayInZone(new Date().toISOString(), viewerZone());
  const recent = useRecentSearches(today);
  const search = useMemo(() => parseCourtSearch(query), [query]);
  const { remember } = recent;
  const rememberSearch = useCallback(() => remember(search), [remember, search]);
  // A new search starts at page one.
  const narrow = (changes: Partial<CourtSearch>) => change({ ...changes, pages: '' });
  const apply = (chosen: CourtSearch) => {
    remember(chosen);
    narrow(chosen);
    setPart(null);
  };
  return (
    <section className="page pt-5 md:pt-10">
      <PageMeta page="/courts" />
      <CourtsHeading level={user?.skillLevel} />
      <ChallengeNote todo="choose an hour" className="mt-4" />
      <div className="mt-4 md:mt-6">
        <FilterBar
          search={search}
          today={today}
          onChange={narrow}
          onMore={() => setPart('surface')}
        />
        <FilterChips search={search} onOpen={setPart} onNear={prefetchFilterSheet} />
        {!isNarrowed(search) && (
          <RecentList recent={recent} onChoose={apply} className="mt-3 hidden lg:flex" />
        )}
      </div>
      {part && (
        <FilterSheet
          open
          {...{ search, today, part, recent }}
          canKeep={state === 'member'}
          onClose={() => setPart(null)}
          onApply={apply}
        />
      )}
      <CourtResults
        search={search}
        pages={Number(query.get('pages')) || 1}
        onPages={(pages) => change({ pages: String(pages) })}
        onOrder={(sort) => narrow({ sort })}
        onClear={() => narrow({ ...emptySearch, sort: search.sort })}
        onOpen={rememberSearch}
      />
    </section>
  );
}
