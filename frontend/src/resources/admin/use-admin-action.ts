import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { adminKeys } from './admin-queries';
import { awaitsConfirmation } from './confirmation-labels';

/** An admin mutation that shows `successMessage` and then refetches all admin queries. */
export const useAdminAction = <Input>(
  mutationFn: (variables: Input) => Promise<unknown>,
  successMessage: string,
) =>
  useMutation({
    mutationKey: adminKeys.all,
    mutationFn,
    onSuccess: (response) =>
      toast(awaitsConfirmation(response) ? 'Another admin has to confirm this' : successMessage),
    onError: (error) =>
      toastError('Not completed', errorMessage(error, 'Please try again in a moment.')),
    onSettled: (_data, _error, _input, _result, { client: queryClient }) =>
      void queryClient.invalidateQueries({ queryKey: adminKeys.all }),
  });
