import { Controller, Headers, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { rankingRoutes as routes } from '@courtly/contracts/rankings';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { type Page, sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ChangeFollowsCommand } from './follow.commands.js';
import { PlayerQueries, type SeenPage } from './players.queries.js';
import {
  ChangeRankingVisibilityCommand,
  DismissRatingFlagCommand,
} from './ranking-review.commands.js';
import { RankingQueries } from './rankings.queries.js';

@Controller()
export class RankingsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly rankingQueries: RankingQueries,
    private readonly playerQueries: PlayerQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.listRankings)
  async list(
    @RouteInput() { query }: Input<typeof routes.listRankings>,
    @CurrentUser() currentUser: Actor,
    @Headers('Courtly-After') afterPosition: string | undefined,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { items, next, isLimited } = await (afterPosition
      ? this.rankingQueries.rankingPage(currentUser, query)
      : this.rankingQueries.sharedPage(currentUser, query));
    httpResponse.setHeader('Courtly-Limited', String(isLimited));
    return sendPage(httpResponse, { items, next, total: null });
  }

  @RouteHandler(routes.showOwnRank)
  showOwnRank(
    @RouteInput() { query }: Input<typeof routes.showOwnRank>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.rankingQueries.rankOfUser(currentUser, query);
  }

  @RouteHandler(routes.listRatingReceipts)
  async ratingReceipts(
    @RouteInput() { params, query }: Input<typeof routes.listRatingReceipts>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { playerId } = params;
    const seen = await this.playerQueries.receiptsOfPlayer(playerId, commandContext.actor, query);
    return pagedResponse(httpResponse, await this.recorded(seen, playerId, commandContext));
  }

  @RouteHandler(routes.showPlayer)
  async show(
    @RouteInput() { params: { playerId }, query }: Input<typeof routes.showPlayer>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const seen = await this.playerQueries.playerPage(playerId, commandContext.actor, query.sport);
    return this.recorded(seen, playerId, commandContext);
  }

  private async recorded<T>(
    { page, relation }: SeenPage<T>,
    playerId: string,
    commandContext: CommandContext,
  ): Promise<T> {
    if (relation === 'admin')
      await this.personalDataReads.record(
        { what: 'ratings', about: '', of: [playerId] },
        commandContext,
      );
    return page;
  }

  @RouteHandler(routes.followPlayer)
  follow(
    @RouteInput() { params }: Input<typeof routes.followPlayer>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeFollowsCommand({ type: 'FollowPlayer', playerId: params.playerId }, commandContext),
    );
  }

  @RouteHandler(routes.unfollowPlayer)
  unfollow(
    @RouteInput() { params }: Input<typeof routes.unfollowPlayer>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeFollowsCommand(
        { type: 'UnfollowPlayer', playerId: params.playerId },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.changeRankingVisibility)
  async changeVisibility(
    @RouteInput() { params, body }: Input<typeof routes.changeRankingVisibility>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { playerId } = params;
    const result = await this.commandBus.execute(
      new ChangeRankingVisibilityCommand({ playerId, ...body }, commandContext),
    );
    return result.map(({ isHidden }) => ({ isHidden }));
  }

  @RouteHandler(routes.dismissRatingFlag)
  async dismissFlag(
    @RouteInput() { params, body }: Input<typeof routes.dismissRatingFlag>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { playerId } = params;
    const result = await this.commandBus.execute(
      new DismissRatingFlagCommand({ playerId, ...body }, commandContext),
    );
    return result.map(({ isHidden }) => ({ isHidden }));
  }

  @RouteHandler(routes.listRatingFlags)
  async flags(
    @RouteInput() { query }: Input<typeof routes.listRatingFlags>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const flaggedPage = await this.playerQueries.flaggedPlayers(query);
    const shownIds = flaggedPage.items.flatMap(({ id, flags }) => [
      id,
      ...flags.flatMap(({ other }) => other?.id ?? []),
    ]);
    await this.personalDataReads.record(
      { what: 'ratings', about: '', of: shownIds },
      commandContext,
    );
    return pagedResponse(httpResponse, flaggedPage);
  }

  @RouteHandler(routes.listFlaggedMatches)
  async flaggedMatches(
    @RouteInput() { params, query }: Input<typeof routes.listFlaggedMatches>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { page, people } = await this.playerQueries.flaggedMatches(params.playerId, query);
    await this.personalDataReads.record({ what: 'ratings', about: '', of: people }, commandContext);
    return pagedResponse(httpResponse, page);
  }
}

const pagedResponse = <T>(httpResponse: Response, { items, next }: Page<T>): T[] =>
  sendPage(httpResponse, { items: [...items], next, total: null });
