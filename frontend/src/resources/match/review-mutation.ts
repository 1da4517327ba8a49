import type { MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { invalidateBookings } from '../booking/booking-mutations';

export type NamedPlayer = { playerName: string; playerEmail: string; side: MatchSide };

/** The values of the form after a match. `review` is null if the court was already reviewed. */
export type PlayedHour = {
  bookingId: string;
  courtId: string;
  match: {
    result: MatchOutcome;
    gamesWon: number;
    gamesLost: number;
    sets: SetGames[];
    notes: string;
    players: NamedPlayer[];
  };
  review: { rating: number; comment: string } | null;
};

/**
 * Submits the result and then the review. Each is written only once, even if both are retried after
 * a lost response.
 */
export const useReviewHour = () => {
  const queryClient = useQueryClient();
  const resultKeys = useIdempotencyKey();
  const reviewKeys = useIdempotencyKey();
  return useMutation({
    mutationFn: async (playedHour: PlayedHour) => {
      const { bookingId, courtId, match, review } = playedHour;
      const intent = JSON.stringify(playedHour);
      const resultKey = resultKeys.keyOf(intent);
      await call('POST /api/match-results', {
        body: { bookingId, ...match },
        key: resultKey,
      }).catch((error: unknown) => {
        // An earlier attempt logged the result but not the review.
        if (!review || !(error instanceof ApiError && error.code === 'already_logged')) throw error;
      });
      if (review)
        await call('POST /api/reviews', {
          body: { courtId, bookingId, ...review },
          key: reviewKeys.keyOf(intent),
        });
    },
    onSuccess: () =>
      toast('Review submitted successfully!', 'Thank you for sharing your experience.'),
    onError: (error) =>
      toastError('Error submitting review', errorMessage(error, 'Please try again.')),
    onSettled: (_, error) => {
      resultKeys.settle(error);
      reviewKeys.settle(error);
      // The server event refetches match lists.
      return invalidateBookings(queryClient);
    },
  });
};
