import type { ReadModels } from '../src/platform/projections/read-models.js';
import { matchesFilter, sortedBy } from './simulation/filter.js';

/** The documents of read models by name. */
export type Documents = Readonly<Record<string, readonly object[]>>;

/** Runs queries in memory. `aggregate` counts each document as a separate group. */
const collectionOf = (documents: readonly object[]) => {
  const select = (filter: object) =>
    documents.filter((document) => matchesFilter(document, filter)) as Record<string, string>[];
  const find = (filter: object) => {
    let selected = select(filter);
    const chain = {
      sort: (order: Record<string, 1 | -1>) => ((selected = sortedBy(selected, order)), chain),
      limit: (count: number) => ((selected = selected.slice(0, count)), chain),
      toArray: async () => selected,
    };
    return chain;
  };
  return {
    find,
    distinct: async (field: string, filter: object) => [
      ...new Set(select(filter).map((document) => document[field])),
    ],
    countDocuments: async (filter: object) => select(filter).length,
    aggregate: ([{ $match }]: [{ $match: object }]) => ({
      toArray: async () =>
        select($match).map(({ what, owner }) => ({ _id: { what, owner }, count: 1 })),
    }),
  };
};

/** Read models with fixed documents. */
export const readModelsOf = (documents: Documents): ReadModels =>
  ({
    read: async ({ name }: { name: string }, query: (collection: unknown) => unknown) =>
      query(collectionOf(documents[name] ?? [])),
  }) as unknown as ReadModels;
