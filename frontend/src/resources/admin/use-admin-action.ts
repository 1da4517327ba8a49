import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { DESK } from './desk-queries';

/** An admin mutation that shows `successMessage` and then refetches all admin queries. */
export const useDeskAction = <Input>(act: (input: Input) => Promise<unknown>, said: string) =>
  useMutation({
    mutationFn: act,
    onSuccess: () => toast(said),
    onError: (error) =>
      toastError('Something went wrong', messageOf(error, 'Please try again in a moment.')),
    onSettled: (_data, _error, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: [DESK] }),
  });
