import { ratingReplayRoutes as routes } from '@courtly/contracts/rating-replays';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { CancelReplayCommand, RequestReplayCommand } from './rating-replays.commands.js';
import { RatingReplayQueries } from './rating-replays.queries.js';
import { replayView } from './replay-view.js';

@Controller()
export class RatingReplaysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly replays: RatingReplayQueries,
    @Inject(PERSONAL_DATA_READS) private readonly reads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.requestReplay)
  async request(
    @RouteInput() { body }: Input<typeof routes.requestReplay>,
    @CurrentContext() context: CommandContext,
  ) {
    const requested = await this.commands.execute(new RequestReplayCommand(body, context));
    return requested.map((replay) => replayView(replay, undefined));
  }

  @RouteHandler(routes.listReplays)
  list() {
    return this.replays.list();
  }

  @RouteHandler(routes.showReplay)
  show(@RouteInput() { params }: Input<typeof routes.showReplay>) {
    return this.replays.one(params.replayId);
  }

  @RouteHandler(routes.replayedPlayers)
  async players(
    @RouteInput() { params, query }: Input<typeof routes.replayedPlayers>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { items, next } = await this.replays.players(params.replayId, query);
    return sendPage(response, { items: [...items], next, total: null });
  }

  @RouteHandler(routes.replayedProfile)
  @Header('Cache-Control', 'private, no-store')
  async profile(
    @RouteInput() { params }: Input<typeof routes.replayedProfile>,
    @CurrentContext() context: CommandContext,
  ) {
    const { people, ...found } = await this.replays.profile(params.replayId);
    await this.reads.record({ what: 'ratings', about: params.replayId, of: people }, context);
    return found;
  }

  @RouteHandler(routes.cancelReplay)
  async cancel(
    @RouteInput() { params }: Input<typeof routes.cancelReplay>,
    @CurrentContext() context: CommandContext,
  ) {
    const cancelled = await this.commands.execute(
      new CancelReplayCommand({ replayId: params.replayId }, context),
    );
    return cancelled.map((replay) => replayView(replay, undefined));
  }
}
