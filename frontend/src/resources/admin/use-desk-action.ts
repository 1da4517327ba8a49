import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { DESK } from './desk-queries';

/** Something that an admin does: `said` is told once it is done, and all of the desk is asked for again. */
export const useDeskAction = <Input>(act: (input: Input) => Promise<unknown>, said: string) =>
  useMutation({
    mutationFn: act,
    onSuccess: () => toast(said),
    onError: (error) =>
      toastError('That was not done', messageOf(error, 'Please try again in a moment.')),
    onSettled: (_data, _error, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: [DESK] }),
  });
