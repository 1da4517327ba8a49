import type { Conversation, Message, MessageRemovalCause } from '@courtly/contracts/messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from 'class-variance-authority';
import { formatTime, formatShortDate, viewerZone } from '../../lib/format';
import { Button } from '../../ui/button';

/** The ID of the element that gets the focus when the report dialog closes. */
export const messageId = (messageNumber: number): string => `message-${messageNumber}`;

type ListProps = {
  conversation: Conversation;
  /** The name of the other side. */
  otherName: string;
  onReport: (messageNumber: number) => void;
  /** Content below the messages. */
  children: ReactNode;
};

/** The messages, oldest first, scrolled to the end. */
export function MessageList({
  conversation: { messages, side },
  otherName,
  onReport,
  children,
}: ListProps) {
  const listEnd = useRef<HTMLDivElement>(null);
  const { length } = messages;
  useEffect(() => {
    // This must not return the result. Newer browsers return a promise, which is not a cleanup
    // function.
    listEnd.current?.scrollIntoView?.({ block: 'end' });
  }, [length]);
  return (
    <div className="flex min-h-full flex-col gap-6">
      {length === 0 && <p className="text-quiet">No messages yet.</p>}
      <div role="log" aria-label="Message history">
        <ol className="grid gap-4">
          {messages.map((message) => (
            <MessageRow
              key={message.number}
              message={message}
              author={message.side === side ? null : otherName}
              reader={otherName}
              onReport={() => onReport(message.number)}
            />
          ))}
        </ol>
      </div>
      {/* Not sticky: on a short screen, the form would cover all messages. */}
      <div ref={listEnd} className="mt-auto scroll-mb-6">
        {children}
      </div>
    </div>
  );
}

const removedLabels: Record<MessageRemovalCause, string> = {
  removed: 'An admin removed this message.',
  erased: "This message was deleted with its author's account.",
};

/** `author` is null for the viewer's own messages, which `reader` reads. */
type RowProps = { message: Message; author: string | null; reader: string; onReport: () => void };

function MessageRow({
  message: { number: messageNumber, text, hidesContacts, gone, sentAt, isReported },
  author,
  reader,
  onReport,
}: RowProps) {
  const timeZone = viewerZone();
  const sentLabel = `${formatShortDate(sentAt, timeZone)}, ${formatTime(sentAt, timeZone)}`;
  return (
    <li
      id={messageId(messageNumber)}
      tabIndex={-1}
      className={cx(
        'w-fit max-w-[88%] rounded-md border px-4 py-3 outline-none',
        author === null ? 'ml-auto border-transparent bg-sunk' : 'border-edge',
      )}
    >
      <p className="text-sm text-quiet">
        <bdi className="font-semibold text-ink">{author ?? 'You'}</bdi>,{' '}
        <time dateTime={sentAt} className="figures">
          {sentLabel}
        </time>
      </p>
      {gone ? (
        <p className="text-quiet italic">{removedLabels[gone]}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
      {hidesContacts && (
        <p className="mt-1 text-sm text-quiet">
          {author === null
            ? `${reader} sees the contact details once the booking is confirmed.`
            : 'Contact details appear once the booking is confirmed.'}
        </p>
      )}
      {isReported && <p className="mt-1 text-sm text-quiet">You reported this message.</p>}
      {author !== null && !gone && !isReported && (
        <Button
          variant="quiet"
          size="sm"
          className="-mb-2 -ml-3.5 text-quiet!"
          aria-label={`Report the message from ${sentLabel}`}
          onClick={onReport}
        >
          Report
        </Button>
      )}
    </li>
  );
}
