import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { AddMatchPlayerBody, LogMatchBody, MatchSide } from '@courtly/contracts/matches';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { type Court, court as courtDecider } from '../../booking/courts/court.js';
import { sportOfBooking } from '../../booking/bookings/booked-sport.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { isVerifyingLink, requireVerifiedEmail } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { challenge } from './challenge.js';
import { roleInMatch, sideOf } from './lineup.js';
import {
  type Match,
  type MatchCommand,
  type NamedPlayer,
  alreadyLogged,
  invalidPlayers,
  isLoggableAgain,
  match,
  matchIdOf,
} from './match.js';
import { MatchTokens } from './match-tokens.service.js';
import { NamedPlayers } from './named-players.service.js';

export class LogMatchCommand extends defineCommand<LogMatchBody, CommandResult<Match>>() {}

@CommandHandler(LogMatchCommand)
export class LogMatchHandler implements ICommandHandler<LogMatchCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly namedPlayers: NamedPlayers,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /**
   * @throws DomainError not_found (including without a place in the hour), wrong_status before the
   * hour is over or too late, email_unverified, already_logged, invalid_request, fair_use
   */
  async execute({ input: loggedMatch, context }: LogMatchCommand) {
    const loggerId = context.actor.id;
    const booking = await loadBooking(this.streams, loggedMatch.bookingId);
    if (!booking) throw notFound('booking');
    const matchId = matchIdOf(booking);
    const previousMatch = await this.streams.load(match, matchId);
    const challengedId = await this.challengedIn(booking);
    const bookerSide = bookerSideFor(loggerId, booking, previousMatch, challengedId);
    if (booking.status !== 'completed')
      throw new DomainError('wrong_status', 'You can log a result once the hour is over.', {
        status: booking.status,
      });
    requireVerifiedEmail(await this.namedPlayers.hasVerifiedEmail(loggerId));
    if (bookerSide !== null)
      await this.contactGuard.requireContact(
        'match',
        loggerId,
        booking.playerId,
        booking.startTime,
      );
    const court = await this.courtAt(booking);
    const players: NamedPlayer[] = [];
    if (bookerSide !== null) players.push(await this.placeOfBooker(booking, bookerSide, context));
    for (const [index, loggedPlayer] of loggedMatch.players.entries())
      players.push(
        await this.namedPlayers.placeFor(loggedPlayer, index, booking.startTime, context),
      );
    const namesChallenged = players.some(({ playerId }) => playerId === challengedId);
    if (challengedId !== null && loggerId === booking.playerId && !namesChallenged)
      players.push(
        ...(await this.placesOfChallenged(
          challengedId,
          booking,
          loggedMatch,
          previousMatch,
          context,
        )),
      );
    const { bookingId, courtId, startTime: playedAt, zone } = booking;
    const { gamesWon, gamesLost, discipline = null } = loggedMatch;
    const data = {
      matchId,
      bookingId,
      courtId,
      loggerId,
      playedAt,
      zone,
      surface: court!.surfaceType,
      sport: sportOfBooking(booking, court!),
      result: loggedMatch.result,
      gamesWon,
      gamesLost,
      discipline,
      players,
      sets: loggedMatch.sets ?? [],
      notes: loggedMatch.notes ?? '',
      loggedAt: context.at,
      claimBy: this.namedPlayers.claimDeadline(context.at),
      logBy: this.namedPlayers.logDeadline(playedAt),
    };
    const outcome = await this.commandHandling.handle(
      match,
      matchId,
      { type: 'LogMatch', data },
      context,
    );
    return new CommandResult(outcome.state!, outcome.position);
  }

  /** The court as it was when the hour began, because its surface can change later. */
  private async courtAt({ courtId, startTime }: Booking): Promise<Court | null> {
    const courtEvents = await this.streams.events(`${courtDecider.category}-${courtId}`);
    const earlierEvents = courtEvents.filter(({ metadata }) => metadata.at <= startTime);
    return foldAll(courtDecider, earlierEvents as unknown as CourtEvent[]);
  }

  /** The player who was challenged to the hour; null until the booking is confirmed. */
  private async challengedIn({ bookingId }: Booking): Promise<string | null> {
    const hourChallenge = await this.streams.load(challenge, bookingId);
    return hourChallenge?.isConfirmed ? hourChallenge.opponentId : null;
  }

  private async placeOfBooker(
    { playerId }: Booking,
    side: MatchSide,
    context: CommandContext,
  ): Promise<NamedPlayer> {
    if (!(await this.namedPlayers.hasVerifiedEmail(playerId)))
      throw new DomainError(
        'wrong_status',
        "The player who booked this hour hasn't verified their email, so a result wouldn't count.",
        { status: 'unverified' },
      );
    return this.namedPlayers.placeOfKnown('booker', playerId, side, context);
  }

  /**
   * The place of a challenged player whom the booking player did not name. Empty if that player was
   * not there or has no verified email, or if one of the two blocked the other before the hour.
   */
  private async placesOfChallenged(
    challengedId: string,
    { startTime }: Booking,
    { discipline, players }: LogMatchBody,
    previousMatch: Match | null,
    context: CommandContext,
  ): Promise<readonly NamedPlayer[]> {
    const wasAbsent = previousMatch?.players.some(
      ({ playerId, answer }) => playerId === challengedId && answer === 'absent',
    );
    if (wasAbsent || !(await this.namedPlayers.hasVerifiedEmail(challengedId))) return [];
    if (await this.contactGuard.isBlocked(context.actor.id, challengedId, startTime)) return [];
    if (discipline === 'singles' && players.some(({ side }) => side === 'opponent'))
      throw invalidPlayers(
        'You challenged another player to this hour. Name them as the opponent.',
      );
    return [await this.namedPlayers.placeOfKnown('challenged', challengedId, 'opponent', context)];
  }
}

/**
 * The booking player's side as the logger sees it; null if they log it or were not there. Others
 * need a confirmed challenge, or a place in an earlier match without a result.
 */
const bookerSideFor = (
  loggerId: string,
  { playerId: bookerId }: Booking,
  previousMatch: Match | null,
  challengedId: string | null,
): MatchSide | null => {
  if (loggerId === bookerId) return null;
  const isNamed = previousMatch !== null && roleInMatch(previousMatch, loggerId) !== null;
  if (isNamed && !isLoggableAgain(previousMatch)) throw alreadyLogged(previousMatch, loggerId);
  if (!isNamed && challengedId !== loggerId) throw notFound('booking');
  if (!isNamed) return 'opponent';
  if (roleInMatch(previousMatch, bookerId) === null) return null;
  return sideOf(previousMatch, bookerId) === sideOf(previousMatch, loggerId)
    ? 'partner'
    : 'opponent';
};

export class AddMatchPlayerCommand extends defineCommand<
  AddMatchPlayerBody,
  CommandResult<Readonly<{ matchId: string; player: NamedPlayer }>>
>() {}

@CommandHandler(AddMatchPlayerCommand)
export class AddMatchPlayerHandler implements ICommandHandler<AddMatchPlayerCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly namedPlayers: NamedPlayers,
  ) {}

  /** @throws DomainError not_found, wrong_status after a response, invalid_request */
  async execute({
    input: { matchResultId: matchId, ...namedPlayer },
    context,
  }: AddMatchPlayerCommand) {
    const loggedMatch = await this.streams.load(match, matchId);
    if (!loggedMatch) throw notFound('match');
    const { playedAt } = loggedMatch;
    const loggedPlayer = await this.namedPlayers.placeFor(namedPlayer, 0, playedAt, context);
    const data = { at: context.at, loggerId: context.actor.id, player: loggedPlayer };
    const outcome = await this.commandHandling.handle(
      match,
      matchId,
      { type: 'AddPlayer', data },
      context,
    );
    return new CommandResult({ matchId, player: loggedPlayer }, outcome.position);
  }
}

export type MatchAnswer = Readonly<
  | { type: 'ConfirmMatch' }
  | { type: 'DisputeMatch'; reason: string }
  | { type: 'LeaveMatch' }
  | { type: 'AgreeToWithdraw' }
  | { type: 'WithdrawMatch'; reason: string }
>;

export class AnswerMatchCommand extends defineCommand<
  Readonly<{ matchId: string; answer: MatchAnswer }>,
  CommandResult<Match>
>() {}

@CommandHandler(AnswerMatchCommand)
export class AnswerMatchHandler implements ICommandHandler<AnswerMatchCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly namedPlayers: NamedPlayers,
  ) {}

  /** @throws DomainError not_found, forbidden, wrong_status */
  async execute({ input: { matchId, answer }, context }: AnswerMatchCommand) {
    const { type, ...answerFields } = answer;
    const suspendedIds = await this.namedPlayers.suspendedIn(matchId);
    const answerCommand = {
      type,
      data: { ...answerFields, playerId: context.actor.id, at: context.at, suspendedIds },
    } as MatchCommand;
    const outcome = await this.commandHandling.handle(match, matchId, answerCommand, context);
    return new CommandResult(outcome.state!, outcome.position);
  }
}

/**
 * An admin's final ruling on a dispute or a requested withdrawal. If it is upheld, the match is
 * void; otherwise, the result is final.
 */
export class SettleDisputeCommand extends defineCommand<
  Readonly<{ matchId: string; decision: Readonly<{ upheld: boolean; reason: string }> }>,
  CommandResult<Match>
>() {}

@CommandHandler(SettleDisputeCommand)
export class SettleDisputeHandler implements ICommandHandler<SettleDisputeCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found, wrong_status if no ruling is due */
  async execute({ input: { matchId, decision }, context }: SettleDisputeCommand) {
    const { upheld, reason: because } = decision;
    const data = { upheld, because, settledBy: context.actor.id, at: context.at };
    const outcome = await this.commandHandling.handle(
      match,
      matchId,
      { type: 'SettleDispute', data },
      context,
    );
    return new CommandResult(outcome.state!, outcome.position);
  }
}

/** An admin voids a match, such as one behind a rating flag. */
export class VoidMatchCommand extends defineCommand<
  Readonly<{ matchId: string; reason: string }>,
  CommandResult<Match>
>() {}

@CommandHandler(VoidMatchCommand)
export class VoidMatchHandler implements ICommandHandler<VoidMatchCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found, wrong_status without a result that counts or is disputed */
  async execute({ input: { matchId, reason: because }, context }: VoidMatchCommand) {
    const data = { because, voidedBy: context.actor.id, at: context.at };
    const command = { type: 'VoidMatch', data } as const;
    const outcome = await this.commandHandling.handle(match, matchId, command, context);
    return new CommandResult(outcome.state!, outcome.position);
  }
}

export class ClaimMatchCommand extends defineCommand<
  Readonly<{ matchId: string; token: string }>,
  CommandResult<Match>
>() {}

@CommandHandler(ClaimMatchCommand)
export class ClaimMatchHandler implements ICommandHandler<ClaimMatchCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly matchTokens: MatchTokens,
    private readonly namedPlayers: NamedPlayers,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
  ) {}

  /**
   * @throws DomainError not_found, forbidden for an email other than the invited one or for people
   * in the match, wrong_status if the place is taken or the invitation has expired
   */
  async execute({ input: { matchId, token }, context }: ClaimMatchCommand) {
    const placeId = this.matchTokens.placeIdOf(matchId, token);
    const { at, actor } = context;
    await this.requireInvitedEmail(actor.id, matchId, placeId, context);
    const claimedMatch = await this.streams.load(match, matchId);
    if (claimedMatch)
      await this.contactGuard.requireContact('match', actor.id, claimedMatch.loggerId);
    const data = {
      placeId,
      playerId: actor.id,
      at,
      answerBy: this.namedPlayers.answerDeadline(at),
    };
    const outcome = await this.commandHandling.handle(
      match,
      matchId,
      { type: 'ClaimPlace', data },
      context,
    );
    return new CommandResult(outcome.state!, outcome.position);
  }

  /** The link was sent to the email entered for the place, so it also verifies that email. */
  private async requireInvitedEmail(
    userId: string,
    matchId: string,
    placeId: string,
    context: CommandContext,
  ): Promise<void> {
    const claimant = await this.streams.load(person, userId);
    const claimedMatch = await this.streams.load(match, matchId);
    const place = claimedMatch?.players.find((matchPlayer) => matchPlayer.placeId === placeId);
    if (!claimant || !place || claimedMatch?.loggerId === userId || place.playerId === userId)
      return;
    if (!isVerifyingLink(this.keyedHashes, 'email', place.emailHash, claimant))
      throw new DomainError(
        'forbidden',
        'This invitation was sent to another email. Sign in with the account that uses it.',
      );
    const { email } = claimant;
    const data = { userId, email, proof: 'match', verifiedAt: context.at } as const;
    await this.commandHandling.handle(
      emailVerification,
      userId,
      { type: 'VerifyEmail', data },
      context,
    );
  }
}

/** Ends an open match after its last answer window or its invitations have ended. */
export class PassMatchDeadlineCommand extends defineCommand<Readonly<{ matchId: string }>>() {}

@CommandHandler(PassMatchDeadlineCommand)
export class PassMatchDeadlineHandler implements ICommandHandler<PassMatchDeadlineCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly namedPlayers: NamedPlayers,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { matchId }, context }: PassMatchDeadlineCommand) {
    const suspendedIds = await this.namedPlayers.suspendedIn(matchId);
    const data = { at: context.at, suspendedIds };
    await this.commandHandling.handle(match, matchId, { type: 'PassDeadline', data }, context);
  }
}
