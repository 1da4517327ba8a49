import type { ReadModelChange } from '@courtly/contracts/stream';
import type { ReadModelUpdates } from '../projections/progress.js';

/** What changed in one read model: documents by id, with those whose screens show each; null is everybody. */
export type Coalesced = Readonly<{
  readModel: string;
  position: string;
  changes: ReadonlyMap<string, readonly string[] | null>;
}>;

/** What visitors are told of who ask for nothing in particular. */
const PUBLIC = ['courts'];

/** All updates of a while as one for each read model: each document once, with everybody whose screens show it. */
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

/** `bookings` is all of a read model, `bookings:abc` one document; many at once (`*`) may be any. */
const isWanted = (topics: readonly string[], readModel: string, id: string): boolean =>
  topics.some(
    (topic) =>
      topic === readModel ||
      topic === `${readModel}:${id}` ||
      (id === '*' && topic.startsWith(`${readModel}:`)),
  );

/** What somebody (undefined is a visitor) is sent of changes: what they may see, and of that what they asked for. */
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
