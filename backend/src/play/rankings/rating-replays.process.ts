import { defineProcess } from '../../platform/processes/process.js';
import type { RatingReplayEvent } from './rating-replay.events.js';
import { RunReplayCommand } from './rating-replays.commands.js';
import { type RatingReplayDocument, ratingReplays } from './rating-replays.projection.js';

const job = (replayId: string) => ({ id: `replay.${replayId}`, due: null, data: { replayId } });

/** Runs requested replays; the sweep restarts those whose worker died. */
export const replayRuns = defineProcess<
  RatingReplayEvent,
  Readonly<{ replayId: string }>,
  Pick<RatingReplayDocument, 'replayId'>
>({
  name: 'ratingReplays',
  queue: 'stats',
  handles: ['RatingReplayRequested'],
  react: ({ data: { replayId } }) => [job(replayId)],
  sweep: {
    readModel: ratingReplays,
    filters: () => [{ isOpen: true }],
    fields: ['replayId'],
    jobs: ({ replayId }) => [job(replayId)],
  },
  command: ({ replayId }, context) => new RunReplayCommand({ replayId }, context),
});
