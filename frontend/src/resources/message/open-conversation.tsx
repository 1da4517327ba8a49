import { lazyDialog } from '../../ui/lazy-dialog';
import { useOpenConversation } from './conversation-link';

const ConversationDialog = lazyDialog(
  async () => (await import('./conversation-dialog')).ConversationDialog,
);

/** The conversation that the URL names. Render it once on pages with bookings. */
export function OpenConversation() {
  const [bookingId, openConversation] = useOpenConversation();
  if (bookingId === null) return null;
  return (
    <ConversationDialog
      key={bookingId}
      bookingId={bookingId}
      onClose={() => openConversation(null)}
    />
  );
}
