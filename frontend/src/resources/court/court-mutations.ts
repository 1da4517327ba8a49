import type { Court } from '@courtly/contracts/courts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../../ui/toast';
import { call, messageOf } from '../../lib/api';
import { hostCourtsQuery } from './court-queries';
import { invalidateHosting } from '../hosting/hosting-queries';
import { mapPages } from '../../lib/cursor-paging';
import { courtKeys } from './court-keys';

/** Invalidates all court queries and the host's figures. */
export const invalidateCourts = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: hostCourtsQuery.queryKey }),
    client.invalidateQueries({ queryKey: courtKeys.all }),
    invalidateHosting(client),
  ]);

/** Activates or deactivates a court: optimistic in the host's list, reverted on failure. */
export const useActivateCourt = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<Court, 'id' | 'isActive'>) =>
      call('PATCH /api/courts/:courtId/status', { params: { courtId: id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: hostCourtsQuery.queryKey });
      const before = client.getQueryData(hostCourtsQuery.queryKey);
      const change = (court: Court) => (court.id === id ? { ...court, isActive } : court);
      client.setQueryData(hostCourtsQuery.queryKey, mapPages(change));
      return before;
    },
    onSuccess: ({ name, isActive }) =>
      toast(
        isActive ? 'Court Activated' : 'Court Deactivated',
        `${name} is ${isActive ? 'shown to' : 'hidden from'} players.`,
      ),
    onError: (error, _, before) => {
      client.setQueryData(hostCourtsQuery.queryKey, before);
      toastError('Error saving court', messageOf(error, 'Failed to save court'));
    },
    onSettled: () => invalidateCourts(client),
  });
};
