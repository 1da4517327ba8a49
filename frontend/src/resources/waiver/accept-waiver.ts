import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage } from '../../lib/api';
import { meQuery } from '../session/session';
import { acceptedWaiversQuery, waiverQuery } from './waiver-query';
import { toast, toastError } from '../../ui/toast';

/** Accepts the version that was shown. The server records the time, browser, and IP address. */
export const useAcceptWaiver = (onAccepted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: string) => call('POST /api/waiver/accept', { body: { version } }),
    onSuccess: (waiverStatus) => {
      queryClient.setQueryData(waiverQuery.queryKey, waiverStatus);
      void queryClient.invalidateQueries(meQuery);
      void queryClient.invalidateQueries(acceptedWaiversQuery);
      toast('Waiver Accepted', 'You can now proceed with booking courts.');
      onAccepted();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'waiver_changed')
        void queryClient.invalidateQueries(waiverQuery);
      toastError('Error', errorMessage(error, 'Failed to accept waiver. Please try again.'));
    },
  });
};
