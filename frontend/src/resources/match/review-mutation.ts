import type { MatchOutcome, MatchSide, SetGames } from '@courtly/contracts/matches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, messageOf } from '../../lib/api';
import { useIdempotencyKey } from '../../lib/use-idempotency-key';
import { toast, toastError } from '../../ui/toast';
import { invalidateBookings } from '../booking/booking-mutations';

export type NamedPlayer = { playerName: string; playerEmail: string; side: MatchSide };

/** The form after a match; `review` is null if the court was already reviewed. */
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
 * Submits the result, then the review. Each is written once, even if both are retried after a lost
 * response.
 */
export const useReviewHour = () => {
  const client = useQueryClient();
  const results = useIdempotencyKey();
  const reviews = useIdempotencyKey();
  return useMutation({
    mutationFn: async (hour: PlayedHour) => {
      const { bookingId, courtId, match, review } = hour;
      const intent = JSON.stringify(hour);
      const key = results.keyOf(intent);
      await call('POST /api/match-results', { body: { bookingId, ...match }, key }).catch(
        (error: unknown) => {
          // An earlier attempt logged the result but not the review.
          if (!review || !(error instanceof ApiError && error.code === 'already_logged'))
            throw error;
        },
      );
      if (review)
        await call('POST /api/reviews', {
          body: { courtId, bookingId, ...review },
          key: reviews.keyOf(intent),
        });
    },
    onSuccess: () =>
      toast('Review submitted successfully!', 'Thank you for sharing your experience.'),
    onError: (error) =>
      toastError('Error submitting review', messageOf(error, 'Please try again.')),
    onSettled: (_, error) => {
      results.settle(error);
      reviews.settle(error);
      // Match lists refetch on the server event.
      return invalidateBookings(client);
    },
  });
};
