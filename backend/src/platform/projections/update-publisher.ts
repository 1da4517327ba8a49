import { Injectable } from '@nestjs/common';
import { RedisClient } from '../stores/redis.js';
import type { BatchResult } from './fold.js';
import { type DocumentChange, type PublishedUpdates, Progress } from './progress.js';
import type { AnyProjection, StoredDocument } from './projection.js';

const MAX_CHANGES = 200;

/**
 * The new position of a read model and its changed documents; null if any document may have
 * changed.
 */
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
  const audienceOf = (document: StoredDocument | null) =>
    (document && projection.audience?.(document as never)) ?? null;
  const documentChanges = [...changed].map(([id, document]) => ({
    id,
    audience: audienceOf(document),
  }));
  if (changed.size <= MAX_CHANGES) return documentChanges;
  const userIds = documentChanges.flatMap((change) => change.audience ?? []);
  return [
    {
      id: '*',
      audience: documentChanges.some((change) => change.audience === null)
        ? null
        : [...new Set(userIds)],
    },
  ];
};

/**
 * Publishes positions and changes to all processes. Updates may be lost if Redis fails, so readers
 * also poll the checkpoints.
 */
@Injectable()
export class UpdatePublisher {
  constructor(private readonly redisClient: RedisClient) {}

  /** @param lagSeconds from storing the newest event to showing it */
  async publishProgress(readModels: readonly ReadModelProgress[], lagSeconds = 0): Promise<void> {
    if (readModels.length === 0) return;
    await this.sendUpdates(
      readModels.map((readModel) => ({
        readModel: readModel.projection.name,
        version: readModel.projection.version,
        position: readModel.position ?? '',
        lagSeconds,
        changes: changesOf(readModel),
      })),
    );
  }

  /** Announces a new version of a derived table by its name. */
  async announceTable(tableName: string): Promise<void> {
    const documentChanges = [{ id: '*', audience: null }];
    await this.sendUpdates([
      {
        readModel: tableName,
        version: null,
        position: '',
        lagSeconds: 0,
        changes: documentChanges,
      },
    ]);
  }

  private async sendUpdates(updates: PublishedUpdates): Promise<void> {
    await this.redisClient.commands
      .publish(Progress.channel(this.redisClient.keyPrefix), JSON.stringify(updates))
      .catch(() => 0);
  }
}
