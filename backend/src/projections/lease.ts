import { Injectable } from '@nestjs/common';
import { hostname } from 'node:os';
import { v7 } from 'uuid';
import { Mongo } from '../kernel/mongo.js';
import type { Checkpoint } from './checkpoint.js';
import type { AnyProjection } from './projection.js';

export const LEASE_MS = 5_000;

/**
 * One process at a time runs a projection. It holds a lease in the projection's checkpoint, renews it while it works and
 * gives it back when it stops. Each change of owner raises the epoch; a checkpoint is only ever moved by its owner in its
 * epoch, so a process that was thought dead cannot move it any more.
 */
@Injectable()
export class Leases {
  readonly owner = `${hostname()}-${process.pid}-${v7()}`;

  constructor(private readonly mongo: Mongo) {}

  private get checkpoints() {
    return this.mongo.readModels.collection<Checkpoint>('checkpoints');
  }

  /** Takes or renews the lease. Answers the checkpoint, or null while another process holds it. */
  async take({ name, version }: AnyProjection): Promise<Checkpoint | null> {
    const now = Date.now();
    const mine = await this.checkpoints.findOneAndUpdate(
      { _id: name, owner: this.owner },
      { $set: { leaseUntil: now + LEASE_MS } },
      { returnDocument: 'after' },
    );
    if (mine) return mine;
    const fresh = { version, position: null, caughtUp: false, owner: null, epoch: 0, leaseUntil: 0, rebuild: null };
    await this.checkpoints.updateOne({ _id: name }, { $setOnInsert: fresh }, { upsert: true });
    return this.checkpoints.findOneAndUpdate(
      { _id: name, leaseUntil: { $lte: now } },
      { $set: { owner: this.owner, leaseUntil: now + LEASE_MS }, $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
  }

  /** Moves the checkpoint. @throws Error when the lease is lost: whoever holds it now has the say. */
  async advance(name: string, epoch: number, change: Partial<Omit<Checkpoint, '_id'>>): Promise<void> {
    const { matchedCount } = await this.checkpoints.updateOne(
      { _id: name, owner: this.owner, epoch },
      { $set: change },
    );
    if (matchedCount === 0) throw new LeaseLost(name);
  }

  async release(names: readonly string[]): Promise<void> {
    await this.checkpoints.updateMany(
      { _id: { $in: [...names] }, owner: this.owner },
      { $set: { owner: null, leaseUntil: 0 } },
    );
  }
}

export class LeaseLost extends Error {
  constructor(projection: string) {
    super(`The lease of ${projection} was lost`);
  }
}
