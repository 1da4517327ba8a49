import type { BookingSide } from '@courtly/contracts/bookings';
import { paths } from '../../config/paths';
import { useSearchState } from '../../lib/search-state';

/** The query parameter of the open conversation. */
const CONVERSATION_PARAM = 'conversation';

/** A link to the bookings list with a conversation open. */
export const conversationLink = (bookingSide: BookingSide, bookingId: string): string =>
  bookingSide === 'host'
    ? `${paths.hostTab('bookings')}&${new URLSearchParams({ [CONVERSATION_PARAM]: bookingId })}`
    : `${paths.bookings}?${new URLSearchParams({ [CONVERSATION_PARAM]: bookingId })}`;

/** The ID of the booking whose conversation is open according to the URL, or null. */
export const useOpenConversation = () => {
  const [searchParams, changeSearch] = useSearchState();
  const openConversation = (bookingId: string | null) =>
    changeSearch({ [CONVERSATION_PARAM]: bookingId ?? '' });
  return [searchParams.get(CONVERSATION_PARAM) || null, openConversation] as const;
};

/** The element that gets the focus when the conversation closes. */
export const messageButtonId = (bookingId: string): string => `write-${bookingId}`;
