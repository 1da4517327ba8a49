import type { CourtSearch } from '../../resources/court/court-search';

type Count = { isMatched: boolean; total: number; hasMore: boolean };

/**
 * How many courts a search found. Where a day is named, the server finds the free ones page by page and knows no total: then it is
 * what is here so far. Where nothing was found, what stands there instead.
 */
export const countLabel = (
  { date }: Pick<CourtSearch, 'date'>,
  { isMatched, total, hasMore }: Count,
): string => {
  const courts = `${total} ${total === 1 ? 'court' : 'courts'}`;
  if (!isMatched)
    return date
      ? `No matching court is free then, so here are all ${total} with their next free hours.`
      : `No court matches these filters, so here are all ${total}.`;
  if (!date) return courts;
  if (hasMore) return total === 0 ? 'No free courts found yet.' : `${courts} free so far`;
  return `${courts} free`;
};
