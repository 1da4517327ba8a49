import { Controller, Headers, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { rankingRoutes as routes } from '@courtly/contracts/rankings';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { type Page, itemsOf } from '../../platform/http/paging.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.listRankings)
  async list(
    @Received() { query }: Input<typeof routes.listRankings>,
    @Caller() caller: Actor,
    @Headers('Courtly-After') after: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { items, next } = await (after
      ? this.rankings.page(caller, query)
      : this.rankings.sharedPage(caller, query));
    return itemsOf(response, { items, next, total: null });
  }

  @Handles(routes.showOwnRank)
  own(@Received() { query }: Input<typeof routes.showOwnRank>, @Caller() caller: Actor) {
    return this.rankings.own(caller, query);
  }

  @Handles(routes.listRatingReceipts)
  async receipts(
    @Received() { params, query }: Input<typeof routes.listRatingReceipts>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paged(response, await this.players.receipts(params.playerId, query));
  }

  @Handles(routes.showPlayer)
  show(@Received() { params }: Input<typeof routes.showPlayer>, @Caller() { id }: Actor) {
    return this.players.one(params.playerId, id);
  }

  @Handles(routes.followPlayer)
  follow(
    @Received() { params }: Input<typeof routes.followPlayer>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFollowsCommand({ type: 'FollowPlayer', playerId: params.playerId }, context),
    );
  }

  @Handles(routes.unfollowPlayer)
  unfollow(
    @Received() { params }: Input<typeof routes.unfollowPlayer>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFollowsCommand({ type: 'UnfollowPlayer', playerId: params.playerId }, context),
    );
  }

  @Handles(routes.listRatingFlags)
  async flags(
    @Received() { query }: Input<typeof routes.listRatingFlags>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return paged(response, await this.players.flagged(query));
  }
}

const paged = <T>(response: Response, { items, next }: Page<T>): T[] =>
  itemsOf(response, { items: [...items], next, total: null });
