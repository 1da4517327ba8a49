import { useCallback, useState } from 'react';
import {
  type CourtSearch,
  parseCourtSearch,
  isNarrowed,
  searchNames,
} from '../../resources/court/court-search';
import type { Day } from '../../lib/days';

const KEY = 'courtly:recent-searches';
const MOST = 3;

/** The search as a query string, without its sort order. */
const textOf = (search: CourtSearch): string =>
  new URLSearchParams(
    searchNames
      .filter((name) => name !== 'sort' && search[name])
      .map((name) => [name, search[name]]),
  ).toString();

const stored = (): string[] => {
  try {
    const texts: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
};

/** Recent searches of this browser, latest first, without those for past days. */
const readSearches = (today: Day): CourtSearch[] =>
  stored()
    .map((text) => parseCourtSearch(new URLSearchParams(text)))
    .filter((search) => isNarrowed(search) && (!search.date || search.date >= today));

export const useRecentSearches = (today: Day) => {
  const [searches, setSearches] = useState(() => readSearches(today));
  const remember = useCallback(
    (search: CourtSearch) => {
      if (!isNarrowed(search)) return;
      const text = textOf(search);
      localStorage.setItem(
        KEY,
        JSON.stringify([text, ...stored().filter((one) => one !== text)].slice(0, MOST)),
      );
      setSearches(readSearches(today));
    },
    [today],
  );
  const clear = () => {
    localStorage.removeItem(KEY);
    setSearches([]);
  };
  return { searches, remember, clear };
};

export type RecentSearches = ReturnType<typeof useRecentSearches>;
