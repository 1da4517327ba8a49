import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { foldBatch } from '../../src/platform/projections/fold.js';
import type { AnyProjection, StoredDocument } from '../../src/platform/projections/projection.js';
import type { ReadModels } from '../../src/platform/projections/read-models.js';
import { matchesFilter, sortedBy } from './filter.js';

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

type Documents = Map<string, StoredDocument>;

const isHandled = ({ handles }: AnyProjection, type: string): boolean =>
  handles === 'all' || handles.includes(type);

const collectionOf = (documents: Documents) => {
  const find = (filter: object) => {
    let selected = [...documents.values()].filter((document) => matchesFilter(document, filter));
    const chain = {
      sort: (order: Record<string, 1 | -1>) => ((selected = sortedBy(selected, order)), chain),
      limit: (count: number) => ((selected = selected.slice(0, count)), chain),
      project: () => chain,
      batchSize: () => chain,
      toArray: async () => selected,
      async *[Symbol.asyncIterator]() {
        yield* selected;
      },
    };
    return chain;
  };
  return { find, findOne: async (filter: object) => (await find(filter).toArray())[0] ?? null };
};

/** Read models in memory, folded by the product's projections. */
export class SimulatedReadModels {
  private readonly documents: ReadonlyMap<string, Documents>;
  /** Every instant in the documents that processes sweep, in Unix milliseconds. */
  private readonly instants = new Set<number>();
  /** How often each read model has changed. */
  private readonly versions = new Map<string, number>();
  private hasSweptChange = false;

  constructor(
    private readonly projections: readonly AnyProjection[],
    private readonly swept: readonly string[],
  ) {
    this.documents = new Map(projections.map(({ name }) => [name, new Map()]));
  }

  apply(events: readonly RecordedEvent[]): void {
    for (const projection of this.projections) {
      const handledEvents = events.filter(({ type }) => isHandled(projection, type));
      if (handledEvents.length === 0) continue;
      const documents = this.documents.get(projection.name)!;
      const { parked } = foldBatch(projection, handledEvents, documents, () => false);
      if (parked.length > 0) throw new Error(`${projection.name}: ${parked[0]!.reason}`);
      this.versions.set(projection.name, this.versionOf(projection) + 1);
      if (!this.swept.includes(projection.name)) continue;
      this.hasSweptChange = true;
      this.addInstants(documents);
    }
  }

  versionOf({ name }: Pick<AnyProjection, 'name'>): number {
    return this.versions.get(name) ?? 0;
  }

  /** Whether a document that processes sweep has changed since the last call. */
  takeSweptChange(): boolean {
    const { hasSweptChange } = this;
    this.hasSweptChange = false;
    return hasSweptChange;
  }

  /** The first instant after another, both in Unix milliseconds. */
  nextInstant(after: number): number {
    let next = Infinity;
    for (const instant of this.instants) if (instant > after && instant < next) next = instant;
    return next;
  }

  all<D extends object>({ name }: Pick<AnyProjection, 'name'>): StoredDocument<D>[] {
    return [...this.documents.get(name)!.values()] as StoredDocument<D>[];
  }

  find({ name }: Pick<AnyProjection, 'name'>, filter: object): StoredDocument[] {
    const documents = [...this.documents.get(name)!.values()];
    return documents.filter((document) => matchesFilter(document, filter));
  }

  /** The interface that handlers use. `step` precedes and follows each query. */
  asReadModels(step: () => Promise<void> = async () => undefined): ReadModels {
    const read = async (
      { name }: Pick<AnyProjection, 'name'>,
      query: (collection: unknown) => Promise<unknown>,
    ) => {
      await step();
      const result = await query(collectionOf(this.documents.get(name)!));
      await step();
      return result;
    };
    return { read, walk: read } as unknown as ReadModels;
  }

  private addInstants(documents: Documents): void {
    for (const document of documents.values())
      for (const value of Object.values(document))
        if (typeof value === 'string' && INSTANT.test(value)) this.instants.add(Date.parse(value));
  }
}
