import { type Query, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toastError } from '../../ui/toast';
import { courtKeys } from './court-keys';
import type { SearchQuery } from './court-search';

/** Ids of the member's favorite courts, newest first. */
export const favouritesQuery = queryOptions({
  queryKey: courtKeys.favourites,
  queryFn: ({ signal }) => call('GET /api/favourites', { signal }),
  meta: { live: ['favourites'] },
});

type FavouriteChange = Readonly<{ courtId: string; isKept: boolean }>;

const applyChange = (
  courtIds: readonly string[],
  { courtId, isKept }: FavouriteChange,
): string[] => {
  const otherIds = courtIds.filter((id) => id !== courtId);
  return isKept ? [courtId, ...otherIds] : otherIds;
};

const isFavouriteSearch = ({ queryKey: [, listKind, searchFilters] }: Query): boolean =>
  listKind === 'search' && Boolean((searchFilters as SearchQuery).favourites);

/**
 * Adds or removes a favorite immediately, and reverts it on failure. Quick clicks run in order, and
 * only the last response counts.
 */
export const useSetFavourite = () => {
  const queryClient = useQueryClient();
  const { queryKey } = favouritesQuery;
  const showChange = (favouriteChange: FavouriteChange) =>
    queryClient.setQueryData(
      queryKey,
      (courtIds) => courtIds && applyChange(courtIds, favouriteChange),
    );
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'favourites' },
    mutationFn: ({ courtId, isKept }: FavouriteChange) =>
      isKept
        ? call('PUT /api/favourites/:courtId', { params: { courtId } })
        : call('DELETE /api/favourites/:courtId', { params: { courtId } }),
    onMutate: async (favouriteChange) => {
      await queryClient.cancelQueries({ queryKey });
      showChange(favouriteChange);
    },
    onError: (error, { courtId, isKept }) => {
      showChange({ courtId, isKept: !isKept });
      toastError('Error saving favorite', errorMessage(error, 'Please try again.'));
    },
    onSettled: (courtIds) => {
      if (queryClient.isMutating({ mutationKey: queryKey }) > 1) return;
      if (courtIds) queryClient.setQueryData(queryKey, courtIds);
      return queryClient.invalidateQueries({ predicate: isFavouriteSearch });
    },
  });
};
