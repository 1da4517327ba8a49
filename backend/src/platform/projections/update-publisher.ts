import { Injectable } from '@nestjs/common';
import { RedisClient } from '../stores/redis.js';
import type { BatchResult } from './fold.js';
import { type DocumentChange, type PublishedUpdates, Progress } from './progress.js';
import type { AnyProjection, StoredDocument } from './projection.js';

const MOST_CHANGES = 200;

/** The new position of a read model and its changed documents; null means any of them. */
export type ReadModelProgress = Readonly<{
  projection: AnyProjection;
  position: string | null;
  changed: BatchResult['changed'] | null;
}>;

/**
 * The changed documents with their audiences, or one `*` change for many. A rebuilt collection
 * notifies processes but no users, so browsers do not all reload.
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
 * Publishes positions and changes to all processes. Updates may be lost with Redis, so readers also
 * check the checkpoints.
 */
@Injectable()
export class UpdatePublisher {
  constructor(private readonly redis: RedisClient) {}

  /** @param lagSeconds between storing and showing the newest event */
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

  /** Announces a new version of a derived table by its name. */
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
