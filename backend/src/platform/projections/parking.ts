import { Inject, Injectable, Logger } from '@nestjs/common';
import { Mongo } from '../stores/mongo.js';
import type { ParkedStream, ParkedType } from './checkpoint.js';
import type { BatchResult } from './fold.js';
import { PROGRAM } from './program.js';

/** Keeps which streams a collection leaves out, from which event and why, for all to see. */
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
        retry: false,
      };
      return {
        replaceOne: { filter: { _id: `${collection}/${stream}` }, replacement, upsert: true },
      };
    });
    if (writes.length > 0) await this.rows.bulkWrite(writes, { ordered: false });
    for (const { event, reason } of streams)
      this.logger.error(
        `${projection} leaves out ${event.stream} from event ${event.id} on: ${reason}`,
      );
  }

  get parkedTypes() {
    return this.mongo.readModels.collection<ParkedType>('parkedTypes');
  }

  /** The types of event that this program parks where it does not know them, by an operator's word. */
  async types(): Promise<ReadonlySet<string>> {
    const found = await this.parkedTypes.find({ program: this.program }).toArray();
    return new Set(found.map(({ type }) => type));
  }

  async streamsOf(collection: string): Promise<Set<string>> {
    const found = await this.rows.find({ collection }).toArray();
    return new Set(found.map(({ stream }) => stream));
  }

  /** What is to be tried again: by an operator's word, or because another program than this one could not read it. */
  due(collections: readonly string[]): Promise<ParkedStream[]> {
    return this.rows
      .find({
        collection: { $in: [...collections] },
        $or: [{ retry: true }, { program: { $ne: this.program } }],
      })
      .toArray();
  }

  async stillFails({ _id }: ParkedStream, reason: string): Promise<void> {
    await this.rows.updateOne({ _id }, { $set: { retry: false, program: this.program, reason } });
  }

  async resolved({ _id }: ParkedStream): Promise<void> {
    await this.rows.deleteOne({ _id });
  }

  async dropped(collection: string): Promise<void> {
    await this.rows.deleteMany({ collection });
  }
}
