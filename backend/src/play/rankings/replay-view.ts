import type { RatingReplay as RatingReplayView } from '@courtly/contracts/rating-replays';
import { type ForecastEvidence, evidenceOf } from './forecast-evidence.js';
import type { RatingReplay, ReplayOutcome } from './rating-replay.js';
import type { ReplayHead } from './replay-store.service.js';

const replayStatusOf = (
  { endedAt, outcome }: RatingReplay,
  replayHead: ReplayHead | undefined,
): RatingReplayView['status'] => {
  if (endedAt === null) return replayHead ? 'running' : 'waiting';
  return outcome ? 'finished' : 'cancelled';
};

/** The verdict of a finished replay on its formula; null if it compared the formula with itself. */
export const replayEvidence = ({
  sport,
  outcome,
}: Pick<RatingReplay, 'sport' | 'outcome'>): ForecastEvidence | null =>
  outcome?.difference ? evidenceOf(sport, outcome.difference) : null;

const withoutDifference = ({ difference: _, ...outcome }: ReplayOutcome) => outcome;

/** A replay as admins see it. `replayHead` is undefined until a worker has started the replay. */
export const replayView = (
  replay: RatingReplay,
  replayHead: ReplayHead | undefined,
): RatingReplayView => {
  const { replayId, requestedBy: _, outcome, ...replayFields } = replay;
  const evidence = replayEvidence(replay);
  const status = replayStatusOf(replay, replayHead);
  return {
    ...replayFields,
    id: replayId,
    status,
    result: outcome && {
      ...withoutDifference(outcome),
      evidence: evidence && { ...evidence, interval: [...evidence.interval] },
    },
    progress: status === 'running' ? replayHead!.done : null,
    isKept: status === 'finished' && replayHead?.isComplete === true,
  };
};
