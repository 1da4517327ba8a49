import type { ZonedCourt } from '@courtly/contracts/courts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { call, errorMessage } from '../../lib/api';
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

/**
 * Activates or deactivates a court. The host's list shows it immediately and reverts it on failure.
 */
export const useActivateCourt = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<ZonedCourt, 'id' | 'isActive'>) =>
      call('PATCH /api/courts/:courtId/status', { params: { courtId: id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await queryClient.cancelQueries({ queryKey: hostCourtsQuery.queryKey });
      const previousCourts = queryClient.getQueryData(hostCourtsQuery.queryKey);
      const updateCourt = (court: ZonedCourt) => (court.id === id ? { ...court, isActive } : court);
      queryClient.setQueryData(hostCourtsQuery.queryKey, mapPages(updateCourt));
      return previousCourts;
    },
    onSuccess: ({ name, isActive }) =>
      toast(
        isActive ? 'Court activated' : 'Court deactivated',
        `${name} is ${isActive ? 'shown to' : 'hidden from'} players.`,
      ),
    onError: (error, _, previousCourts) => {
      queryClient.setQueryData(hostCourtsQuery.queryKey, previousCourts);
      toastError('Error saving court', errorMessage(error, 'Failed to save court'));
    },
    onSettled: () => invalidateCourts(queryClient),
  });
};
