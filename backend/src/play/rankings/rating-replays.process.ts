import { defineProcess } from '../../platform/processes/process.js';
import type { RatingReplayEvent } from './rating-replay.events.js';
import { RunReplayCommand } from './rating-replays.commands.js';
import { type RatingReplayDocument, ratingReplays } from './rating-replays.projection.js';

const replayJob = (replayId: string) => ({
  id: `replay.${replayId}`,
  due: null,
  data: { replayId },
});

/** Runs requested replays. The sweep restarts those whose worker has died. */
export const replayRuns = defineProcess<
  RatingReplayEvent,
  Readonly<{ replayId: string }>,
  Pick<RatingReplayDocument, 'replayId'>
>({
  name: 'ratingReplays',
  queue: 'stats',
  handles: ['RatingReplayRequested'],
  react: ({ data: { replayId } }) => [replayJob(replayId)],
  sweep: {
    readModel: ratingReplays,
    filters: () => [{ isOpen: true }],
    fields: ['replayId'],
    jobs: ({ replayId }) => [replayJob(replayId)],
  },
  command: ({ replayId }, commandContext) => new RunReplayCommand({ replayId }, commandContext),
});
