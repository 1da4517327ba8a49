import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import type {
  AddMatchPlayerBody as NewPlayer,
  LogMatchBody as Result,
} from '@courtly/contracts/matches';
import { bookableCourt } from '../../booking/courts/bookable-court.js';
import { courtDayOf } from '../../booking/bookings/booking-id.js';
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

/** Somebody logs the result of an hour that they booked, alone or with all who played. */
export class LogMatchCommand extends defineCommand<Result, CommandResult<Match>>() {}

@CommandHandler(LogMatchCommand)
export class LogMatchHandler implements ICommandHandler<LogMatchCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly named: NamedPlayers,
  ) {}

  /** @throws DomainError not_found for the booking of another; wrong_status; already_logged; invalid_request; fair_use */
  async execute({ input: result, context }: LogMatchCommand): Promise<CommandResult<Match>> {
    const booking = await this.playedBy(context.actor.id, result.bookingId);
    const court = await this.streams.load(bookableCourt, booking.courtId);
    const players: MatchPlayer[] = [];
    for (const [index, one] of result.players.entries())
      players.push(await this.named.place(one, index, context));
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
    const booking = bookingOf(await this.streams.load(courtDay, courtDayOf(bookingId)), bookingId);
    if (!booking) throw notFound('booking');
    const { status, playerId } = booking;
    if (playerId !== callerId) {
      const other = await this.streams.load(match, matchIdOf(booking));
      if (other && other.answer !== 'withdrawn' && playedIn(other, callerId))
        throw alreadyLogged(other, callerId);
      throw notFound('booking');
    }
    if (status !== 'completed')
      throw new DomainError('wrong_status', 'A result is logged once the hour is over.', {
        status,
      });
    return booking;
  }
}

/** Whoever logged a match names somebody who played too. */
export class AddMatchPlayerCommand extends defineCommand<
  NewPlayer,
  CommandResult<Readonly<{ matchId: string; player: MatchPlayer }>>
>() {}

@CommandHandler(AddMatchPlayerCommand)
export class AddMatchPlayerHandler implements ICommandHandler<AddMatchPlayerCommand> {
  constructor(
    private readonly commands: CommandHandling,
    private readonly named: NamedPlayers,
  ) {}

  /** @throws DomainError not_found; wrong_status once it was answered; invalid_request */
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

/** What somebody in a match does about its result. */
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

/** An admin decides about a disputed result: upheld, it does not count; else it stands. */
export class SettleDisputeCommand extends defineCommand<
  Readonly<{ matchId: string; decision: Readonly<{ upheld: boolean; reason: string }> }>,
  CommandResult<Match>
>() {}

@CommandHandler(SettleDisputeCommand)
export class SettleDisputeHandler implements ICommandHandler<SettleDisputeCommand> {
  constructor(private readonly commands: CommandHandling) {}

  /** @throws DomainError not_found; wrong_status where nobody disputes it */
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

/** Somebody takes the place that an invitation by mail keeps for whoever has its link. */
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

  /** @throws DomainError not_found; forbidden for who is in it already; wrong_status where the place is taken */
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

/** Confirms a match that nobody has answered in time. */
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
