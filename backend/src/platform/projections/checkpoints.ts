import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Mongo } from '../stores/mongo.js';
import { type Checkpoint, type LivePointer, checkpointId } from './checkpoint.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';

type Known<T = Checkpoint> = ReadonlyMap<string, T>;
type Pointer = Pick<Checkpoint, 'projection' | 'live'>;

/** The checkpoints of this release's projection versions. */
@Injectable()
export class Checkpoints {
  private readonly limit = pLimit(1);
  private readonly ids: ReadonlyMap<string, string>;
  private readonly asked = new Set<string>();
  private next: Promise<Known<Pointer>> | null = null;

  constructor(
    private readonly mongo: Mongo,
    @Inject(PROJECTIONS) projections: readonly AnyProjection[],
  ) {
    this.ids = new Map(
      projections.map((projection) => [projection.name, checkpointId(projection)]),
    );
  }

  get collection() {
    return this.mongo.readModels.collection<Checkpoint>('checkpoints');
  }

  /** All checkpoints by projection name. */
  async load(): Promise<Known> {
    return byProjection(
      await this.collection.find({ _id: { $in: [...this.ids.values()] } }).toArray(),
    );
  }

  /**
   * The collection of a read model at the time of the call; null until it is complete. Every read
   * asks for it, so concurrent calls share one query.
   */
  async live(name: string): Promise<LivePointer | null> {
    this.asked.add(name);
    this.next ??= this.limit(() => {
      const ids = [...this.asked].flatMap((asked) => this.ids.get(asked) ?? []);
      this.asked.clear();
      this.next = null;
      return this.pointers(ids);
    });
    return (await this.next).get(name)?.live ?? null;
  }

  private async pointers(ids: readonly string[]): Promise<Known<Pointer>> {
    const found = this.collection.find({ _id: { $in: [...ids] } });
    return byProjection(await found.project<Pointer>({ _id: 0, projection: 1, live: 1 }).toArray());
  }
}

const byProjection = <T extends Pointer>(found: readonly T[]): Known<T> =>
  new Map(found.map((checkpoint) => [checkpoint.projection, checkpoint]));
