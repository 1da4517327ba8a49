import type { Court } from '@courtly/contracts/courts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast, toastError } from '../ui/toast';
import { call, messageOf } from './api';
import { hostCourtsQuery } from './bookings';

/** Courts wherever they stand: the host's own, the list, one by one. */
export const askForCourtsAgain = (client: QueryClient) =>
  Promise.all([client.invalidateQueries(hostCourtsQuery), client.invalidateQueries({ queryKey: ['/api/courts'] })]);

/** Shows or hides a court; the host's list changes at once and changes back when that fails. */
export const useActivateCourt = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<Court, 'id' | 'isActive'>) =>
      call('PATCH /api/courts/:courtId/status', { params: { courtId: id }, body: { isActive } }),
    onMutate: async ({ id, isActive }) => {
      await client.cancelQueries({ queryKey: hostCourtsQuery.queryKey });
      const before = client.getQueryData(hostCourtsQuery.queryKey);
      client.setQueryData(hostCourtsQuery.queryKey, (courts) =>
        courts?.map((court) => (court.id === id ? { ...court, isActive } : court)),
      );
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
    onSettled: () => askForCourtsAgain(client),
  });
};
