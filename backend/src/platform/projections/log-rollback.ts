import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore } from '../stores/event-store.js';
import { type StoredPosition, isInLog } from '../stores/log-identity.js';
import { Mongo } from '../stores/mongo.js';
import type { Checkpoint } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';

/** A replica of the event store may lag behind for a moment. */
const RECHECK_MS = 5_000;

/** A release without event ids advances the position but keeps the id of an earlier event. */
const storedPositionOf = (live: NonNullable<Checkpoint['live']>): StoredPosition => ({
  position: live.position!,
  eventId: live.eventPosition === live.position ? (live.eventId ?? null) : null,
});

const keyOf = ({ position, eventId }: StoredPosition) => `${position} ${eventId ?? ''}`;

/**
 * Finds torn read models, whose events are no longer in the log because it was replaced or restored
 * from an older backup. They are rebuilt.
 */
@Injectable()
export class LogRollback {
  constructor(
    private readonly store: EventStore,
    private readonly mongoStore: Mongo,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Marks torn read models for a rebuild, and moves processes whose position is not in the log back
   * to its start. Returns the names of these read models and processes.
   * @throws StoreUnavailable
   */
  async resetTorn(abortSignal: AbortSignal): Promise<readonly string[]> {
    if ((await this.findTorn()).length === 0) return [];
    await delay(RECHECK_MS, undefined, { signal: abortSignal });
    const resetReaders: string[] = [];
    for (const { id, stored } of await this.findTorn()) {
      const { position, eventId = null } = stored;
      const { modifiedCount: readModels } = await this.checkpoints.collection.updateOne(
        { _id: id, 'live.position': position },
        {
          $set: {
            live: null,
            owner: null,
            torn: { position, eventId, at: new Date().toISOString() },
          },
          $inc: { epoch: 1 },
        },
      );
      const { modifiedCount: processes } = await this.positions.updateOne(
        { _id: id, position },
        { $set: { position: '', eventId: null } },
      );
      if (readModels + processes > 0) resetReaders.push(id);
    }
    return resetReaders;
  }

  private get positions() {
    return this.mongoStore.readModels.collection<StoredPosition & { _id: string }>('positions');
  }

  private async findTorn() {
    const checkpoints = await this.checkpoints.collection
      .find({ 'live.position': { $gt: '' } })
      .toArray();
    const readers = [
      ...checkpoints.map(({ _id, live }) => ({ id: _id, stored: storedPositionOf(live!) })),
      ...(await this.positions.find({ position: { $gt: '' } }).toArray()).map(
        ({ _id, ...stored }) => ({
          id: _id,
          stored,
        }),
      ),
    ];
    const tornReaders: (typeof readers)[number][] = [];
    for (const [, sameReaders] of Map.groupBy(readers, ({ stored }) => keyOf(stored)))
      if (!(await isInLog(this.store, sameReaders[0]!.stored))) tornReaders.push(...sameReaders);
    return tornReaders;
  }
}
