import { useCallback, useState } from 'react';
import {
  type CourtSearch,
  courtSearchOf,
  isNarrowed,
  searchNames,
} from '../../resources/court/court-search';
import type { Day } from '../../lib/days';

const KEY = 'courtly:recent-searches';
const MOST = 3;

/** A search as the search part of an address, its order left out. */
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

/** The last searches of this browser, the latest first; one whose day is over is of no use any more. */
const readSearches = (today: Day): CourtSearch[] =>
  stored()
    .map((text) => courtSearchOf(new URLSearchParams(text)))
    .filter((search) => isNarrowed(search) && (!search.date || search.date >= today));

/** What this browser searched for last; `remember` adds a search, `clear` forgets them all. */
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
