import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { membershipQuery } from './membership-queries';

/** Begins a monthly membership: `clientSecret` pays its first month. `consentVersion` is of the text that was shown. */
export const useSubscribe = () =>
  useMutation({
    mutationFn: (consentVersion: string) =>
      call('POST /api/membership/subscription', { body: { renewalConsent: true, consentVersion } }),
  });

/** Lets a monthly membership end with the month that is paid. */
export const useCancelMembership = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/membership/cancel'),
    onSuccess: (membership) => {
      client.setQueryData(membershipQuery.queryKey, membership);
      toast('Membership cancelled', 'Nothing more is charged.');
    },
    onError: (error) =>
      toastError('Error', messageOf(error, 'Your membership was not cancelled. Please try again.')),
  });
};

/** Goes to Stripe's own page, for another card and for invoices. */
export const useOpenPortal = () =>
  useMutation({
    mutationFn: () => call('POST /api/membership/portal'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) =>
      toastError('Error', messageOf(error, 'The page of our payments provider did not open.')),
  });
