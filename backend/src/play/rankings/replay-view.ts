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

/** A replay as admins see it. `replayHead` is undefined until a worker has started the replay. */
export const replayView = (replay: RatingReplay, replayHead: ReplayHead | undefined): View => {
  const { replayId, requestedBy: _, outcome, ...replayFields } = replay;
  const status = replayStatusOf(replay, replayHead);
  return {
    ...replayFields,
    id: replayId,
    status,
    result: outcome,
    progress: status === 'running' ? replayHead!.done : null,
    isKept: status === 'finished' && replayHead?.isComplete === true,
  };
};
