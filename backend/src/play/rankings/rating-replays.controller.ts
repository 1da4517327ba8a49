import { ratingReplayRoutes as routes } from '@courtly/contracts/rating-replays';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Res, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Readable } from 'node:stream';
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
import { ReplayCsvQueries } from './replay-csv.queries.js';
import { replayView } from './replay-view.js';

@Controller()
export class RatingReplaysController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly replayQueries: RatingReplayQueries,
    private readonly csvQueries: ReplayCsvQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.requestReplay)
  async request(
    @RouteInput() { body }: Input<typeof routes.requestReplay>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(new RequestReplayCommand(body, commandContext));
    return result.map((replay) => replayView(replay, undefined));
  }

  @RouteHandler(routes.listReplays)
  list() {
    return this.replayQueries.list();
  }

  @RouteHandler(routes.showReplay)
  show(@RouteInput() { params }: Input<typeof routes.showReplay>) {
    return this.replayQueries.showReplay(params.replayId);
  }

  @RouteHandler(routes.replayedPlayers)
  async players(
    @RouteInput() { params, query }: Input<typeof routes.replayedPlayers>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const { items, next } = await this.replayQueries.players(params.replayId, query);
    await this.personalDataReads.record(
      { what: 'ratings', about: params.replayId, of: items.map(({ id }) => id) },
      commandContext,
    );
    return sendPage(httpResponse, { items: [...items], next, total: null });
  }

  @RouteHandler(routes.replayCsv)
  @Header('Cache-Control', 'private, no-store')
  async replayCsv(@RouteInput() { params, query }: Input<typeof routes.replayCsv>) {
    const lines = await this.csvQueries.replayCsv(params.replayId, query);
    return new StreamableFile(Readable.from(lines, { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="replay-${params.replayId}-${query.discipline}.csv"`,
    });
  }

  @RouteHandler(routes.replayedProfile)
  @Header('Cache-Control', 'private, no-store')
  async profile(
    @RouteInput() { params }: Input<typeof routes.replayedProfile>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { people, ...profile } = await this.replayQueries.profile(params.replayId);
    await this.personalDataReads.record(
      { what: 'ratings', about: params.replayId, of: people },
      commandContext,
    );
    return profile;
  }

  @RouteHandler(routes.cancelReplay)
  async cancel(
    @RouteInput() { params }: Input<typeof routes.cancelReplay>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new CancelReplayCommand({ replayId: params.replayId }, commandContext),
    );
    return result.map((replay) => replayView(replay, undefined));
  }
}
