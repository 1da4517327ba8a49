import type { SavedCard } from '@courtly/contracts/cards';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api';
import { toast, toastError } from '../../ui/toast';
import { cardLabel } from './card-label';

/**
 * The cards that the member has agreed to save. They are always stale, because Stripe stores them.
 */
export const savedCardsQuery = queryOptions({
  queryKey: ['/api/account/cards'],
  queryFn: ({ signal }) => call('GET /api/account/cards', { signal }),
  staleTime: 0,
  // If they fail to load, a member can still enter a card.
  retry: false,
});

export const useRemoveCard = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedCard) =>
      call('DELETE /api/account/cards/:cardId', { params: { cardId: id } }),
    onSuccess: (_, card) => toast('Card removed', `${cardLabel(card)} is no longer saved.`),
    onError: (error) => toastError('Card not removed', errorMessage(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries(savedCardsQuery),
  });
};
