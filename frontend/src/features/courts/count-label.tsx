import { type CourtSearch, emptySearch } from '../../resources/court/court-search';
import type { RelaxedSearch } from '../../resources/court/relaxed-search';
import { SearchWords } from '../../resources/court/search/search-words';

type SearchCount = {
  /** The search whose courts are counted, if none matches all filters. */
  relaxedSearch: RelaxedSearch | null | undefined;
  total: number;
  hasMore: boolean;
};

const courtCountLabel = (
  { date }: Pick<CourtSearch, 'date'>,
  { total, hasMore }: Pick<SearchCount, 'total' | 'hasMore'>,
): string => {
  const courtCount = `${total} ${total === 1 ? 'court' : 'courts'}`;
  if (!date) return courtCount;
  if (hasMore)
    return total === 0 ? 'no available courts found yet' : `${courtCount} available so far`;
  return `${courtCount} available`;
};

const capitalized = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

function Relaxation({
  courtSearch,
  relaxedSearch: { search, dropped },
}: {
  courtSearch: CourtSearch;
  relaxedSearch: RelaxedSearch;
}) {
  const droppedSearch = {
    ...emptySearch,
    ...Object.fromEntries(dropped.map((name) => [name, courtSearch[name]])),
  };
  return (
    <>
      No court matches all filters. Without “<SearchWords search={droppedSearch} />”
      {search.sort === 'nearest' && ', nearest first'}:
    </>
  );
}

/** In a search by day, the server sends no total, so `total` counts the courts loaded so far. */
export function CountLabel({
  search: courtSearch,
  relaxedSearch,
  ...count
}: SearchCount & { search: CourtSearch }) {
  if (!relaxedSearch) return capitalized(courtCountLabel(courtSearch, count));
  return (
    <>
      <Relaxation courtSearch={courtSearch} relaxedSearch={relaxedSearch} />{' '}
      {courtCountLabel(relaxedSearch.search, count)}.
    </>
  );
}
