import { Inject, Injectable, Logger } from '@nestjs/common';
import { Mongo } from '../stores/mongo.js';
import type { ParkedStream } from './checkpoint.js';
import type { BatchResult } from './fold.js';
import { RELEASE_ID } from './program.js';

/** Stores which streams a collection skips, from which event on, and why. */
@Injectable()
export class Parking {
  private readonly logger = new Logger('projections');

  constructor(
    private readonly mongoStore: Mongo,
    @Inject(RELEASE_ID) private readonly releaseId: string,
  ) {}

  get rows() {
    return this.mongoStore.readModels.collection<ParkedStream>('parked');
  }

  async parkStreams(
    projection: string,
    collection: string,
    streams: BatchResult['parked'],
  ): Promise<void> {
    const parkedAt = new Date().toISOString();
    const bulkWrites = streams.map(
      ({ event: { id: eventId, stream, revision, position }, reason }) => {
        const replacement = {
          collection,
          projection,
          stream,
          eventId,
          revision,
          position,
          reason,
          program: this.releaseId,
          at: parkedAt,
        };
        return {
          replaceOne: { filter: { _id: `${collection}/${stream}` }, replacement, upsert: true },
        };
      },
    );
    if (bulkWrites.length > 0) await this.rows.bulkWrite(bulkWrites, { ordered: false });
    for (const { event, reason } of streams)
      this.logger.error(`${projection} parked ${event.stream} at event ${event.id}: ${reason}`);
  }

  async streamsOf(collection: string): Promise<Set<string>> {
    const parkedRows = await this.rows.find({ collection }).toArray();
    return new Set(parkedRows.map(({ stream }) => stream));
  }

  /** The number of streams that each collection skips. */
  async countByCollection(): Promise<ReadonlyMap<string, number>> {
    const counts = await this.rows
      .aggregate<{ _id: string; count: number }>([
        { $group: { _id: '$collection', count: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(counts.map(({ _id, count }) => [_id, count]));
  }

  /** The given collections that contain streams parked by another release. */
  async parkedByOthers(collections: readonly string[]): Promise<ReadonlySet<string>> {
    const parkedRows = await this.rows
      .find({ collection: { $in: [...collections] }, program: { $ne: this.releaseId } })
      .project<Pick<ParkedStream, 'collection'>>({ collection: 1 })
      .toArray();
    return new Set(parkedRows.map(({ collection }) => collection));
  }

  async forgetCollection(collection: string): Promise<void> {
    await this.rows.deleteMany({ collection });
  }
}
