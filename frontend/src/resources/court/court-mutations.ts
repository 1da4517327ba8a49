import type { ZonedCourt } from '@courtly/contracts/courts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { ApiError, call, errorMessage } from '../../lib/api';
import { hostCourtsQuery } from './court-queries';
import { invalidateHosting } from '../hosting/hosting-queries';
import { mapPages } from '../../lib/cursor-paging';
import { courtKeys } from './court-keys';

/** Invalidates all court queries and the host's figures. */
export const invalidateCourts = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: hostCourtsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: courtKeys.all }),
    invalidateHosting(queryClient),
  ]);

/** Whether another device has changed the court since the form started. */
export const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'court_changed';

/**
 * Activates or deactivates a court. The host's list shows it immediately and reverts it on failure.
 */
export const useActivateCourt = () => {
  const queryClient = useQueryClient();
  const showActive = (courtId: string, isActive: boolean) =>
    queryClient.setQueryData(
      hostCourtsQuery.queryKey,
      mapPages((court: ZonedCourt) => (court.id === courtId ? { ...court, isActive } : court)),
    );
  return useMutation({
    mutationKey: hostCourtsQuery.queryKey,
    mutationFn: ({ id, isActive }: Pick<ZonedCourt, 'id' | 'isActive'>) =>
      call('PATCH /api/courts/:courtId/status', { params: { courtId: id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey: hostCourtsQuery.queryKey });
      showActive(id, isActive);
    },
    onSuccess: ({ name, isActive }) =>
      toast(
        isActive ? 'Court activated' : 'Court deactivated',
        `${name} is ${isActive ? 'shown to' : 'hidden from'} players.`,
      ),
    onError: (error, { id, isActive }) => {
      showActive(id, !isActive);
      toastError('Error saving court', errorMessage(error, 'Failed to save court'));
    },
    // A refetch before the last of several changes would undo the others in the list.
    // It must not return the refetch: while that ran, this change would count as one of several.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: hostCourtsQuery.queryKey }) === 1)
        void invalidateCourts(queryClient);
    },
  });
};
