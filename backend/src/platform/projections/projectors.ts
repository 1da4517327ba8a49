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

/** The processes that project: each counts in a document of its own, and sees by the others' counts which of them live. */
@Injectable()
export class Projectors {
  readonly id = `${hostname()}-${process.pid}-${randomUUID()}`;
  private readonly heartbeats = new Heartbeats();
  private beat = 0;

  constructor(private readonly mongo: Mongo) {}

  private get documents() {
    return this.mongo.readModels.collection<Registration>('projectors');
  }

  /**
   * Registers this process with what it can run, and counts one on. It counts itself: a registration that others removed while it
   * was held up comes back with a beat that nobody has seen.
   */
  async heartbeat(runs: readonly string[], pinned: boolean): Promise<void> {
    this.beat += 1;
    await this.documents.updateOne(
      { _id: this.id },
      { $set: { beat: this.beat, runs, pinned } },
      { upsert: true },
    );
  }

  /** Those that live: one that this process has not seen before counts as alive until it has stood still long enough. */
  async alive(): Promise<readonly Projector[]> {
    const found = await this.documents.find({}).toArray();
    const gone = found.filter(
      ({ _id, beat }) => this.heartbeats.observe(_id, String(beat)) >= LEASE_MS,
    );
    for (const { _id, beat } of gone) await this.documents.deleteOne({ _id, beat });
    return found
      .filter((one) => !gone.includes(one))
      .map(({ _id, runs, pinned }) => ({ id: _id, runs, pinned }));
  }

  /** Whether a process projects: one that has announced itself is watched until it counts, or has stood still long enough. */
  async isAnyoneAlive(signal: AbortSignal): Promise<boolean> {
    const first = new Map(
      (await this.documents.find({}).toArray()).map(({ _id, beat }) => [_id, beat]),
    );
    for (;;) {
      const found = await this.documents.find({}).toArray();
      if (found.some(({ _id, beat }) => first.get(_id) !== beat)) return true;
      if ((await this.alive()).length === 0) return false;
      await delay(LEASE_MS / 20, undefined, { signal });
    }
  }

  async deregister(): Promise<void> {
    await this.documents.deleteOne({ _id: this.id });
  }
}
