import { queryOptions } from '@tanstack/react-query';
import { courtKeys } from './court-keys';
import { type CourtSearch, emptySearch, isNarrowed } from './court-search';
import { searchQuery } from './search-query';

type SearchName = keyof CourtSearch;

/** A search without some of its filters. It may still name the place, to sort by its distance. */
export type RelaxedSearch = Readonly<{ search: CourtSearch; dropped: readonly SearchName[] }>;

/** A court in another place is preferred to other relaxations up to this distance. */
const NEARBY_MILES = 50;

/** The filters in the order in which they are dropped. */
const droppableFilters: readonly (readonly SearchName[])[] = [
  ['from', 'to'],
  ['minRate', 'maxRate'],
  ['amenity'],
  ['players'],
  ['access'],
  ['surface'],
  ['sport'],
  ['search'],
];

const withoutFilters = (
  courtSearch: CourtSearch,
  dropped: readonly SearchName[],
): RelaxedSearch => ({
  search: {
    ...courtSearch,
    ...Object.fromEntries(dropped.map((name) => [name, ''])),
    // Sorted by distance, the place does not filter.
    ...(dropped.includes('search') &&
      courtSearch.search &&
      courtSearch.sort === '' && { search: courtSearch.search, sort: 'nearest' }),
  },
  dropped: dropped.filter((name) => courtSearch[name] !== ''),
});

/** A place without any court has no distance to the others. */
const withoutDistance = ({ search, dropped }: RelaxedSearch): RelaxedSearch =>
  search.sort === 'nearest'
    ? { search: { ...search, search: '', sort: '' }, dropped }
    : { search, dropped };

/** Without one filter, then only with the day, then without the day, and then all courts. */
export const relaxationsOf = (courtSearch: CourtSearch): RelaxedSearch[] =>
  [...droppableFilters, droppableFilters.flat(), ['date'] as const, Object.keys(emptySearch)]
    .map((dropped) => withoutFilters(courtSearch, dropped as SearchName[]))
    .filter(({ dropped }) => dropped.length > 0);

/** The first relaxation that finds a court: nearby, or as listed. Null if there are no courts. */
export const relaxedSearchQuery = (courtSearch: CourtSearch) =>
  queryOptions({
    queryKey: courtKeys.search({ relaxed: courtSearch }),
    queryFn: async ({ client }) => {
      if (!isNarrowed(courtSearch)) return null;
      const elsewhere = withoutFilters(courtSearch, ['search']);
      if (elsewhere.search.sort === 'nearest') {
        const { pages } = await client.fetchInfiniteQuery(searchQuery(elsewhere.search));
        if (pages.some(({ items }) => (items[0]?.milesAway ?? Infinity) <= NEARBY_MILES))
          return elsewhere;
      }
      for (const relaxedSearch of relaxationsOf(courtSearch)) {
        const { pages } = await client.fetchInfiniteQuery(searchQuery(relaxedSearch.search));
        if (pages.every(({ items, next }) => items.length === 0 && !next)) continue;
        const hasDistance = pages.some(({ items }) => items[0]?.milesAway !== undefined);
        return hasDistance ? relaxedSearch : withoutDistance(relaxedSearch);
      }
      return null;
    },
    meta: { live: ['courts'] },
  });
