import type { ReportedMessage } from '@courtly/contracts/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api';
import { reportedMessagesQuery } from '../../resources/admin/desk-queries';
import { useDeskAction } from '../../resources/admin/use-desk-action';
import { EmptyState } from '../../ui/empty-state';
import { LoadMore } from '../../ui/load-more';
import { QueryPanel } from '../../ui/query-panel';
import { ReasonDialog } from '../../ui/reason-dialog';
import { ADMINS_READ } from './reason-hints';
import { ReportedRow } from './reported-row';

type Asked = Readonly<{ message: ReportedMessage; isRemoval: boolean }>;

/** Messages about a booking that their reader has reported. */
export function ReportedMessages() {
  const query = useInfiniteQuery(reportedMessagesQuery);
  const [asked, ask] = useState<Asked | null>(null);
  return (
    <section aria-labelledby="reported-messages">
      <h2 id="reported-messages" className="mb-4 font-display text-2xl">
        Messages
      </h2>
      <QueryPanel query={query} label="reported messages">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No reported messages">Nobody has reported a message.</EmptyState>
          ) : (
            <ul aria-label="Reported messages" className="border-t border-rule">
              {items.map((message) => (
                <MessageRow key={`${message.bookingId} ${message.number}`} message={message} onAsk={ask} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <LoadMore query={query} of="messages" />
      {asked && <MessageDialog asked={asked} onClose={() => ask(null)} />}
    </section>
  );
}

function MessageRow({ message, onAsk }: { message: ReportedMessage; onAsk: (asked: Asked) => void }) {
  const { author, side, court, text, report } = message;
  return (
    <ReportedRow
      title={
        <>
          <bdi>{author.name}</bdi>, {side === 'player' ? 'to the host of' : 'to a player on'} <bdi>{court.name}</bdi>
        </>
      }
      words={text}
      reports={[report]}
      onAsk={(isRemoval) => onAsk({ message, isRemoval })}
    />
  );
}

function MessageDialog({ asked: { message, isRemoval }, onClose }: { asked: Asked; onClose: () => void }) {
  const { bookingId, number } = message;
  const act = useDeskAction(
    (reason: string): Promise<unknown> =>
      isRemoval
        ? call('POST /api/admin/bookings/:bookingId/message-removals', {
            params: { bookingId },
            body: { number, reason },
          })
        : call('POST /api/admin/message-reports/dismissals', { body: { bookingId, number, reason } }),
    isRemoval ? 'The message is removed' : 'The message stays',
  );
  return (
    <ReasonDialog
      title={isRemoval ? 'Remove this message?' : 'Keep this message?'}
      description={isRemoval ? 'Neither side reads it any more.' : 'Its report is closed.'}
      hint={ADMINS_READ}
      button={isRemoval ? 'Remove Message' : 'Keep Message'}
      isDanger={isRemoval}
      busy={act.isPending}
      onSend={(reason) => act.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
