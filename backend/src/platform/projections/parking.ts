import { Inject, Injectable, Logger } from '@nestjs/common';
import { Mongo } from '../stores/mongo.js';
import type { ParkedStream } from './checkpoint.js';
import type { BatchResult } from './fold.js';
import { PROGRAM } from './program.js';

/** Stores which streams a collection skips, from which event on, and why. */
@Injectable()
export class Parking {
  private readonly logger = new Logger('projections');

  constructor(
    private readonly mongo: Mongo,
    @Inject(PROGRAM) private readonly program: string,
  ) {}

  get rows() {
    return this.mongo.readModels.collection<ParkedStream>('parked');
  }

  async park(
    projection: string,
    collection: string,
    streams: BatchResult['parked'],
  ): Promise<void> {
    const { program } = this;
    const at = new Date().toISOString();
    const writes = streams.map(({ event: { id: eventId, stream, revision, position }, reason }) => {
      const replacement = {
        collection,
        projection,
        stream,
        eventId,
        revision,
        position,
        reason,
        program,
        at,
      };
      return {
        replaceOne: { filter: { _id: `${collection}/${stream}` }, replacement, upsert: true },
      };
    });
    if (writes.length > 0) await this.rows.bulkWrite(writes, { ordered: false });
    for (const { event, reason } of streams)
      this.logger.error(`${projection} parked ${event.stream} at event ${event.id}: ${reason}`);
  }

  async streamsOf(collection: string): Promise<Set<string>> {
    const found = await this.rows.find({ collection }).toArray();
    return new Set(found.map(({ stream }) => stream));
  }

  /** The given collections that contain streams parked by another release. */
  async parkedByOthers(collections: readonly string[]): Promise<ReadonlySet<string>> {
    const parked = await this.rows
      .find({ collection: { $in: [...collections] }, program: { $ne: this.program } })
      .project<Pick<ParkedStream, 'collection'>>({ collection: 1 })
      .toArray();
    return new Set(parked.map(({ collection }) => collection));
  }

  async dropped(collection: string): Promise<void> {
    await this.rows.deleteMany({ collection });
  }
}
