import { Module } from '@nestjs/common';
import { replayCommandHandlers } from './rating-replays.commands.js';
import { RatingReplaysController } from './rating-replays.controller.js';
import { RatingReplayQueries } from './rating-replays.queries.js';
import { ReplayRuns } from './replay-runs.service.js';
import { ReplayStore } from './replay-store.service.js';

/** What another formula would make of all matches, for an admin to compare before it is put in force. */
@Module({
  controllers: [RatingReplaysController],
  providers: [...replayCommandHandlers, RatingReplayQueries, ReplayRuns, ReplayStore],
})
export class RatingReplaysModule {}
