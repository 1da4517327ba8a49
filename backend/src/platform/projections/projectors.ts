import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Mongo } from '../stores/mongo.js';
import type { Projector } from './fair-shares.js';
import { LEASE_MS, Heartbeats } from './heartbeats.js';

type Registration = Readonly<{
  _id: string;
  beat: number;
  runs: readonly string[];
  pinned: boolean;
}>;

/**
 * Registers projectors. Each one increments a counter in its own document to show the others that
 * it is alive.
 */
@Injectable()
export class Projectors {
  readonly processId = `${hostname()}-${process.pid}-${randomUUID()}`;
  private readonly heartbeats = new Heartbeats();
  private beatCount = 0;

  constructor(private readonly mongoStore: Mongo) {}

  private get documents() {
    return this.mongoStore.readModels.collection<Registration>('projectors');
  }

  /**
   * Registers this process and increments its counter. If other processes removed the registration,
   * it reappears with a new value.
   */
  async heartbeat(runnableIds: readonly string[], pinned: boolean): Promise<void> {
    this.beatCount += 1;
    await this.documents.updateOne(
      { _id: this.processId },
      { $set: { beat: this.beatCount, runs: runnableIds, pinned } },
      { upsert: true },
    );
  }

  /**
   * The live processes. A process seen for the first time counts as alive until its counter has
   * been unchanged for too long. Removes the registrations of stopped processes.
   */
  async liveProcesses(): Promise<readonly Projector[]> {
    const { live, stopped } = await this.observe();
    for (const { _id, beat } of stopped) await this.documents.deleteOne({ _id, beat });
    return live.map(({ _id, runs, pinned }) => ({ id: _id, runs, pinned }));
  }

  /** The ids of the live processes. Removes no registrations. */
  async liveIds(): Promise<readonly string[]> {
    return (await this.observe()).live.map(({ _id }) => _id);
  }

  /**
   * Waits until a projector shows that it is alive, or until all have been inactive for too long.
   */
  async isAnyoneAlive(abortSignal: AbortSignal): Promise<boolean> {
    const firstBeats = new Map(
      (await this.documents.find({}).toArray()).map(({ _id, beat }) => [_id, beat]),
    );
    for (;;) {
      const registrations = await this.documents.find({}).toArray();
      if (registrations.some(({ _id, beat }) => firstBeats.get(_id) !== beat)) return true;
      if ((await this.liveIds()).length === 0) return false;
      await delay(LEASE_MS / 20, undefined, { signal: abortSignal });
    }
  }

  async deregister(): Promise<void> {
    await this.documents.deleteOne({ _id: this.processId });
  }

  private async observe() {
    const registrations = await this.documents.find({}).toArray();
    const { live = [], stopped = [] } = Object.groupBy(registrations, ({ _id, beat }) =>
      this.heartbeats.observeBeat(_id, String(beat)) >= LEASE_MS ? 'stopped' : 'live',
    );
    return { live, stopped };
  }
}
