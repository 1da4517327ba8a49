import type { Conversation } from '@courtly/contracts/messages';
import { focusManager, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { pageHeading } from '../../lib/page-heading';
import { Dialog } from '../../ui/dialog';
import { QueryPanel } from '../../ui/query-panel';
import { bookingName } from '../booking/booking-labels';
import { type AnyBooking, bookingQuery, isHostBooking } from '../booking/booking-queries';
import { BlockButton } from '../block/block-button';
import { ReportDialog } from '../report/report-dialog';
import { fullName } from '../session/person-labels';
import { messageButtonId } from './conversation-link';
import { MessageForm } from './message-form';
import { MessageList, messageId } from './message-list';
import { conversationQuery, useReadMessages, useReportMessage } from './message-queries';

const otherSideName = ({ side }: Conversation, booking: AnyBooking | undefined): string => {
  if (side === 'player') return 'The host';
  return booking && isHostBooking(booking) ? fullName(booking.user) : 'The player';
};

const usePageVisible = (): boolean =>
  useSyncExternalStore(
    (listener) => focusManager.subscribe(listener),
    () => focusManager.isFocused(),
  );

/**
 * Marks messages as read once they are shown. In a background tab, waits until the tab is visible.
 */
const useMarkShownRead = (bookingId: string, conversation: Conversation | undefined) => {
  const markRead = useReadMessages(bookingId);
  const isVisible = usePageVisible();
  const lastMarked = useRef(0);
  const newestNumber =
    conversation?.messages.findLast(({ side }) => side !== conversation.side)?.number ?? 0;
  const hasUnread = (conversation?.unread ?? 0) > 0;
  const markShown = useEffectEvent((number: number) => {
    if (number <= lastMarked.current) return;
    lastMarked.current = number;
    markRead.mutate(number);
  });
  useEffect(() => {
    if (hasUnread && isVisible) markShown(newestNumber);
  }, [hasUnread, isVisible, newestNumber]);
};

/** The messages between player and host about a booking. */
export function ConversationDialog({
  bookingId,
  onClose,
}: {
  bookingId: string;
  onClose: () => void;
}) {
  const { data: booking, isPending: isBookingPending } = useQuery(bookingQuery(bookingId));
  const {
    data: loadedConversation,
    isFetching,
    error,
    errorUpdateCount,
    refetch,
  } = useQuery(conversationQuery(bookingId));
  // Waits for both. The booking changes the layout and would otherwise move the newest message out
  // of view.
  const conversation = {
    data: isBookingPending ? undefined : loadedConversation,
    isFetching,
    error,
    errorUpdateCount: loadedConversation ? 0 : errorUpdateCount,
    refetch,
  };
  const [reportedMessage, setReportedMessage] = useState<number | null>(null);
  useMarkShownRead(bookingId, conversation.data);
  return (
    <>
      <Dialog
        open
        keepsEntries
        side="right"
        onClose={onClose}
        finalFocus={() => document.getElementById(messageButtonId(bookingId)) ?? pageHeading()}
        title="Messages"
        description={booking && bookingName(booking)}
      >
        <QueryPanel query={conversation} label="the messages">
          {(openConversation) => (
            <MessageList
              conversation={openConversation}
              otherName={otherSideName(openConversation, booking)}
              onReport={setReportedMessage}
            >
              {openConversation.canWrite ? (
                <MessageForm bookingId={bookingId} isMasked={booking?.status === 'pending'} />
              ) : (
                <p className="text-quiet">This conversation is closed.</p>
              )}
              <p className="mt-4">
                <BlockButton
                  target={{ bookingId }}
                  name={
                    openConversation.side === 'player'
                      ? 'the host'
                      : otherSideName(openConversation, booking)
                  }
                />
              </p>
            </MessageList>
          )}
        </QueryPanel>
      </Dialog>
      {reportedMessage !== null && (
        <ReportMessageDialog
          bookingId={bookingId}
          number={reportedMessage}
          onClose={() => setReportedMessage(null)}
        />
      )}
    </>
  );
}

type ReportProps = { bookingId: string; number: number; onClose: () => void };

function ReportMessageDialog({ bookingId, number: number, onClose }: ReportProps) {
  const reportMessage = useReportMessage(bookingId);
  return (
    <ReportDialog
      subject="message"
      subjectId={`${bookingId}-${number}`}
      busy={reportMessage.isPending}
      onSend={(reportInput, onSuccess) =>
        reportMessage.mutate({ number: number, ...reportInput }, { onSuccess })
      }
      onClose={onClose}
      // The report button disappears once the message is reported.
      finalFocus={() => document.getElementById(messageId(number))}
    />
  );
}
