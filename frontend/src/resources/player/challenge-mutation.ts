import type { Booking } from '@courtly/contracts/bookings';
import type { ChallengePlayerBody } from '@courtly/contracts/challenges';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isFinalError } from '../../lib/api';
import { challengedPlayerOf, useChallenge } from './challenge';

const MAX_RETRIES = 3;

/**
 * Sends the challenge of a booking after its checkout page has loaded: leaving for checkout, a
 * separate document, aborts earlier requests. Requires a matching challenge stored in this browser,
 * so that a shared link can't send one. Idempotent.
 * @returns whether sending failed
 */
export const useSendChallenge = ({
  id: bookingId,
  status,
}: Pick<Booking, 'id' | 'status'>): boolean => {
  const { challengedId } = useChallenge();
  const isIntended = challengedId !== '' && challengedPlayerOf(bookingId) === challengedId;
  const isUpcoming = status === 'pending' || status === 'confirmed';
  const { mutate, isError } = useMutation({
    mutationFn: (body: ChallengePlayerBody) => call('POST /api/challenges', { body }),
    retry: (failures, error) => failures < MAX_RETRIES && !isFinalError(error),
  });
  useEffect(() => {
    if (isIntended && isUpcoming) mutate({ bookingId, playerId: challengedId });
  }, [isIntended, isUpcoming, bookingId, challengedId, mutate]);
  return isError;
};
