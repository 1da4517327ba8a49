import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { membershipQuery, plansQuery } from './membership-queries';

/**
 * Starts a monthly membership. `clientSecret` pays the first month; `consentVersion` identifies the
 * accepted text.
 */
export const useSubscribe = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (consentVersion: string) =>
      call('POST /api/membership/subscription', { body: { renewalConsent: true, consentVersion } }),
    // The renewal terms or the sale may have changed since the page loaded.
    onError: () => queryClient.invalidateQueries(plansQuery),
  });
};

/** Cancels a monthly membership at the end of the paid month. */
export const useCancelMembership = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/membership/cancel'),
    onSuccess: (membership) => {
      queryClient.setQueryData(membershipQuery.queryKey, membership);
      toast('Membership canceled', "You won't be charged again.");
    },
    onError: (error) =>
      toastError('Membership not canceled', errorMessage(error, 'Please try again.')),
  });
};

export const useOpenPortal = () =>
  useMutation({
    mutationFn: () => call('POST /api/membership/portal'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) =>
      toastError('Billing page not opened', errorMessage(error, 'Please try again.')),
  });
