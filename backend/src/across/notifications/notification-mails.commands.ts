import type {
  BookingNotificationType as NoticeType,
  CourtNotificationType,
} from '@courtly/contracts/notifications';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { person } from '../../people/identity/person.js';
import { conversation, readerOfSide } from '../../booking/messages/conversation.js';
import { LettersToMembers } from './member-emails.service.js';
import {
  type Ahead,
  courtLetter,
  messageLetter,
  noticeLetter,
  reminderLetter,
} from './notification-emails.js';
import { isLate, isReminded } from './reminders.js';
import { isStillSo, mailKindOf } from './recipients.js';

/** What a mail tells of, as ids alone and the cents that moved; one to an admin names what is at Stripe. `at` is when it happened (UTC). */
export type News = Readonly<{
  personId: string;
  bookingId: string;
  type: NoticeType;
  amountCents: number | null;
  stripeId?: string;
  at: string;
}>;

/** Whoever follows the log anew comes by what was told long ago. */
const isLongAgo = (at: string, context: CommandContext): boolean =>
  Date.parse(context.at) - Date.parse(at) > DAY_MS;

/** Tells somebody by mail what happened to a booking. */
export class TellOfBookingCommand extends defineCommand<News>() {}

@CommandHandler(TellOfBookingCommand)
export class TellOfBookingHandler implements ICommandHandler<TellOfBookingCommand> {
  constructor(private readonly letters: LettersToMembers) {}

  async execute({ input: news, context }: TellOfBookingCommand): Promise<void> {
    const { personId, bookingId, type, amountCents, stripeId = null, at } = news;
    if (isLongAgo(at, context)) return;
    const about = { personId, bookingId, kind: mailKindOf(type), isAdmin: stripeId !== null };
    await this.letters.once(context.commandId, about, (reader, its) =>
      isStillSo(type, its.booking.status)
        ? noticeLetter(reader, type, { ...its, amountCents, stripeId })
        : null,
    );
  }
}

/** Which court an admin hid or showed again, and when (UTC). */
export type CourtTold = Readonly<{
  personId: string;
  courtId: string;
  type: CourtNotificationType;
  at: string;
}>;

/** Tells a host by mail what an admin did to their court. */
export class TellOfCourtCommand extends defineCommand<CourtTold>() {}

@CommandHandler(TellOfCourtCommand)
export class TellOfCourtHandler implements ICommandHandler<TellOfCourtCommand> {
  constructor(private readonly letters: LettersToMembers) {}

  async execute({ input: { type, at, ...about }, context }: TellOfCourtCommand): Promise<void> {
    if (isLongAgo(at, context)) return;
    await this.letters.onceOfCourt(context.commandId, about, (reader, court) => {
      const isHidden = court.hiddenBecause !== null;
      return isHidden === (type === 'court_hidden') ? courtLetter(reader, court) : null;
    });
  }
}

/** Which message of a booking somebody is told of, and when it was sent (UTC). */
export type MessageTold = Readonly<{
  personId: string;
  bookingId: string;
  number: number;
  at: string;
}>;

/** Tells one side of a booking by mail that the other one wrote. */
export class TellOfMessageCommand extends defineCommand<MessageTold>() {}

@CommandHandler(TellOfMessageCommand)
export class TellOfMessageHandler implements ICommandHandler<TellOfMessageCommand> {
  constructor(
    private readonly letters: LettersToMembers,
    private readonly streams: Streams,
  ) {}

  async execute({
    input: { personId, bookingId, number, at },
    context,
  }: TellOfMessageCommand): Promise<void> {
    if (isLongAgo(at, context)) return;
    const known = await this.streams.load(conversation, bookingId);
    const message = known?.messages[number - 1];
    if (!message || message.isRemoved || known.readUpTo[readerOfSide(message.side)] >= number)
      return;
    const author =
      (await this.streams.load(person, message.authorId))?.firstName || 'A former member';
    await this.letters.once(
      context.commandId,
      { personId, bookingId, kind: 'messages' },
      (reader, its) => messageLetter(reader, author, its),
    );
  }
}

/** Whom to remind of which booking, and how long before its start. */
export type Reminder = Readonly<{ personId: string; bookingId: string; ahead: Ahead }>;

/** Reminds somebody by mail of a confirmed booking. */
export class RemindOfBookingCommand extends defineCommand<Reminder>() {}

@CommandHandler(RemindOfBookingCommand)
export class RemindOfBookingHandler implements ICommandHandler<RemindOfBookingCommand> {
  constructor(private readonly letters: LettersToMembers) {}

  async execute({
    input: { personId, bookingId, ahead },
    context,
  }: RemindOfBookingCommand): Promise<void> {
    await this.letters.once(
      context.commandId,
      { personId, bookingId, kind: 'reminders' },
      (reader, { booking, court, side }) =>
        isReminded(ahead, booking) && !isLate(ahead, booking, context.at)
          ? reminderLetter(reader, ahead, side, { booking, court })
          : null,
    );
  }
}
