import { Injectable } from '@nestjs/common';
import { RedisClient } from '../stores/redis.js';
import type { BatchResult } from './fold.js';
import { type DocumentChange, type PublishedUpdates, Progress } from './progress.js';
import type { AnyProjection, StoredDocument } from './projection.js';

const MOST_CHANGES = 200;

/** How far a read model has come, and which of its documents changed on the way; null is any of them. */
export type ReadModelProgress = Readonly<{
  projection: AnyProjection;
  position: string | null;
  changed: BatchResult['changed'] | null;
}>;

/**
 * Each document that changed, with those whose screens show it; too many as one, `*`, for those of all of them. A collection
 * that takes another's place is to be read again by processes, and no reason for all browsers to ask at once.
 */
export const changesOf = ({
  projection,
  changed,
}: Pick<ReadModelProgress, 'projection' | 'changed'>): DocumentChange[] => {
  if (!changed) return [{ id: '*', audience: [] }];
  const audience = (document: StoredDocument | null) =>
    (document && projection.audience?.(document as never)) ?? null;
  const changes = [...changed].map(([id, document]) => ({ id, audience: audience(document) }));
  if (changed.size <= MOST_CHANGES) return changes;
  const people = changes.flatMap((change) => change.audience ?? []);
  return [
    {
      id: '*',
      audience: changes.some((change) => change.audience === null) ? null : [...new Set(people)],
    },
  ];
};

/**
 * Tells all processes how far the read models are and which of their documents changed. Updates may be lost with Redis: whoever
 * waits looks at the checkpoints too.
 */
@Injectable()
export class UpdatePublisher {
  constructor(private readonly redis: RedisClient) {}

  /** @param lagSeconds from the store's having the newest event to its being shown */
  async publish(moved: readonly ReadModelProgress[], lagSeconds = 0): Promise<void> {
    if (moved.length === 0) return;
    await this.tell(
      moved.map((one) => ({
        readModel: one.projection.name,
        version: one.projection.version,
        position: one.position ?? '',
        lagSeconds,
        changes: changesOf(one),
      })),
    );
  }

  /** Tells that what follows from read models was worked out anew, by the name under which it is shown. */
  async announce(name: string): Promise<void> {
    const changes = [{ id: '*', audience: null }];
    await this.tell([{ readModel: name, version: null, position: '', lagSeconds: 0, changes }]);
  }

  private async tell(updates: PublishedUpdates): Promise<void> {
    await this.redis.commands
      .publish(Progress.channel(this.redis.prefix), JSON.stringify(updates))
      .catch(() => 0);
  }
}
