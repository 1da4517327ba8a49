import type { ReportedMessage } from '@courtly/contracts/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedMessagesQuery } from '../../resources/admin/admin-queries';
import { EmptyState } from '../../ui/empty-state';
import { AdminActionDialog } from './admin-action-dialog';
import { AdminList } from './admin-list';
import { ReportedRow } from './reported-row';

type PendingDecision = Readonly<{ message: ReportedMessage; isRemoval: boolean }>;

export function ReportedMessages() {
  const messagePages = useInfiniteQuery(reportedMessagesQuery);
  const [pendingDecision, setPendingDecision] = useState<PendingDecision | null>(null);
  return (
    <>
      <AdminList
        query={messagePages}
        label="Reported messages"
        itemsLabel="messages"
        emptyState={
          <EmptyState title="No reported messages">No one has reported a message.</EmptyState>
        }
        renderRow={(reportedMessage) => (
          <MessageRow
            key={`${reportedMessage.bookingId} ${reportedMessage.number}`}
            message={reportedMessage}
            onDecide={setPendingDecision}
          />
        )}
      />
      {pendingDecision && (
        <ModerateMessageDialog
          decision={pendingDecision}
          onClose={() => setPendingDecision(null)}
        />
      )}
    </>
  );
}

function MessageRow({
  message,
  onDecide,
}: {
  message: ReportedMessage;
  onDecide: (decision: PendingDecision) => void;
}) {
  const { author, side, court, text, report } = message;
  return (
    <ReportedRow
      title={
        <>
          <bdi>{author.name}</bdi>, {side === 'player' ? 'to the host of' : 'to a player on'}{' '}
          <bdi>{court.name}</bdi>
        </>
      }
      reportedText={text || "This message was deleted with its author's account."}
      reports={[report]}
      onDecide={(isRemoval) => onDecide({ message, isRemoval })}
    />
  );
}

function ModerateMessageDialog({
  decision: { message, isRemoval },
  onClose,
}: {
  decision: PendingDecision;
  onClose: () => void;
}) {
  const { bookingId, number } = message;
  return isRemoval ? (
    <AdminActionDialog
      title="Remove this message?"
      description="Neither side will see it again."
      hint="The author will see this reason."
      button="Remove Message"
      mutationFn={(reason) =>
        call('POST /api/admin/bookings/:bookingId/message-removals', {
          params: { bookingId },
          body: { number, reason },
        })
      }
      successMessage="Message removed"
      onClose={onClose}
    />
  ) : (
    <AdminActionDialog
      title="Keep this message?"
      description="This closes the report."
      button="Keep Message"
      isDanger={false}
      mutationFn={(reason) =>
        call('POST /api/admin/message-reports/dismissals', { body: { bookingId, number, reason } })
      }
      successMessage="Message kept"
      onClose={onClose}
    />
  );
}
