import type { Booking } from '@courtly/contracts/bookings';
import type { ChallengePlayerBody } from '@courtly/contracts/challenges';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isFinal } from '../../lib/api';
import { challengedAt, useChallenge } from './challenge';

const MOST_TRIES = 3;

/**
 * Sends the challenge of a booking after its checkout page has loaded: leaving for checkout, a
 * separate document, aborts earlier requests. Requires a matching challenge stored in this browser,
 * so that a shared link can't send one. Idempotent.
 * @returns whether sending failed
 */
export const useTellChallenged = ({
  id: bookingId,
  status,
}: Pick<Booking, 'id' | 'status'>): boolean => {
  const { challenged } = useChallenge();
  const isMeant = challenged !== '' && challengedAt(bookingId) === challenged;
  const isAhead = status === 'pending' || status === 'confirmed';
  const { mutate, isError } = useMutation({
    mutationFn: (body: ChallengePlayerBody) => call('POST /api/challenges', { body }),
    retry: (failures, error) => failures < MOST_TRIES && !isFinal(error),
  });
  useEffect(() => {
    if (isMeant && isAhead) mutate({ bookingId, playerId: challenged });
  }, [isMeant, isAhead, bookingId, challenged, mutate]);
  return isError;
};
