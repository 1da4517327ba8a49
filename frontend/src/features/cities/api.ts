import type { RequestCityBody } from '@courtly/contracts/cities';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api';

export const useRequestCity = () =>
  useMutation({
    mutationFn: (cityRequest: RequestCityBody) =>
      call('POST /api/city-requests', { body: cityRequest }),
  });
