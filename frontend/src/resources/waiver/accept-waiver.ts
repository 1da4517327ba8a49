import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { meQuery } from '../session/session';
import { waiverQuery } from './waiver-query';
import { toast, toastError } from '../../ui/toast';

/** Accepts the current waiver. The server records the time, browser, and IP address. */
export const useAcceptWaiver = (onAccepted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/waiver/accept', { body: {} }),
    onSuccess: (waiverStatus) => {
      queryClient.setQueryData(waiverQuery.queryKey, waiverStatus);
      void queryClient.invalidateQueries(meQuery);
      toast('Waiver Accepted', 'You can now proceed with booking courts.');
      onAccepted();
    },
    onError: (error) =>
      toastError('Error', errorMessage(error, 'Failed to accept waiver. Please try again.')),
  });
};
