import type { ChallengePlayerBody as Wanted } from '@courtly/contracts/challenges';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { bookableCourt } from '../../booking/courts/bookable-court.js';
import { courtDayOf } from '../../booking/bookings/booking-id.js';
import { type Booking, isLive } from '../../booking/bookings/booking.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { fullName, person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EMAIL_PREFERENCES, type EmailPreferences } from '../../platform/mail/email-preferences.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { challenge } from './challenge.js';
import { challengeLetter } from './match-emails.js';

/** More hours than anybody plays in a day. */
export const challengesOfPerson: RateLimit = {
  name: 'challenges',
  points: 20,
  duration: 24 * 60 * 60,
};

const bookingIn = async (streams: Streams, bookingId: string): Promise<Booking | null> =>
  bookingOf(await streams.load(courtDay, courtDayOf(bookingId)), bookingId);

/** Somebody says whom they have booked an hour to play. */
export class ChallengePlayerCommand extends defineCommand<Wanted, CommandResult<Wanted>>() {}

@CommandHandler(ChallengePlayerCommand)
export class ChallengePlayerHandler implements ICommandHandler<ChallengePlayerCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly attempts: RateLimits,
    private readonly hashes: KeyedHashes,
  ) {}

  /** @throws DomainError not_found for the hour of another, oneself or nobody; wrong_status; too_many_requests */
  async execute({
    input: wanted,
    context,
  }: ChallengePlayerCommand): Promise<CommandResult<Wanted>> {
    const { bookingId, playerId: opponentId } = wanted;
    const { actor, at: challengedAt } = context;
    const booking = await bookingIn(this.streams, bookingId);
    if (booking?.playerId !== actor.id) throw notFound('booking');
    const { courtId, startTime, endTime, zone, status } = booking;
    if (!isLive(booking) || challengedAt >= startTime)
      throw new DomainError('wrong_status', 'This hour is not ahead any more.', { status });
    const opponent = opponentId === actor.id ? null : await this.streams.load(person, opponentId);
    if (!opponent?.email) throw notFound('player');
    // A page that is loaded again says it again.
    const isNew = (await this.streams.load(challenge, bookingId)) === null;
    if (isNew)
      await this.attempts.consume(challengesOfPerson, this.hashes.of('challenger', actor.id));
    const data = {
      bookingId,
      courtId,
      challengerId: actor.id,
      opponentId,
      startTime,
      endTime,
      zone,
      challengedAt,
    };
    const command = { type: 'ChallengePlayer', data } as const;
    const { position } = await this.commands.handle(challenge, bookingId, command, context);
    return new CommandResult(wanted, position);
  }
}

/** Lets an opponent be told, where the hour that challenges them is confirmed by now. */
export class ConfirmChallengeCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

@CommandHandler(ConfirmChallengeCommand)
export class ConfirmChallengeHandler implements ICommandHandler<ConfirmChallengeCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
  ) {}

  async execute({ input: { bookingId }, context }: ConfirmChallengeCommand): Promise<void> {
    if (!(await this.streams.load(challenge, bookingId))) return;
    if ((await bookingIn(this.streams, bookingId))?.status !== 'confirmed') return;
    const command = { type: 'ConfirmChallenge', data: { at: context.at } } as const;
    await this.commands.handle(challenge, bookingId, command, context);
  }
}

/** Tells an opponent by mail. `at` is when the hour was confirmed for them (UTC). */
export class TellOfChallengeCommand extends defineCommand<
  Readonly<{ bookingId: string; at: string }>
>() {}

@CommandHandler(TellOfChallengeCommand)
export class TellOfChallengeHandler implements ICommandHandler<TellOfChallengeCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_PREFERENCES) private readonly choices: EmailPreferences,
    @Inject(EMAIL_OUTBOX) private readonly mails: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ input: { bookingId, at }, context }: TellOfChallengeCommand): Promise<void> {
    // Whoever follows the log anew comes by what was told long ago.
    if (Date.parse(context.at) - Date.parse(at) > DAY_MS) return;
    await this.mails.sendOnce(context.commandId, async () => {
      const known = await this.streams.load(challenge, bookingId);
      if (!known || (await bookingIn(this.streams, bookingId))?.status !== 'confirmed') return null;
      const { opponentId, challengerId, courtId, startTime, zone } = known;
      const [opponent, challenger, court, off] = await Promise.all([
        this.streams.load(person, opponentId),
        this.streams.load(person, challengerId),
        this.streams.load(bookableCourt, courtId),
        this.choices.unsubscribeLinks(opponentId, 'matches'),
      ]);
      if (!opponent?.email || !challenger?.email || !off) return null;
      const its = { court: court?.name ?? '', challenger: fullName(challenger), startTime, zone };
      const { email, firstName } = opponent;
      return challengeLetter({ email, firstName, off }, its, this.config.PUBLIC_URL);
    });
  }
}

export const challengeCommandHandlers = [
  ChallengePlayerHandler,
  ConfirmChallengeHandler,
  TellOfChallengeHandler,
];
