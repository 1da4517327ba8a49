import type { Slice } from '../slice.js';
import { ratingReplayEvents } from './rating-replay.events.js';
import { RatingReplaysModule } from './rating-replays.module.js';
import { replayRuns } from './rating-replays.process.js';
import { ratingReplays as replays } from './rating-replays.projection.js';

export const ratingReplays: Slice = {
  name: 'ratingReplays',
  module: RatingReplaysModule,
  events: [ratingReplayEvents],
  projections: [replays],
  processes: [replayRuns],
};
