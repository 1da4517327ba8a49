import type { Booking } from '@courtly/contracts/bookings';
import type { ChallengePlayerBody } from '@courtly/contracts/challenges';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, isFinal } from '../../lib/api';
import { challengedAt, useChallenge } from './challenge';

const MOST_TRIES = 3;

/**
 * Says whom a booking challenges, once its page is there: the checkout is a document of its own, and what is under way on the page
 * before it is cut off. Only for an hour that was booked in this browser to challenge them: nobody else's link challenges for
 * somebody. Sent again, it says nothing new.
 * @returns whether that was in vain
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
