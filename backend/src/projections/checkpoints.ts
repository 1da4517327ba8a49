import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Mongo } from '../stores/mongo.js';
import { type Checkpoint, checkpointId } from './checkpoint.js';
import { type AnyProjection, PROJECTIONS } from './projection.js';

type Known = ReadonlyMap<string, Checkpoint>;

/** The checkpoints of the projections that this program knows, in its versions of them. */
@Injectable()
export class Checkpoints {
  private readonly limit = pLimit(1);
  private next: Promise<Known> | null = null;

  constructor(
    private readonly mongo: Mongo,
    @Inject(PROJECTIONS) private readonly projections: readonly AnyProjection[],
  ) {}

  get collection() {
    return this.mongo.readModels.collection<Checkpoint>('checkpoints');
  }

  /** By name of projection, as they are after the call. Calls that wait at the same time share one query. */
  load(): Promise<Known> {
    this.next ??= this.limit(() => {
      this.next = null;
      return this.read();
    });
    return this.next;
  }

  private async read(): Promise<Known> {
    const found = await this.collection.find({ _id: { $in: this.projections.map(checkpointId) } }).toArray();
    return new Map(found.map((checkpoint) => [checkpoint.projection, checkpoint]));
  }
}
