import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { challengeRoutes } from '@courtly/contracts/challenges';
import { matchRoutes as routes } from '@courtly/contracts/matches';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.logMatch)
  async log(@Received() { body }: Input<typeof routes.logMatch>, @Given() context: CommandContext) {
    return this.answered(await this.commands.execute(new LogMatchCommand(body, context)), context);
  }

  @Handles(routes.addMatchPlayer)
  async addPlayer(
    @Received() { body }: Input<typeof routes.addMatchPlayer>,
    @Given() context: CommandContext,
  ) {
    const added = await this.commands.execute(new AddMatchPlayerCommand(body, context));
    return added.map(({ matchId, player }) => namedView(matchId, player));
  }

  @Handles(challengeRoutes.challengePlayer)
  challenge(
    @Received() { body }: Input<typeof challengeRoutes.challengePlayer>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(new ChallengePlayerCommand(body, context));
  }

  @Handles(routes.listMatches)
  async list(
    @Received() { query }: Input<typeof routes.listMatches>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (query.playerId !== undefined && query.playerId !== id)
      throw new DomainError('forbidden', 'You see the matches that you played yourself.');
    const { items, next } = await this.matches.ofPlayer(id, query);
    return itemsOf(response, { items: [...items], next, total: null });
  }

  @Handles(routes.showMatch)
  show(@Received() { params }: Input<typeof routes.showMatch>, @Caller() { id }: Actor) {
    return this.matches.one(params.matchId, id);
  }

  @Handles(routes.confirmMatch)
  async confirm(
    @Received() { params }: Input<typeof routes.confirmMatch>,
    @Given() context: CommandContext,
  ) {
    const answer = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'ConfirmMatch' } },
      context,
    );
    return this.answered(await this.commands.execute(answer), context);
  }

  @Handles(routes.disputeMatch)
  async dispute(
    @Received() { params, body }: Input<typeof routes.disputeMatch>,
    @Given() context: CommandContext,
  ) {
    const answer = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'DisputeMatch', ...body } },
      context,
    );
    return this.answered(await this.commands.execute(answer), context);
  }

  @Handles(routes.withdrawMatch)
  async withdraw(
    @Received() { params, body }: Input<typeof routes.withdrawMatch>,
    @Given() context: CommandContext,
  ) {
    const answer = new AnswerMatchCommand(
      { matchId: params.matchId, answer: { type: 'WithdrawMatch', ...body } },
      context,
    );
    return this.answered(await this.commands.execute(answer), context);
  }

  @Handles(routes.claimMatch)
  async claim(
    @Received() { params, body }: Input<typeof routes.claimMatch>,
    @Given() context: CommandContext,
  ) {
    const claim = new ClaimMatchCommand({ matchId: params.matchId, token: body.token }, context);
    return this.answered(await this.commands.execute(claim), context);
  }

  @Handles(routes.settleDispute)
  async settle(
    @Received() { params, body }: Input<typeof routes.settleDispute>,
    @Given() context: CommandContext,
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
