import type { Booking } from '@courtly/contracts/bookings';
import type { ChallengePlayerBody } from '@courtly/contracts/challenges';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isFinalError } from '../../lib/api';
import { challengedPlayerOf, useChallenge } from './challenge';

const MAX_RETRIES = 3;

/**
 * Sends a challenge once checkout, a separate document that aborts earlier requests, has loaded. It
 * must match one stored in this browser, so a shared link can't send one.
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
