import type { BookingSide } from '@courtly/contracts/bookings';
import { paths } from '../../config/paths';
import { useSearchState } from '../../lib/search-state';

/** The name that the open conversation has in an address. */
const CONVERSATION = 'conversation';

/** The list of bookings of one side, with the conversation about one of them open. */
export const conversationLink = (side: BookingSide, bookingId: string): string =>
  side === 'host'
    ? `${paths.hostTab('bookings')}&${new URLSearchParams({ [CONVERSATION]: bookingId })}`
    : `${paths.bookings}?${new URLSearchParams({ [CONVERSATION]: bookingId })}`;

/** About which booking a conversation is open, as the address has it; null where none is. */
export const useOpenConversation = () => {
  const [search, change] = useSearchState();
  const open = (bookingId: string | null) => change({ [CONVERSATION]: bookingId ?? '' });
  return [search.get(CONVERSATION) || null, open] as const;
};

/** Where the focus goes once a conversation is closed. */
export const messageButtonId = (bookingId: string): string => `write-${bookingId}`;
