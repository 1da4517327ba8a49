import type { ReadModelChange } from '@courtly/contracts/stream';
import type { ReadModelUpdates } from '../projections/progress.js';
import { FOLLOWERS } from '../projections/projection.js';

/**
 * The changed documents of one read model by id, with the users who may see each; null means
 * everyone.
 */
export type Coalesced = Readonly<{
  readModel: string;
  position: string;
  changes: ReadonlyMap<string, readonly string[] | null>;
}>;

/** Topics sent to visitors who subscribed to none. */
const PUBLIC_TOPICS = ['courts'];

/** Merges updates into one per read model, with each document once. */
export const coalesce = (updateBatches: readonly ReadModelUpdates[]): Coalesced[] => {
  const changesByModel = new Map<
    string,
    { position: string; changes: Map<string, readonly string[] | null> }
  >();
  for (const { readModel, position, changes } of updateBatches.flat()) {
    const modelChanges = changesByModel.get(readModel) ?? { position, changes: new Map() };
    changesByModel.set(readModel, modelChanges);
    if (position > modelChanges.position) modelChanges.position = position;
    for (const { id, audience } of changes) {
      const earlierAudience = modelChanges.changes.get(id);
      modelChanges.changes.set(
        id,
        earlierAudience === null || audience === null
          ? null
          : [...(earlierAudience ?? []), ...audience],
      );
    }
  }
  return [...changesByModel].map(([readModel, modelChanges]) => ({ readModel, ...modelChanges }));
};

/**
 * `bookings` selects a read model, and `bookings:abc` one of its documents. A bulk change (`*`)
 * matches every document.
 */
const matchesTopics = (topics: readonly string[], readModel: string, documentId: string): boolean =>
  topics.some(
    (topic) =>
      topic === readModel ||
      topic === `${readModel}:${documentId}` ||
      (documentId === '*' && topic.startsWith(`${readModel}:`)),
  );

/** The changes that a user (undefined: a visitor) may see and whose topics they follow. */
export const changesFor = (
  coalesced: readonly Coalesced[],
  userId: string | undefined,
  topics: readonly string[] | undefined = userId ? undefined : PUBLIC_TOPICS,
): ReadModelChange[] =>
  coalesced.flatMap(({ readModel, position, changes }) => {
    const documentTopics = topics?.filter((topic) => topic !== readModel) ?? [];
    const visibleIds = [...changes]
      .filter(([documentId, audience]) =>
        audience === null || (userId !== undefined && audience.includes(userId))
          ? !topics || matchesTopics(topics, readModel, documentId)
          : audience.includes(FOLLOWERS) && matchesTopics(documentTopics, readModel, documentId),
      )
      .map(([documentId]) => documentId);
    return visibleIds.length > 0 ? [{ readModel, ids: visibleIds, position }] : [];
  });
