import { Context } from 'mingo/core';
import * as queryOperators from 'mingo/operators/query';
import { Query } from 'mingo/query';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { foldBatch } from '../../src/platform/projections/fold.js';
import type { AnyProjection, StoredDocument } from '../../src/platform/projections/projection.js';
import type { ReadModels } from '../../src/platform/projections/read-models.js';

type Documents = Map<string, StoredDocument>;

/** mingo copies its operators for each query, so all others are left out. */
const context = Context.init({ query: queryOperators });

const isHandled = ({ handles }: AnyProjection, type: string): boolean =>
  handles === 'all' || handles.includes(type);

const collectionOf = (documents: Documents) => {
  const find = (filter: object) => {
    let cursor = new Query(filter as ConstructorParameters<typeof Query>[0], {
      context,
    }).find<StoredDocument>([...documents.values()]);
    const chain = {
      sort: (order: Record<string, 1 | -1>) => ((cursor = cursor.sort(order)), chain),
      limit: (count: number) => ((cursor = cursor.limit(count)), chain),
      project: () => chain,
      batchSize: () => chain,
      toArray: async () => cursor.all(),
      async *[Symbol.asyncIterator]() {
        yield* cursor.all();
      },
    };
    return chain;
  };
  return { find, findOne: async (filter: object) => (await find(filter).toArray())[0] ?? null };
};

/** Read models in memory, folded by the real projections. Queries run on mingo. */
export class SimulatedReadModels {
  private readonly documents: ReadonlyMap<string, Documents>;

  constructor(private readonly projections: readonly AnyProjection[]) {
    this.documents = new Map(projections.map(({ name }) => [name, new Map()]));
  }

  apply(events: readonly RecordedEvent[]): void {
    for (const projection of this.projections) {
      const { parked } = foldBatch(
        projection,
        events.filter(({ type }) => isHandled(projection, type)),
        this.documents.get(projection.name)!,
        () => false,
      );
      if (parked.length > 0) throw new Error(`${projection.name}: ${parked[0]!.reason}`);
    }
  }

  all<D extends object>({ name }: Pick<AnyProjection, 'name'>): StoredDocument<D>[] {
    return [...this.documents.get(name)!.values()] as StoredDocument<D>[];
  }

  /** The interface that handlers use. */
  asReadModels(): ReadModels {
    const read = async (
      { name }: Pick<AnyProjection, 'name'>,
      query: (collection: unknown) => Promise<unknown>,
    ) => query(collectionOf(this.documents.get(name)!));
    return { read, walk: read } as unknown as ReadModels;
  }
}
