import type { ReportedMessage } from '@courtly/contracts/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedMessagesQuery } from '../../resources/admin/desk-queries';
import { EmptyState } from '../../ui/empty-state';
import { DeskActionDialog } from './desk-action-dialog';
import { DeskList } from './desk-list';
import { ReportedRow } from './reported-row';

type Asked = Readonly<{ message: ReportedMessage; isRemoval: boolean }>;

export function ReportedMessages() {
  const query = useInfiniteQuery(reportedMessagesQuery);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <>
      <DeskList
        query={query}
        label="Reported messages"
        of="messages"
        empty={<EmptyState title="No reported messages">No one has reported a message.</EmptyState>}
        row={(message) => (
          <MessageRow
            key={`${message.bookingId} ${message.number}`}
            message={message}
            onAsk={ask}
          />
        )}
      />
      {asked && <MessageDialog asked={asked} onClose={() => ask(null)} />}
    </>
  );
}

function MessageRow({
  message,
  onAsk,
}: {
  message: ReportedMessage;
  onAsk: (asked: Asked) => void;
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
      words={text}
      reports={[report]}
      onAsk={(isRemoval) => onAsk({ message, isRemoval })}
    />
  );
}

function MessageDialog({
  asked: { message, isRemoval },
  onClose,
}: {
  asked: Asked;
  onClose: () => void;
}) {
  const { bookingId, number } = message;
  return isRemoval ? (
    <DeskActionDialog
      title="Remove this message?"
      description="Neither side will see it anymore."
      button="Remove Message"
      act={(reason) =>
        call('POST /api/admin/bookings/:bookingId/message-removals', {
          params: { bookingId },
          body: { number, reason },
        })
      }
      said="Message removed"
      onClose={onClose}
    />
  ) : (
    <DeskActionDialog
      title="Keep this message?"
      description="This closes the report."
      button="Keep Message"
      isDanger={false}
      act={(reason) =>
        call('POST /api/admin/message-reports/dismissals', { body: { bookingId, number, reason } })
      }
      said="Message kept"
      onClose={onClose}
    />
  );
}
