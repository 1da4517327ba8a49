import type { CourtSearch } from '../../resources/court/court-search';

type SearchCount = { isMatched: boolean; total: number; hasMore: boolean };

/** In a search by day, the server sends no total, so `total` counts the courts loaded so far. */
export const countLabel = (
  { date }: Pick<CourtSearch, 'date'>,
  { isMatched, total, hasMore }: SearchCount,
): string => {
  const countedCourts = `${total} ${total === 1 ? 'court' : 'courts'}`;
  if (!isMatched)
    return date
      ? `No matching court is available then, so here are all ${total} with their next available hours.`
      : `No court matches these filters, so here are all ${total}.`;
  if (!date) return countedCourts;
  if (hasMore)
    return total === 0 ? 'No available courts found yet.' : `${countedCourts} available so far`;
  return `${countedCourts} available`;
};
