import { type Query, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { toastError } from '../../ui/toast';
import { courtKeys } from './court-keys';
import type { SearchQuery } from './court-search';

/** Ids of the member's favorite courts, most recent first. */
export const favouritesQuery = queryOptions({
  queryKey: courtKeys.favourites,
  queryFn: ({ signal }) => call('GET /api/favourites', { signal }),
  meta: { live: ['favourites'] },
});

type Change = Readonly<{ courtId: string; isKept: boolean }>;

const changed = (ids: readonly string[], { courtId, isKept }: Change): string[] => {
  const others = ids.filter((id) => id !== courtId);
  return isKept ? [courtId, ...others] : others;
};

const isFavouriteSearch = ({ queryKey: [, kind, query] }: Query): boolean =>
  kind === 'search' && Boolean((query as SearchQuery).favourites);

/**
 * Adds or removes a favorite: optimistic, reverted on failure. Quick clicks run in order, and only
 * the last response counts.
 */
export const useSetFavourite = () => {
  const client = useQueryClient();
  const { queryKey } = favouritesQuery;
  const show = (change: Change) =>
    client.setQueryData(queryKey, (ids) => ids && changed(ids, change));
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'favourites' },
    mutationFn: ({ courtId, isKept }: Change) =>
      isKept
        ? call('PUT /api/favourites/:courtId', { params: { courtId } })
        : call('DELETE /api/favourites/:courtId', { params: { courtId } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      show(change);
    },
    onError: (error, { courtId, isKept }) => {
      show({ courtId, isKept: !isKept });
      toastError('Error saving favorite', messageOf(error, 'Please try again.'));
    },
    onSettled: (ids) => {
      if (client.isMutating({ mutationKey: queryKey }) > 1) return;
      if (ids) client.setQueryData(queryKey, ids);
      return client.invalidateQueries({ predicate: isFavouriteSearch });
    },
  });
};
