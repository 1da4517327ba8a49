import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from './api';

/** The pages of a list that are here, as one; `total` is how many there are in all. */
export type LoadedPages<T> = Readonly<{ items: T[]; total: number }>;

type Pages<T> = InfiniteData<Page<T[]>, unknown>;

/** How a list of the API goes on from page to page. */
export const cursorPaging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: Pick<Page<unknown>, 'next'>) => next ?? undefined,
};

export const flattenPages = <T>({ pages }: Pages<T>): LoadedPages<T> => {
  const items = pages.flatMap((page) => page.items);
  return { items, total: pages[0]?.total ?? items.length };
};

/** The same pages with every item changed. */
export const mapPages =
  <T>(change: (item: T) => T) =>
  (data: Pages<T> | undefined): Pages<T> | undefined =>
    data && {
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })),
    };

/** What a list needs of its query, or of several, to be shown and to go on. */
export type PagedQuery<T> = Pick<
  UseInfiniteQueryResult<T>,
  'data' | 'isPending' | 'hasNextPage' | 'isFetchingNextPage'
> & {
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};
