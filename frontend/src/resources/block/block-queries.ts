import type { Block, BlockPersonBody } from '@courtly/contracts/blocks';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';

/** The people whom the user blocks, newest first. */
export const blocksQuery = queryOptions({
  queryKey: ['/api/blocks'],
  queryFn: ({ signal }) => call('GET /api/blocks', { signal }),
});

/** A block changes what the user can do on many screens, so all of them are loaded again. */
export const useBlockPerson = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BlockPersonBody) => call('POST /api/blocks', { body }),
    onSuccess: ({ name }) => {
      toast(`${name} is blocked`, 'You can end this in your profile, under Settings.');
      return queryClient.invalidateQueries();
    },
    onError: (error) => toastError('Error blocking', errorMessage(error, 'Please try again.')),
  });
};

export const useEndBlock = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<Block, 'id'>) =>
      call('DELETE /api/blocks/:blockId', { params: { blockId: id } }),
    onSuccess: () => {
      toast('Block ended', 'You can contact each other again.');
      return queryClient.invalidateQueries();
    },
    onError: (error) =>
      toastError('Error ending the block', errorMessage(error, 'Please try again.')),
  });
};
