import type { RatingReplay as View } from '@courtly/contracts/rating-replays';
import type { RatingReplay } from './rating-replay.js';
import type { ReplayHead } from './replay-store.service.js';

const replayStatusOf = (
  { endedAt, outcome }: RatingReplay,
  replayHead: ReplayHead | undefined,
): View['status'] => {
  if (endedAt === null) return replayHead ? 'running' : 'waiting';
  return outcome ? 'finished' : 'cancelled';
};

/** A replay as admins see it; `head` is undefined before a worker starts it. */
export const replayView = (
  ratingReplayState: RatingReplay,
  replayHead: ReplayHead | undefined,
): View => {
  const { replayId, requestedBy: _, outcome, ...replayFields } = ratingReplayState;
  const replayStatus = replayStatusOf(ratingReplayState, replayHead);
  return {
    ...replayFields,
    id: replayId,
    status: replayStatus,
    result: outcome,
    progress: replayStatus === 'running' ? replayHead!.done : null,
    isKept: replayStatus === 'finished' && replayHead?.isComplete === true,
  };
};
