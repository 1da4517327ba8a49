import { defineSlice } from '../../platform/slice.js';
import { ratingReplayEvents } from './rating-replay.events.js';
import {
  CancelReplayHandler,
  RequestReplayHandler,
  RunReplayHandler,
} from './rating-replays.commands.js';
import { RatingReplaysController } from './rating-replays.controller.js';
import { replayRuns } from './rating-replays.process.js';
import { ratingReplays as replays } from './rating-replays.projection.js';
import { RatingReplayQueries } from './rating-replays.queries.js';
import { ReplayCsvQueries } from './replay-csv.queries.js';
import { ReplayRuns } from './replay-runs.service.js';
import { ReplayStore } from './replay-store.service.js';

export const ratingReplays = defineSlice({
  name: 'ratingReplays',
  controllers: [RatingReplaysController],
  providers: [
    RequestReplayHandler,
    CancelReplayHandler,
    RunReplayHandler,
    ReplayCsvQueries,
    RatingReplayQueries,
    ReplayRuns,
    ReplayStore,
  ],
  events: [ratingReplayEvents],
  projections: [replays],
  processes: [replayRuns],
});
