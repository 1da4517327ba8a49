import type { CommandBus } from '@nestjs/cqrs';
import type { BookingSide } from '@courtly/contracts/bookings';
import { MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import {
  ReadMessagesCommand,
  SendMessageCommand,
} from '@courtly/backend/booking/messages/messages.commands';
import type { Act } from './plan.js';
import { type People, contextOf } from './settle.js';

type Line = readonly [side: BookingSide, minutesAfterRequest: number, text: string];

/** A conversation about an upcoming hour. With `endsUnread`, its last message is unread. */
type Conversation = Readonly<{
  player: string;
  host: string;
  lines: readonly Line[];
  endsUnread: boolean;
}>;

const conversations: readonly Conversation[] = [
  {
    player: 'pavel',
    host: 'hana',
    lines: [
      [
        'player',
        10,
        'There are four of us, and one has never held a racket. Is that all right with you?',
      ],
      ['host', 35, "Of course. I'll put the soft balls out for you."],
      [
        'player',
        50,
        "How kind! We'll bring oranges. Is there shade where my father can sit and watch?",
      ],
    ],
    endsUnread: true,
  },
  {
    player: 'grace',
    host: 'hana',
    lines: [
      ['player', 45, 'Is the ball machine free for that hour, too?'],
      [
        'host',
        70,
        "It is, and it's charged. You'll find it under the awning, with the balls in the basket.",
      ],
    ],
    endsUnread: false,
  },
  {
    player: 'imani',
    host: 'desmond',
    lines: [
      ['player', 15, 'May I bring my mother? She has wanted to see the lawn for years.'],
      ['host', 60, 'Please do. She can have the chair in the shade, and the first cup of tea.'],
    ],
    endsUnread: true,
  },
  {
    player: 'noor',
    host: 'marcus',
    lines: [
      [
        'player',
        20,
        'There are two of us and we have one racket. Are the ones in the shed strung?',
      ],
      ['host', 40, 'Freshly, last week. Take either.'],
      ['player', 55, 'Then we are all set. Thank you!'],
    ],
    endsUnread: false,
  },
];

/** One message of a conversation. `number` is its index; `by` and `reader` are usernames. */
export type DemoMessage = Readonly<{
  booking: string;
  number: number;
  by: string;
  reader: string;
  text: string;
  at: string;
  /** Null if unread. */
  readAt: string | null;
}>;

const READ_AFTER_MS = 5 * MINUTE_MS;

/** The messages about hours that are upcoming at an instant (milliseconds), in order. */
export const demoMessages = (demoPlan: readonly Act[], nowMs: number): DemoMessage[] =>
  conversations.flatMap(({ player, host, lines, endsUnread }) => {
    const { booking, at: requestedAt } = demoPlan.find(
      (demoAct) =>
        demoAct.act === 'request' &&
        demoAct.player === player &&
        demoAct.court.host === host &&
        Date.parse(demoAct.startTime) > nowMs,
    )!;
    return lines.map(([side, minutes, sourceText], position) => {
      const [by, reader] = side === 'player' ? [player, host] : [host, player];
      const writtenAtMs = Date.parse(requestedAt) + minutes * MINUTE_MS;
      const readAt =
        endsUnread && position === lines.length - 1
          ? null
          : new Date(writtenAtMs + READ_AFTER_MS).toISOString();
      return {
        booking,
        number: position + 1,
        by,
        reader,
        text: sourceText,
        at: new Date(writtenAtMs).toISOString(),
        readAt,
      };
    });
  });

export const sendMessage = async (
  commandBus: CommandBus,
  { booking, number, by, reader, text, at, readAt }: DemoMessage,
  bookingId: string,
  actorsByUsername: People,
) => {
  const writing = contextOf(actorsByUsername.get(by)!, `message ${number} ${booking}`, at);
  await commandBus.execute(new SendMessageCommand({ bookingId, text }, writing));
  if (!readAt) return;
  const reading = contextOf(
    actorsByUsername.get(reader)!,
    `read message ${number} ${booking}`,
    readAt,
  );
  await commandBus.execute(new ReadMessagesCommand({ bookingId, upTo: number }, reading));
};
