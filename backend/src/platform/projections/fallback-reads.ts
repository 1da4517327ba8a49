import { Injectable } from '@nestjs/common';
import type { Fold, Message } from '../kernel/decider.js';
import { Streams } from '../kernel/streams.js';
import { StoreUnavailable } from '../stores/store-unavailable.js';
import type { ReadModel } from './projection.js';
import { ReadModels } from './read-models.js';

/** States for reads that go on while the log cannot be read. */
@Injectable()
export class FallbackReads {
  constructor(
    private readonly streams: Streams,
    private readonly readModels: ReadModels,
  ) {}

  /**
   * The state of a stream as the log has it; while that cannot be read, as this process saw it last, or else as the read
   * model of the same fold has it. Null where there is none.
   * @throws StoreUnavailable where nobody can tell
   */
  async of<State extends object, E extends Message>(
    fold: Fold<State | null, E>,
    readModel: ReadModel<State, E>,
    id: string,
  ): Promise<State | null> {
    try {
      return await this.streams.cachedOrStale(fold, id);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      const document = await this.readModels.read(readModel as unknown as ReadModel, (all) =>
        all.findOne({ _id: id }),
      );
      // What has just come to be may not be in it yet.
      if (!document) throw error;
      return document as object as State;
    }
  }
}
