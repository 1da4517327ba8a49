import { useCallback, useState } from 'react';
import {
  type CourtSearch,
  isNarrowed,
  parseCourtSearch,
  placeOf,
  searchNames,
} from '../court-search';
import type { Day } from '../../../lib/days';
import { readStorage, writeStorage } from '../../../lib/storage';

const STORAGE_KEY = 'courtly:recent-searches';
const MAX_SEARCHES = 3;

/** The search as a query string, without its sort order. */
export const toQueryString = (courtSearch: CourtSearch): string => {
  const search = { ...courtSearch, search: placeOf(courtSearch) };
  return new URLSearchParams(
    searchNames
      .filter((name) => name !== 'sort' && search[name])
      .map((name) => [name, search[name]]),
  ).toString();
};

const storedSearches = (): string[] => {
  try {
    const searches: unknown = JSON.parse(readStorage(STORAGE_KEY) ?? '[]');
    return Array.isArray(searches) ? searches.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
};

/** The recent searches of this browser, newest first, except those for past days. */
const readSearches = (today: Day): CourtSearch[] =>
  storedSearches()
    .map((text) => parseCourtSearch(new URLSearchParams(text)))
    .filter((search) => isNarrowed(search) && (!search.date || search.date >= today));

export const useRecentSearches = (today: Day) => {
  const [searches, setSearches] = useState(() => readSearches(today));
  const rememberSearch = useCallback(
    (search: CourtSearch) => {
      const searchText = toQueryString(search);
      if (!searchText) return;
      writeStorage(
        STORAGE_KEY,
        JSON.stringify(
          [searchText, ...storedSearches().filter((storedText) => storedText !== searchText)].slice(
            0,
            MAX_SEARCHES,
          ),
        ),
      );
      setSearches(readSearches(today));
    },
    [today],
  );
  const clearSearches = () => {
    writeStorage(STORAGE_KEY, null);
    setSearches([]);
  };
  return { searches, remember: rememberSearch, clear: clearSearches };
};

export type RecentSearches = ReturnType<typeof useRecentSearches>;
