import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore } from '../stores/event-store.js';
import { Mongo } from '../stores/mongo.js';
import { Checkpoints } from './checkpoints.js';

/** A replica of the event store may lag behind for a moment. */
const RECHECK_MS = 5_000;

/**
 * Finds read models that are ahead of the log because the log was restored from an older backup.
 * They contain events that no longer exist, so they are rebuilt.
 */
@Injectable()
export class LogRollback {
  constructor(
    private readonly store: EventStore,
    private readonly mongoStore: Mongo,
    private readonly checkpoints: Checkpoints,
  ) {}

  /** Resets read models and process positions that are ahead. Returns whether there were any. */
  async resetAhead(abortSignal: AbortSignal): Promise<boolean> {
    if (!(await this.isAnyAhead())) return false;
    await delay(RECHECK_MS, undefined, { signal: abortSignal });
    if (!(await this.isAnyAhead())) return false;
    const end = await this.endOfLog();
    await this.checkpoints.collection.updateMany(
      { 'live.position': { $gt: end } },
      { $set: { live: null, owner: null }, $inc: { epoch: 1 } },
    );
    await this.positions.deleteMany({ position: { $gt: end } });
    return true;
  }

  private get positions() {
    return this.mongoStore.readModels.collection<{ position: string }>('positions');
  }

  private async endOfLog(): Promise<string> {
    return (await this.store.readLogEnd()) ?? '';
  }

  private async isAnyAhead(): Promise<boolean> {
    const end = await this.endOfLog();
    const checkpoint = await this.checkpoints.collection.findOne({ 'live.position': { $gt: end } });
    return (
      checkpoint !== null || (await this.positions.findOne({ position: { $gt: end } })) !== null
    );
  }
}
