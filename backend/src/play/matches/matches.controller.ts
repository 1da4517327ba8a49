import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { challengeRoutes } from '@courtly/contracts/challenges';
import { matchRoutes as routes } from '@courtly/contracts/matches';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ChallengePlayerCommand } from './challenges.commands.js';
import type { Match } from './match.js';
import { namedPlayerViewOf } from './match-view.js';
import {
  AddMatchPlayerCommand,
  AnswerMatchCommand,
  ClaimMatchCommand,
  LogMatchCommand,
  SettleDisputeCommand,
  VoidMatchCommand,
} from './matches.commands.js';
import { MatchQueries } from './matches.queries.js';

@Controller()
export class MatchesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly matchQueries: MatchQueries,
  ) {}

  @RouteHandler(routes.logMatch)
  async log(
    @RouteInput() { body }: Input<typeof routes.logMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.resultView(
      await this.commandBus.execute(new LogMatchCommand(body, commandContext)),
      commandContext,
    );
  }

  @RouteHandler(routes.addMatchPlayer)
  async addPlayer(
    @RouteInput() { body }: Input<typeof routes.addMatchPlayer>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(new AddMatchPlayerCommand(body, commandContext));
    return result.map(({ matchId, player }) => namedPlayerViewOf(matchId, player));
  }

  @RouteHandler(challengeRoutes.challengePlayer)
  challenge(
    @RouteInput() { body }: Input<typeof challengeRoutes.challengePlayer>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new ChallengePlayerCommand(body, commandContext));
  }

  @RouteHandler(routes.listMatches)
  async list(
    @RouteInput() { query }: Input<typeof routes.listMatches>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { items, next } = await this.matchQueries.matchesOfUser(id, query);
    return sendPage(httpResponse, { items: [...items], next, total: null });
  }

  @RouteHandler(routes.listChallengedHours)
  listChallengedHours(@CurrentUser() { id }: Actor) {
    return this.matchQueries.challengedHoursOf(id);
  }

  @RouteHandler(routes.showMatch)
  show(@RouteInput() { params }: Input<typeof routes.showMatch>, @CurrentUser() { id }: Actor) {
    return this.matchQueries.matchOfUser(params.matchId, id);
  }

  @RouteHandler(routes.confirmMatch)
  async confirm(
    @RouteInput() { params }: Input<typeof routes.confirmMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const answerCommand = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'ConfirmMatch' } },
      commandContext,
    );
    return this.resultView(await this.commandBus.execute(answerCommand), commandContext);
  }

  @RouteHandler(routes.disputeMatch)
  async dispute(
    @RouteInput() { params, body }: Input<typeof routes.disputeMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const answerCommand = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'DisputeMatch', ...body } },
      commandContext,
    );
    return this.resultView(await this.commandBus.execute(answerCommand), commandContext);
  }

  @RouteHandler(routes.leaveMatch)
  async leave(
    @RouteInput() { params }: Input<typeof routes.leaveMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const answerCommand = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'LeaveMatch' } },
      commandContext,
    );
    const { position } = await this.commandBus.execute(answerCommand);
    return new CommandResult({ id: params.matchId }, position);
  }

  @RouteHandler(routes.agreeToWithdraw)
  async agreeToWithdraw(
    @RouteInput() { params }: Input<typeof routes.agreeToWithdraw>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const answerCommand = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'AgreeToWithdraw' } },
      commandContext,
    );
    return this.resultView(await this.commandBus.execute(answerCommand), commandContext);
  }

  @RouteHandler(routes.withdrawMatch)
  async withdraw(
    @RouteInput() { params, body }: Input<typeof routes.withdrawMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const answerCommand = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'WithdrawMatch', ...body } },
      commandContext,
    );
    return this.resultView(await this.commandBus.execute(answerCommand), commandContext);
  }

  @RouteHandler(routes.claimMatch)
  async claim(
    @RouteInput() { params, body }: Input<typeof routes.claimMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const claimCommand = new ClaimMatchCommand(
      { matchId: params.matchId, token: body.token },
      commandContext,
    );
    return this.resultView(await this.commandBus.execute(claimCommand), commandContext);
  }

  @RouteHandler(routes.settleDispute)
  async settle(
    @RouteInput() { params, body }: Input<typeof routes.settleDispute>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new SettleDisputeCommand({ matchId: params.matchId, decision: body }, commandContext),
    );
    return result.map(({ matchId: id, answer }) => ({ id, counts: answer !== 'void' }));
  }

  @RouteHandler(routes.voidMatch)
  async voidMatch(
    @RouteInput() { params, body }: Input<typeof routes.voidMatch>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new VoidMatchCommand({ matchId: params.matchId, reason: body.reason }, commandContext),
    );
    return result.map(({ matchId: id }) => ({ id }));
  }

  private async resultView(
    { value, position }: CommandResult<Match>,
    { actor, at }: CommandContext,
  ) {
    return new CommandResult(
      await this.matchQueries.decidedMatchView(value, actor.id, at),
      position,
    );
  }
}
