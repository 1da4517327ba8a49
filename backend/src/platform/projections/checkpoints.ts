import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Mongo } from '../stores/mongo.js';
import { type Checkpoint, type LivePointer, checkpointId } from './checkpoint.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';

type CheckpointMap<T = Checkpoint> = ReadonlyMap<string, T>;
type CheckpointPointer = Pick<Checkpoint, 'projection' | 'live'>;

/** The checkpoints of this release's projection versions. */
@Injectable()
export class Checkpoints {
  private readonly queryLimit = pLimit(1);
  private readonly idsByName: ReadonlyMap<string, string>;
  private readonly requestedNames = new Set<string>();
  private nextQuery: Promise<CheckpointMap<CheckpointPointer>> | null = null;

  constructor(
    private readonly mongoStore: Mongo,
    @Inject(PROJECTIONS) projections: readonly AnyProjection[],
  ) {
    this.idsByName = new Map(
      projections.map((projection) => [projection.name, checkpointId(projection)]),
    );
  }

  get collection() {
    return this.mongoStore.readModels.collection<Checkpoint>('checkpoints');
  }

  /** All checkpoints by projection name. */
  async loadAll(): Promise<CheckpointMap> {
    return byProjection(
      await this.collection.find({ _id: { $in: [...this.idsByName.values()] } }).toArray(),
    );
  }

  /**
   * The current live collection of a read model; null until it is complete. Every read needs it, so
   * concurrent calls share one query.
   */
  async livePointer(projectionName: string): Promise<LivePointer | null> {
    this.requestedNames.add(projectionName);
    this.nextQuery ??= this.queryLimit(() => {
      const checkpointIds = [...this.requestedNames].flatMap(
        (name) => this.idsByName.get(name) ?? [],
      );
      this.requestedNames.clear();
      this.nextQuery = null;
      return this.loadPointers(checkpointIds);
    });
    return (await this.nextQuery).get(projectionName)?.live ?? null;
  }

  private async loadPointers(
    checkpointIds: readonly string[],
  ): Promise<CheckpointMap<CheckpointPointer>> {
    const matchingCheckpoints = this.collection.find({ _id: { $in: [...checkpointIds] } });
    return byProjection(
      await matchingCheckpoints
        .project<CheckpointPointer>({ _id: 0, projection: 1, live: 1 })
        .toArray(),
    );
  }
}

const byProjection = <T extends CheckpointPointer>(checkpoints: readonly T[]): CheckpointMap<T> =>
  new Map(checkpoints.map((checkpoint) => [checkpoint.projection, checkpoint]));
