import type { ChallengePlayer } from '@courtly/contracts/matches';
import { useMutation } from '@tanstack/react-query';
import { call, isFinal, messageOf } from '../../lib/api';
import { toastError } from '../../ui/toast';

const MOST_TRIES = 3;

/** Says whom an hour was booked to play: they hear of it once it is confirmed. Sent again, it says nothing new. */
export const useChallengePlayer = () =>
  useMutation({
    mutationFn: (body: ChallengePlayer) => call('POST /api/challenges', { body }),
    retry: (failures, error) => failures < MOST_TRIES && !isFinal(error),
    onError: (error) =>
      toastError(
        'Your opponent does not hear of it',
        messageOf(error, 'The hour is booked. Please tell them yourself.'),
      ),
  });
