import type { RequestCity } from '@courtly/contracts/cities';
import { useMutation } from '@tanstack/react-query';
import { call, messageOf } from '../../lib/api';
import { toastError } from '../../ui/toast';

/** Asks for Courtly in a city; the answer says how many people have. */
export const useRequestCity = () =>
  useMutation({
    mutationFn: (body: RequestCity) => call('POST /api/city-requests', { body }),
    onError: (error) => toastError('Request not sent', messageOf(error, 'Please try again later.')),
  });
