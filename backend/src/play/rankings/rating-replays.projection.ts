import { defineProjection } from '../../platform/projections/projection.js';
import { type RatingReplay, ratingReplay } from './rating-replay.js';
import type { RatingReplayEvent } from './rating-replay.events.js';

export type RatingReplayDocument = RatingReplay & Readonly<{ isOpen: boolean }>;

/** Replays by id. The indexes serve the newest replays and those that wait or run (`isOpen`). */
export const ratingReplays = defineProjection<RatingReplayDocument, RatingReplayEvent>({
  name: 'ratingReplays',
  version: 5,
  indexes: [{ requestedAt: -1, _id: -1 }, { isOpen: 1 }],
  handles: ['RatingReplayRequested', 'RatingReplayCancelled', 'RatingReplayFinished'],
  key: ({ data }) => data.replayId,
  evolve(replayDocument, replayEvent) {
    const nextReplay = ratingReplay.evolve(replayDocument, replayEvent);
    return nextReplay && { ...nextReplay, isOpen: nextReplay.endedAt === null };
  },
  audience: () => [],
});
