import type { ChallengePlayerBody } from '@courtly/contracts/challenges';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { court as courtDecider } from '../../booking/courts/court.js';
import { isLiveBooking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CONFIG, type Config } from '../../config.js';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { fullName, person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { EMAIL_PREFERENCES, type EmailPreferences } from '../../platform/mail/email-preferences.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../platform/mail/email-outbox.js';
import { challenge } from './challenge.js';
import { challengeEmail } from './match-emails.js';
import { ViewerRelations } from './viewer-relations.service.js';

/** More hours than anyone could play in a day. */
export const challengesPerUser: RateLimit = {
  name: 'challenges',
  points: 20,
  duration: 24 * 60 * 60,
};

export class ChallengePlayerCommand extends defineCommand<
  ChallengePlayerBody,
  CommandResult<ChallengePlayerBody>
>() {}

@CommandHandler(ChallengePlayerCommand)
export class ChallengePlayerHandler implements ICommandHandler<ChallengePlayerCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly rateLimits: RateLimits,
    private readonly keyedHashes: KeyedHashes,
    private readonly viewerRelations: ViewerRelations,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /**
   * @throws DomainError not_found for another player's booking or an unknown or suspended opponent,
   * wrong_status, too_many_requests
   */
  async execute({ input: newChallenge, context }: ChallengePlayerCommand) {
    const { bookingId, playerId: opponentId } = newChallenge;
    const { actor, at: challengedAt } = context;
    const booking = await loadBooking(this.streams, bookingId);
    if (booking?.playerId !== actor.id) throw notFound('booking');
    const { courtId, startTime, endTime, zone, status } = booking;
    if (!isLiveBooking(booking) || challengedAt >= startTime)
      throw new DomainError(
        'wrong_status',
        'You can only challenge a player to an upcoming hour.',
        { status },
      );
    const opponent = opponentId === actor.id ? null : await this.streams.load(person, opponentId);
    if (!opponent?.email || opponent.suspension) throw notFound('player');
    const relation = await this.viewerRelations.relationTo(actor, opponentId);
    if (!visibleFields(opponent, relation).contact) throw notFound('player');
    await this.contactGuard.requireContact('challenge', actor.id, opponentId);
    // Reloading a page repeats the command, but only new challenges count toward the limit.
    const isNewChallenge = (await this.streams.load(challenge, bookingId)) === null;
    if (isNewChallenge)
      await this.rateLimits.consume(
        challengesPerUser,
        this.keyedHashes.hashOf('challenger', actor.id),
      );
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
    const challengeCommand = { type: 'ChallengePlayer', data } as const;
    const { position } = await this.commandHandling.handle(
      challenge,
      bookingId,
      challengeCommand,
      context,
    );
    return new CommandResult(newChallenge, position);
  }
}

export class ConfirmChallengeCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

/** Confirms a challenge once its booking is confirmed, unless one of the two blocks the other. */
@CommandHandler(ConfirmChallengeCommand)
export class ConfirmChallengeHandler implements ICommandHandler<ConfirmChallengeCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { bookingId }, context }: ConfirmChallengeCommand) {
    const existing = await this.streams.load(challenge, bookingId);
    if (!existing) return;
    const { challengerId, opponentId } = existing;
    if (await this.contactGuard.isBlocked(challengerId, opponentId)) return;
    if ((await loadBooking(this.streams, bookingId))?.status !== 'confirmed') return;
    const challengeCommand = { type: 'ConfirmChallenge', data: { at: context.at } } as const;
    await this.commandHandling.handle(challenge, bookingId, challengeCommand, context);
  }
}

/** Emails the opponent. */
export class EmailChallengeCommand extends defineCommand<Readonly<{ bookingId: string }>>() {}

@CommandHandler(EmailChallengeCommand)
export class EmailChallengeHandler implements ICommandHandler<EmailChallengeCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    @Inject(EMAIL_PREFERENCES) private readonly emailPreferences: EmailPreferences,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { bookingId }, context }: EmailChallengeCommand) {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const existing = await this.streams.load(challenge, bookingId);
      if (!existing || (await loadBooking(this.streams, bookingId))?.status !== 'confirmed')
        return null;
      const { opponentId, challengerId, courtId, startTime, zone } = existing;
      if (await this.contactGuard.isBlocked(challengerId, opponentId)) return null;
      const [opponent, challenger, court, unsubscribeLinks] = await Promise.all([
        this.streams.load(person, opponentId),
        this.streams.load(person, challengerId),
        this.streams.load(courtDecider, courtId),
        this.emailPreferences.unsubscribeLinks(opponentId, 'matches'),
      ]);
      if (!opponent?.email || !challenger?.email || !unsubscribeLinks) return null;
      const { email, firstName } = opponent;
      return challengeEmail(
        { email, firstName, unsubscribeLinks },
        {
          courtName: court?.name ?? '',
          challengerName: fullName(challenger),
          startTime,
          zone,
        },
        this.config.PUBLIC_URL,
      );
    });
  }
}
