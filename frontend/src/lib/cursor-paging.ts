import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from './api';

/** All pages of a list that have been loaded. `total` counts the items on the server. */
export type LoadedPages<T> = Readonly<{ items: T[]; total: number }>;

export type PagedData<T> = InfiniteData<Page<T[]>, unknown>;

/** Options of an infinite query for a cursor-paged list. */
export const cursorPaging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Pick<Page<unknown>, 'next'>) => next ?? undefined,
};

export const flattenPages = <T>({ pages }: PagedData<T>): LoadedPages<T> => {
  const items = pages.flatMap((page) => page.items);
  return { items, total: pages[0]?.total ?? items.length };
};

export const mapPages =
  <T>(changeItem: (item: T) => T) =>
  (pagedData: PagedData<T> | undefined): PagedData<T> | undefined =>
    pagedData && {
      ...pagedData,
      pages: pagedData.pages.map((page) => ({ ...page, items: page.items.map(changeItem) })),
    };

/** The part of a paged query (or of several merged ones) that a list component needs. */
export type PagedQuery<T> = Pick<
  UseInfiniteQueryResult<T>,
  | 'data'
  | 'isPending'
  | 'isFetching'
  | 'error'
  | 'errorUpdateCount'
  | 'hasNextPage'
  | 'isFetchingNextPage'
  | 'isFetchNextPageError'
> & {
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};
