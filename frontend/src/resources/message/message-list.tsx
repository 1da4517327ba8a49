import type { Conversation, Message } from '@courtly/contracts/messages';
import { useEffect, useRef } from 'react';
import { cn } from '../../lib/cn';
import { clock, shortDate, viewerZone } from '../../lib/format';
import { Button } from '../../ui/button';

/** Where the focus goes once the report of a message is closed. */
export const messageId = (number: number): string => `message-${number}`;

type ListProps = { conversation: Conversation; other: string; onReport: (number: number) => void };

/** What both sides wrote, the oldest first, at its end. `other` is what the other side is called. */
export function MessageList({ conversation: { messages, side }, other, onReport }: ListProps) {
  const end = useRef<HTMLDivElement>(null);
  const { length } = messages;
  useEffect(() => end.current?.scrollIntoView?.({ block: 'end' }), [length]);
  if (length === 0) return <p className="text-quiet">Nobody has written yet.</p>;
  return (
    <div role="log" aria-label="What was written">
      <ol className="grid gap-4">
        {messages.map((message) => (
          <MessageRow
            key={message.number}
            message={message}
            author={message.side === side ? null : other}
            onReport={() => onReport(message.number)}
          />
        ))}
      </ol>
      <div ref={end} />
    </div>
  );
}

/** `author` is null for the reader. */
type RowProps = { message: Message; author: string | null; onReport: () => void };

function MessageRow({ message: { number, text, sentAt, isReported }, author, onReport }: RowProps) {
  const zone = viewerZone();
  const when = `${shortDate(sentAt, zone)}, ${clock(sentAt, zone)}`;
  return (
    <li
      id={messageId(number)}
      tabIndex={-1}
      className={cn(
        'w-fit max-w-[88%] rounded-md border px-4 py-3 outline-none',
        author === null ? 'ml-auto border-transparent bg-sunk' : 'border-edge',
      )}
    >
      <p className="text-sm text-quiet">
        <bdi className="font-semibold text-ink">{author ?? 'You'}</bdi>,{' '}
        <time dateTime={sentAt} className="figures">
          {when}
        </time>
      </p>
      {text === null ? (
        <p className="text-quiet italic">This message was removed.</p>
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
      {isReported && <p className="mt-1 text-sm text-quiet">You reported this message.</p>}
      {author !== null && text !== null && !isReported && (
        <Button
          variant="quiet"
          size="sm"
          className="-mb-2 -ml-3.5 text-quiet"
          aria-label={`Report the message of ${when}`}
          onClick={onReport}
        >
          Report
        </Button>
      )}
    </li>
  );
}
