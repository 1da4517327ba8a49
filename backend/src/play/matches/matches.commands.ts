import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { AddMatchPlayerBody, LogMatchBody } from '@courtly/contracts/matches';
import { court as courtDecider } from '../../booking/courts/court.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { loadBooking } from '../../booking/bookings/load-booking.js';
import { isVerifyingLink } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import { roleInMatch } from './lineup.js';
import {
  type Match,
  type MatchCommand,
  type MatchPlayer,
  alreadyLogged,
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
  ) {}

  /**
   * @throws DomainError not_found (also for another player's booking), wrong_status before the hour
   *   is over, already_logged, invalid_request, fair_use
   */
  async execute({ input: loggedMatch, context }: LogMatchCommand) {
    const booking = await this.completedBooking(context.actor.id, loggedMatch.bookingId);
    const court = await this.streams.load(courtDecider, booking.courtId);
    const players: MatchPlayer[] = [];
    for (const [index, loggedPlayer] of loggedMatch.players.entries())
      players.push(await this.namedPlayers.placeFor(loggedPlayer, index, context));
    const { bookingId, courtId, playerId: loggerId, startTime: playedAt, zone } = booking;
    const { gamesWon, gamesLost, discipline = null } = loggedMatch;
    const matchId = matchIdOf(booking);
    const data = {
      matchId,
      bookingId,
      courtId,
      loggerId,
      playedAt,
      zone,
      surface: court!.surfaceType,
      result: loggedMatch.result,
      gamesWon,
      gamesLost,
      discipline,
      players,
      sets: loggedMatch.sets ?? [],
      notes: loggedMatch.notes ?? '',
      loggedAt: context.at,
    };
    const outcome = await this.commandHandling.handle(
      match,
      matchId,
      { type: 'LogMatch', data },
      context,
    );
    return new CommandResult(outcome.state!, outcome.position);
  }

  private async completedBooking(userId: string, bookingId: string): Promise<Booking> {
    const booking = await loadBooking(this.streams, bookingId);
    if (!booking) throw notFound('booking');
    const { status, playerId } = booking;
    if (playerId !== userId) {
      const otherMatch = await this.streams.load(match, matchIdOf(booking));
      if (otherMatch && otherMatch.answer !== 'withdrawn' && roleInMatch(otherMatch, userId))
        throw alreadyLogged(otherMatch, userId);
      throw notFound('booking');
    }
    if (status !== 'completed')
      throw new DomainError('wrong_status', 'You can log a result once the hour is over.', {
        status,
      });
    return booking;
  }
}

export class AddMatchPlayerCommand extends defineCommand<
  AddMatchPlayerBody,
  CommandResult<Readonly<{ matchId: string; player: MatchPlayer }>>
>() {}

@CommandHandler(AddMatchPlayerCommand)
export class AddMatchPlayerHandler implements ICommandHandler<AddMatchPlayerCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly namedPlayers: NamedPlayers,
  ) {}

  /** @throws DomainError not_found, wrong_status after a response, invalid_request */
  async execute({
    input: { matchResultId: matchId, ...namedPlayer },
    context,
  }: AddMatchPlayerCommand) {
    const loggedPlayer = await this.namedPlayers.placeFor(namedPlayer, 0, context);
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
  | { type: 'WithdrawMatch'; reason: string }
>;

export class AnswerMatchCommand extends defineCommand<
  Readonly<{ matchId: string; answer: MatchAnswer }>,
  CommandResult<Match>
>() {}

@CommandHandler(AnswerMatchCommand)
export class AnswerMatchHandler implements ICommandHandler<AnswerMatchCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found, forbidden, wrong_status */
  async execute({ input: { matchId, answer }, context }: AnswerMatchCommand) {
    const { type, ...answerFields } = answer;
    const answerCommand = {
      type,
      data: { ...answerFields, playerId: context.actor.id, at: context.at },
    } as MatchCommand;
    const outcome = await this.commandHandling.handle(match, matchId, answerCommand, context);
    return new CommandResult(outcome.state!, outcome.position);
  }
}

/**
 * An admin decides on a disputed result. If the dispute is upheld, the match is void; otherwise, it
 * is confirmed.
 */
export class SettleDisputeCommand extends defineCommand<
  Readonly<{ matchId: string; decision: Readonly<{ upheld: boolean; reason: string }> }>,
  CommandResult<Match>
>() {}

@CommandHandler(SettleDisputeCommand)
export class SettleDisputeHandler implements ICommandHandler<SettleDisputeCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  /** @throws DomainError not_found, wrong_status if the match is not disputed */
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
  ) {}

  /**
   * @throws DomainError not_found, forbidden if the user already plays in the match, wrong_status
   *   if the place is taken
   */
  async execute({ input: { matchId, token }, context }: ClaimMatchCommand) {
    const placeId = this.matchTokens.placeIdOf(matchId, token);
    const { at, actor } = context;
    await this.verifyEmailOf(actor.id, matchId, placeId, context);
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

  /** The link was sent to the email entered for the place, which may be the claimant's own. */
  private async verifyEmailOf(
    userId: string,
    matchId: string,
    placeId: string,
    context: CommandContext,
  ): Promise<void> {
    const claimant = await this.streams.load(person, userId);
    const claimedMatch = await this.streams.load(match, matchId);
    const place = claimedMatch?.players.find((matchPlayer) => matchPlayer.placeId === placeId);
    if (!claimant || !place) return;
    if (!isVerifyingLink(this.keyedHashes, 'email', place.emailHash, claimant)) return;
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

/** Confirms a match whose opponents did not respond in time. */
export class PassMatchDeadlineCommand extends defineCommand<Readonly<{ matchId: string }>>() {}

@CommandHandler(PassMatchDeadlineCommand)
export class PassMatchDeadlineHandler implements ICommandHandler<PassMatchDeadlineCommand> {
  constructor(private readonly commandHandling: CommandHandling) {}

  async execute({ input: { matchId }, context }: PassMatchDeadlineCommand) {
    const data = { at: context.at };
    await this.commandHandling.handle(match, matchId, { type: 'AutoConfirmMatch', data }, context);
  }
}

export const matchCommandHandlers = [
  LogMatchHandler,
  AddMatchPlayerHandler,
  AnswerMatchHandler,
  SettleDisputeHandler,
  ClaimMatchHandler,
  PassMatchDeadlineHandler,
];
