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
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ChallengePlayerCommand } from './challenges.commands.js';
import type { Match } from './match.js';
import { namedView } from './match-view.js';
import {
  AddMatchPlayerCommand,
  AnswerMatchCommand,
  ClaimMatchCommand,
  LogMatchCommand,
  SettleDisputeCommand,
} from './matches.commands.js';
import { MatchQueries } from './matches.queries.js';

@Controller()
export class MatchesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly matches: MatchQueries,
  ) {}

  @RouteHandler(routes.logMatch)
  async log(
    @RouteInput() { body }: Input<typeof routes.logMatch>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.answered(await this.commands.execute(new LogMatchCommand(body, context)), context);
  }

  @RouteHandler(routes.addMatchPlayer)
  async addPlayer(
    @RouteInput() { body }: Input<typeof routes.addMatchPlayer>,
    @CurrentContext() context: CommandContext,
  ) {
    const added = await this.commands.execute(new AddMatchPlayerCommand(body, context));
    return added.map(({ matchId, player }) => namedView(matchId, player));
  }

  @RouteHandler(challengeRoutes.challengePlayer)
  challenge(
    @RouteInput() { body }: Input<typeof challengeRoutes.challengePlayer>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(new ChallengePlayerCommand(body, context));
  }

  @RouteHandler(routes.listMatches)
  async list(
    @RouteInput() { query }: Input<typeof routes.listMatches>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (query.playerId !== undefined && query.playerId !== id)
      throw new DomainError('forbidden', 'You can only see matches that you played.');
    const { items, next } = await this.matches.ofPlayer(id, query);
    return sendPage(response, { items: [...items], next, total: null });
  }

  @RouteHandler(routes.showMatch)
  show(@RouteInput() { params }: Input<typeof routes.showMatch>, @CurrentUser() { id }: Actor) {
    return this.matches.one(params.matchId, id);
  }

  @RouteHandler(routes.confirmMatch)
  async confirm(
    @RouteInput() { params }: Input<typeof routes.confirmMatch>,
    @CurrentContext() context: CommandContext,
  ) {
    const answer = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'ConfirmMatch' } },
      context,
    );
    return this.answered(await this.commands.execute(answer), context);
  }

  @RouteHandler(routes.disputeMatch)
  async dispute(
    @RouteInput() { params, body }: Input<typeof routes.disputeMatch>,
    @CurrentContext() context: CommandContext,
  ) {
    const answer = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'DisputeMatch', ...body } },
      context,
    );
    return this.answered(await this.commands.execute(answer), context);
  }

  @RouteHandler(routes.withdrawMatch)
  async withdraw(
    @RouteInput() { params, body }: Input<typeof routes.withdrawMatch>,
    @CurrentContext() context: CommandContext,
  ) {
    const answer = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'WithdrawMatch', ...body } },
      context,
    );
    return this.answered(await this.commands.execute(answer), context);
  }

  @RouteHandler(routes.claimMatch)
  async claim(
    @RouteInput() { params, body }: Input<typeof routes.claimMatch>,
    @CurrentContext() context: CommandContext,
  ) {
    const claim = new ClaimMatchCommand({ matchId: params.matchId, token: body.token }, context);
    return this.answered(await this.commands.execute(claim), context);
  }

  @RouteHandler(routes.settleDispute)
  async settle(
    @RouteInput() { params, body }: Input<typeof routes.settleDispute>,
    @CurrentContext() context: CommandContext,
  ) {
    const settled = await this.commands.execute(
      new SettleDisputeCommand({ matchId: params.matchId, decision: body }, context),
    );
    return settled.map(({ matchId: id, answer }) => ({ id, counts: answer === 'confirmed' }));
  }

  private async answered({ value, position }: CommandResult<Match>, { actor }: CommandContext) {
    return new CommandResult(await this.matches.decided(value, actor.id), position);
  }
}
