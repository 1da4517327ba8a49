import type { RequestCity } from '@courtly/contracts/cities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api';

/** Asks for Courtly in a city; the answer says how many people have. */
export const useRequestCity = () =>
  useMutation({ mutationFn: (body: RequestCity) => call('POST /api/city-requests', { body }) });
