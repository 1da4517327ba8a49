import { Controller, Headers, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { rankingRoutes as routes } from '@courtly/contracts/rankings';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { type Page, sendPage } from '../../platform/http/paging.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ChangeFollowsCommand } from './follow.commands.js';
import { PlayerQueries } from './players.queries.js';
import { RankingQueries } from './rankings.queries.js';

@Controller()
export class RankingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly rankings: RankingQueries,
    private readonly players: PlayerQueries,
  ) {}

  @RouteHandler(routes.listRankings)
  async list(
    @RouteInput() { query }: Input<typeof routes.listRankings>,
    @CurrentUser() caller: Actor,
    @Headers('Courtly-After') after: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { items, next } = await (after
      ? this.rankings.page(caller, query)
      : this.rankings.sharedPage(caller, query));
    return sendPage(response, { items, next, total: null });
  }

  @RouteHandler(routes.showOwnRank)
  own(@RouteInput() { query }: Input<typeof routes.showOwnRank>, @CurrentUser() caller: Actor) {
    return this.rankings.own(caller, query);
  }

  @RouteHandler(routes.listRatingReceipts)
  async receipts(
    @RouteInput() { params, query }: Input<typeof routes.listRatingReceipts>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paged(response, await this.players.receipts(params.playerId, query));
  }

  @RouteHandler(routes.showPlayer)
  show(@RouteInput() { params }: Input<typeof routes.showPlayer>, @CurrentUser() { id }: Actor) {
    return this.players.one(params.playerId, id);
  }

  @RouteHandler(routes.followPlayer)
  follow(
    @RouteInput() { params }: Input<typeof routes.followPlayer>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFollowsCommand({ type: 'FollowPlayer', playerId: params.playerId }, context),
    );
  }

  @RouteHandler(routes.unfollowPlayer)
  unfollow(
    @RouteInput() { params }: Input<typeof routes.unfollowPlayer>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFollowsCommand({ type: 'UnfollowPlayer', playerId: params.playerId }, context),
    );
  }

  @RouteHandler(routes.listRatingFlags)
  async flags(
    @RouteInput() { query }: Input<typeof routes.listRatingFlags>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paged(response, await this.players.flagged(query));
  }
}

const paged = <T>(response: Response, { items, next }: Page<T>): T[] =>
  sendPage(response, { items: [...items], next, total: null });
