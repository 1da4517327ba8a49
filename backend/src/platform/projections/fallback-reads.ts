import { Injectable } from '@nestjs/common';
import type { LiveFold, Message } from '../kernel/decider.js';
import { Streams } from '../kernel/streams.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { ReadModel } from './projection.js';
import { ReadModels } from './read-models.js';

/** Reads of stream states that still work while the event store is down. */
@Injectable()
export class FallbackReads {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * The state of a stream: from the log, else from the cache, else from the read model of the same
   * fold. Null if the stream does not exist.
   * @throws StoreUnavailable if no source is available
   */
  async readState<State extends object, E extends Message>(
    fold: LiveFold<State | null, E>,
    readModel: ReadModel<State, E>,
    streamId: string,
  ): Promise<State | null> {
    try {
      return await this.streams.cachedOrStale(fold, streamId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const document = await this.readModels.read(readModel as unknown as ReadModel, (collection) =>
        collection.findOne({ _id: streamId }),
      );
      // The read model may not include a new stream yet, so a missing document proves nothing.
      if (!document) throw error;
      return document as object as State;
    }
  }

  /** The state of a stream, or `initial` if it is neither available nor cached. */
  async readStateIfAvailable<State, E extends Message>(
    fold: LiveFold<State, E>,
    streamId: string,
  ): Promise<State> {
    try {
      return await this.streams.cachedOrStale(fold, streamId);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return fold.initial;
    }
  }
}
