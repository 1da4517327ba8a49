import type { ReadModelChange } from '@courtly/contracts/stream';
import type { ReadModelUpdates } from '../projections/progress.js';

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
const PUBLIC = ['courts'];

/** Merges updates into one per read model, with each document once. */
export const coalesce = (updates: readonly ReadModelUpdates[]): Coalesced[] => {
  const models = new Map<
    string,
    { position: string; changes: Map<string, readonly string[] | null> }
  >();
  for (const { readModel, position, changes } of updates.flat()) {
    const model = models.get(readModel) ?? { position, changes: new Map() };
    models.set(readModel, model);
    if (position > model.position) model.position = position;
    for (const { id, audience } of changes) {
      const before = model.changes.get(id);
      model.changes.set(
        id,
        before === null || audience === null ? null : [...(before ?? []), ...audience],
      );
    }
  }
  return [...models].map(([readModel, model]) => ({ readModel, ...model }));
};

/**
 * `bookings` selects a read model and `bookings:abc` one document; a bulk change (`*`) may be any
 * of them.
 */
const isWanted = (topics: readonly string[], readModel: string, id: string): boolean =>
  topics.some(
    (topic) =>
      topic === readModel ||
      topic === `${readModel}:${id}` ||
      (id === '*' && topic.startsWith(`${readModel}:`)),
  );

/** The changes to send to a user, or a visitor if undefined: permitted and within the topics. */
export const changesFor = (
  coalesced: readonly Coalesced[],
  userId: string | undefined,
  topics: readonly string[] | undefined = userId ? undefined : PUBLIC,
): ReadModelChange[] =>
  coalesced.flatMap(({ readModel, position, changes }) => {
    const ids = [...changes]
      .filter(
        ([, audience]) => audience === null || (userId !== undefined && audience.includes(userId)),
      )
      .map(([id]) => id)
      .filter((id) => !topics || isWanted(topics, readModel, id));
    return ids.length > 0 ? [{ readModel, ids, position }] : [];
  });
