import type { BookingSide } from '@courtly/contracts/bookings';
import { paths } from '../../config/paths';
import { useSearchState } from '../../lib/search-state';

/** Query parameter of the open conversation. */
const CONVERSATION_PARAM = 'conversation';

/** Link to the bookings list with a conversation open. */
export const conversationLink = (bookingSide: BookingSide, bookingId: string): string =>
  bookingSide === 'host'
    ? `${paths.hostTab('bookings')}&${new URLSearchParams({ [CONVERSATION_PARAM]: bookingId })}`
    : `${paths.bookings}?${new URLSearchParams({ [CONVERSATION_PARAM]: bookingId })}`;

/** The booking id of the open conversation in the URL, or null. */
export const useOpenConversation = () => {
  const [searchParams, changeSearch] = useSearchState();
  const openConversation = (bookingId: string | null) =>
    changeSearch({ [CONVERSATION_PARAM]: bookingId ?? '' });
  return [searchParams.get(CONVERSATION_PARAM) || null, openConversation] as const;
};

/** Element that gets focus when the conversation closes. */
export const messageButtonId = (bookingId: string): string => `write-${bookingId}`;
