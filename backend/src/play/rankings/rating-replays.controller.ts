import { ratingReplayRoutes as routes } from '@courtly/contracts/rating-replays';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.requestReplay)
  async request(
    @Received() { body }: Input<typeof routes.requestReplay>,
    @Given() context: CommandContext,
  ) {
    const requested = await this.commands.execute(new RequestReplayCommand(body, context));
    return requested.map((replay) => replayView(replay, undefined));
  }

  @Handles(routes.listReplays)
  list() {
    return this.replays.list();
  }

  @Handles(routes.showReplay)
  show(@Received() { params }: Input<typeof routes.showReplay>) {
    return this.replays.one(params.replayId);
  }

  @Handles(routes.replayedPlayers)
  async players(
    @Received() { params, query }: Input<typeof routes.replayedPlayers>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { items, next } = await this.replays.players(params.replayId, query);
    return itemsOf(response, { items: [...items], next, total: null });
  }

  @Handles(routes.replayedProfile)
  @Header('Cache-Control', 'private, no-store')
  async profile(
    @Received() { params }: Input<typeof routes.replayedProfile>,
    @Given() context: CommandContext,
  ) {
    const { people, ...found } = await this.replays.profile(params.replayId);
    await this.reads.note({ what: 'ratings', about: params.replayId, of: people }, context);
    return found;
  }

  @Handles(routes.cancelReplay)
  async cancel(
    @Received() { params }: Input<typeof routes.cancelReplay>,
    @Given() context: CommandContext,
  ) {
    const cancelled = await this.commands.execute(
      new CancelReplayCommand({ replayId: params.replayId }, context),
    );
    return cancelled.map((replay) => replayView(replay, undefined));
  }
}
