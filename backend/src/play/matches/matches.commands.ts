import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type { AddMatchPlayerBody, LogMatchBody } from '@courtly/contracts/matches';
import { bookableCourt } from '../../booking/courts/bookable-court.js';
import { courtDayIdOf } from '../../booking/bookings/booking-id.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { bookingOf, courtDay } from '../../booking/bookings/court-day.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import { Streams } from '../../platform/kernel/streams.js';
import { playedIn } from './lineup.js';
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

/** Logs the result of an hour that the player booked, with or without the other players. */
export class LogMatchCommand extends defineCommand<LogMatchBody, CommandResult<Match>>() {}

@CommandHandler(LogMatchCommand)
export class LogMatchHandler implements ICommandHandler<LogMatchCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly named: NamedPlayers,
  ) {}

  /**
   * @throws DomainError not_found (also for another player's booking), wrong_status before the hour
   * is over, already_logged, invalid_request, fair_use
   */
  async execute({ input: result, context }: LogMatchCommand): Promise<CommandResult<Match>> {
    const booking = await this.playedBy(context.actor.id, result.bookingId);
    const court = await this.streams.load(bookableCourt, booking.courtId);
    const players: MatchPlayer[] = [];
    for (const [index, player] of result.players.entries())
      players.push(await this.named.place(player, index, context));
    const { bookingId, courtId, playerId: loggerId, startTime: playedAt, zone } = booking;
    const { gamesWon, gamesLost, discipline = null } = result;
    const matchId = matchIdOf(booking);
    const data = {
      matchId,
      bookingId,
      courtId,
      loggerId,
      playedAt,
      zone,
      surface: court!.surfaceType,
      result: result.result,
      gamesWon,
      gamesLost,
      discipline,
      players,
      sets: result.sets ?? [],
      notes: result.notes ?? '',
      loggedAt: context.at,
    };
    const handled = await this.commands.handle(match, matchId, { type: 'LogMatch', data }, context);
    return new CommandResult(handled.state!, handled.position);
  }

  private async playedBy(callerId: string, bookingId: string): Promise<Booking> {
    const booking = bookingOf(
      await this.streams.load(courtDay, courtDayIdOf(bookingId)),
      bookingId,
    );
    if (!booking) throw notFound('booking');
    const { status, playerId } = booking;
    if (playerId !== callerId) {
      const other = await this.streams.load(match, matchIdOf(booking));
      if (other && other.answer !== 'withdrawn' && playedIn(other, callerId))
        throw alreadyLogged(other, callerId);
      throw notFound('booking');
    }
    if (status !== 'completed')
      throw new DomainError('wrong_status', 'You can log a result once the hour is over.', {
        status,
      });
    return booking;
  }
}

/** Adds a player to a match; only its logger may. */
export class AddMatchPlayerCommand extends defineCommand<
  AddMatchPlayerBody,
  CommandResult<Readonly<{ matchId: string; player: MatchPlayer }>>
>() {}

@CommandHandler(AddMatchPlayerCommand)
export class AddMatchPlayerHandler implements ICommandHandler<AddMatchPlayerCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly named: NamedPlayers,
  ) {}

  /** @throws DomainError not_found, wrong_status after an answer, invalid_request */
  async execute({ input: { matchResultId: matchId, ...named }, context }: AddMatchPlayerCommand) {
    const player = await this.named.place(named, 0, context);
    const data = { at: context.at, loggerId: context.actor.id, player };
    const handled = await this.commands.handle(
      match,
      matchId,
      { type: 'AddPlayer', data },
      context,
    );
    return new CommandResult({ matchId, player }, handled.position);
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
  constructor(private readonly commands: CommandHandling) {}

  /** @throws DomainError not_found, forbidden, wrong_status */
  async execute({
    input: { matchId, answer },
    context,
  }: AnswerMatchCommand): Promise<CommandResult<Match>> {
    const { type, ...said } = answer;
    const command = {
      type,
      data: { ...said, playerId: context.actor.id, at: context.at },
    } as MatchCommand;
    const handled = await this.commands.handle(match, matchId, command, context);
    return new CommandResult(handled.state!, handled.position);
  }
}

/** An admin decides on a disputed result: an upheld dispute voids it, otherwise it is confirmed. */
export class SettleDisputeCommand extends defineCommand<
  Readonly<{ matchId: string; decision: Readonly<{ upheld: boolean; reason: string }> }>,
  CommandResult<Match>
>() {}

@CommandHandler(SettleDisputeCommand)
export class SettleDisputeHandler implements ICommandHandler<SettleDisputeCommand> {
  constructor(private readonly commands: CommandHandling) {}

  /** @throws DomainError not_found, wrong_status if the match is not disputed */
  async execute({
    input: { matchId, decision },
    context,
  }: SettleDisputeCommand): Promise<CommandResult<Match>> {
    const { upheld, reason: because } = decision;
    const data = { upheld, because, settledBy: context.actor.id, at: context.at };
    const handled = await this.commands.handle(
      match,
      matchId,
      { type: 'SettleDispute', data },
      context,
    );
    return new CommandResult(handled.state!, handled.position);
  }
}

/** Takes the place in a match that an emailed invitation offers. */
export class ClaimMatchCommand extends defineCommand<
  Readonly<{ matchId: string; token: string }>,
  CommandResult<Match>
>() {}

@CommandHandler(ClaimMatchCommand)
export class ClaimMatchHandler implements ICommandHandler<ClaimMatchCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly tokens: MatchTokens,
    private readonly named: NamedPlayers,
  ) {}

  /**
   * @throws DomainError not_found, forbidden for a player of the match, wrong_status if the place
   * is taken
   */
  async execute({
    input: { matchId, token },
    context,
  }: ClaimMatchCommand): Promise<CommandResult<Match>> {
    const placeId = this.tokens.read(matchId, token);
    const { at, actor } = context;
    const data = { placeId, playerId: actor.id, at, answerBy: this.named.answerBy(at) };
    const handled = await this.commands.handle(
      match,
      matchId,
      { type: 'ClaimPlace', data },
      context,
    );
    return new CommandResult(handled.state!, handled.position);
  }
}

/** Confirms a match whose opponents did not answer in time. */
export class PassMatchDeadlineCommand extends defineCommand<Readonly<{ matchId: string }>>() {}

@CommandHandler(PassMatchDeadlineCommand)
export class PassMatchDeadlineHandler implements ICommandHandler<PassMatchDeadlineCommand> {
  constructor(private readonly commands: CommandHandling) {}

  async execute({ input: { matchId }, context }: PassMatchDeadlineCommand): Promise<void> {
    const data = { at: context.at };
    await this.commands.handle(match, matchId, { type: 'AutoConfirmMatch', data }, context);
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
