import { defineProjection } from '../../platform/projections/projection.js';
import { type RatingReplay, ratingReplay } from './rating-replay.js';
import type { RatingReplayEvent } from './rating-replay.events.js';

/** `isOpen` while a replay waits or runs. */
export type RatingReplayDocument = RatingReplay & Readonly<{ isOpen: boolean }>;

/** Every replay by its id: the first index gives the newest, the second those that wait for a worker. */
export const ratingReplays = defineProjection<RatingReplayDocument, RatingReplayEvent>({
  name: 'ratingReplays',
  version: 2,
  indexes: [{ requestedAt: -1, _id: -1 }, { isOpen: 1 }],
  handles: ['RatingReplayRequested', 'RatingReplayCancelled', 'RatingReplayFinished'],
  key: ({ data }) => data.replayId,
  evolve(document, event) {
    const next = ratingReplay.evolve(document, event);
    return next && { ...next, isOpen: next.endedAt === null };
  },
  audience: () => [],
});
