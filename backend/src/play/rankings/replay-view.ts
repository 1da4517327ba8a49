import type { RatingReplay as View } from '@courtly/contracts/rating-replays';
import type { RatingReplay } from './rating-replay.js';
import type { ReplayHead } from './replay-store.service.js';

const statusOf = (
  { endedAt, outcome }: RatingReplay,
  head: ReplayHead | undefined,
): View['status'] => {
  if (endedAt === null) return head ? 'running' : 'waiting';
  return outcome ? 'finished' : 'cancelled';
};

/** A replay as admins see it; `head` is undefined before a worker starts it. */
export const replayView = (replay: RatingReplay, head: ReplayHead | undefined): View => {
  const {
    replayId: id,
    replayed,
    compared,
    asOf,
    playerId,
    requestedAt,
    endedAt,
    outcome,
  } = replay;
  const status = statusOf(replay, head);
  return {
    id,
    status,
    replayed,
    compared,
    asOf,
    playerId,
    requestedAt,
    endedAt,
    result: outcome,
    progress: status === 'running' ? head!.done : null,
    isKept: status === 'finished' && head?.isComplete === true,
  };
};
