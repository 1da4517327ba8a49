import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { RatingReplayEvent } from './rating-replay.events.js';

type DataOf<T extends RatingReplayEvent['type']> = Extract<RatingReplayEvent, { type: T }>['data'];
type FinishedData = DataOf<'RatingReplayFinished'>;

export type ReplayOutcome = Omit<FinishedData, 'replayId' | 'finishedAt'>;

/** A requested replay and its outcome. `endedAt` is null while the replay waits or runs. */
export type RatingReplay = DataOf<'RatingReplayRequested'> &
  Readonly<{ endedAt: string | null; outcome: ReplayOutcome | null }>;

export type RatingReplayCommand =
  | Message<'RequestReplay', DataOf<'RatingReplayRequested'>>
  | Message<'CancelReplay', { by: string; at: string }>
  | Message<'FinishReplay', { outcome: ReplayOutcome; at: string }>;

/**
 * A replay ends only once. A canceled replay cannot finish, even if a worker is still running it.
 */
export const ratingReplay: Decider<RatingReplay | null, RatingReplayCommand, RatingReplayEvent> = {
  category: 'ratingReplay',
  initial: null,

  decide({ type, data }, existing) {
    if (type === 'RequestReplay') return existing ? [] : [{ type: 'RatingReplayRequested', data }];
    if (!existing) throw notFound('replay');
    const { replayId, endedAt, outcome } = existing;
    if (type === 'FinishReplay')
      return endedAt
        ? []
        : [
            {
              type: 'RatingReplayFinished',
              data: { replayId, ...data.outcome, finishedAt: data.at },
            },
          ];
    if (outcome)
      throw new DomainError('wrong_status', 'This replay is finished.', { status: 'finished' });
    return endedAt
      ? []
      : [
          {
            type: 'RatingReplayCancelled',
            data: { replayId, cancelledBy: data.by, cancelledAt: data.at },
          },
        ];
  },

  evolve(existing, { type, data }) {
    if (type === 'RatingReplayRequested') return { ...data, endedAt: null, outcome: null };
    if (!existing) return null;
    if (type === 'RatingReplayCancelled') return { ...existing, endedAt: data.cancelledAt };
    const { finishedAt, replayId: _, ...outcome } = data;
    return { ...existing, endedAt: finishedAt, outcome };
  },
};
