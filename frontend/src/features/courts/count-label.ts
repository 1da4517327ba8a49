import type { CourtSearch } from '../../resources/court/court-search';

type SearchCount = { isMatched: boolean; total: number; hasMore: boolean };

/** For a search by day, the server knows no total, so `total` counts the courts loaded so far. */
export const countLabel = (
  { date }: Pick<CourtSearch, 'date'>,
  { isMatched, total, hasMore }: SearchCount,
): string => {
  const countedCourts = `${total} ${total === 1 ? 'court' : 'courts'}`;
  if (!isMatched)
    return date
      ? `No matching court is free then, so here are all ${total} with their next free hours.`
      : `No court matches these filters, so here are all ${total}.`;
  if (!date) return countedCourts;
  if (hasMore) return total === 0 ? 'No free courts found yet.' : `${countedCourts} free so far`;
  return `${countedCourts} free`;
};
