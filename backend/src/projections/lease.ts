import { Injectable } from '@nestjs/common';
import { hostname } from 'node:os';
import { v7 } from 'uuid';
import { Mongo } from '../kernel/mongo.js';
import type { Checkpoint } from './checkpoint.js';
import type { AnyProjection } from './projection.js';

export const LEASE_MS = 5_000;

type Move = Readonly<{ name: string; epoch: number; change: Partial<Omit<Checkpoint, '_id'>> }>;

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
    // A first epoch that no earlier checkpoint had: whoever held the lease before the database was wiped has lost it.
    const fresh = { version, position: null, caughtUp: false, owner: null, epoch: now, leaseUntil: 0, rebuild: null };
    await this.checkpoints.updateOne({ _id: name }, { $setOnInsert: fresh }, { upsert: true });
    return this.checkpoints.findOneAndUpdate(
      { _id: name, leaseUntil: { $lte: now } },
      { $set: { owner: this.owner, leaseUntil: now + LEASE_MS }, $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
  }

  /** Moves a checkpoint. @throws LeaseLost when it is another's now, who alone has the say. */
  advance(name: string, epoch: number, change: Move['change']): Promise<void> {
    return this.advanceAll([{ name, epoch, change }]);
  }

  /** Moves checkpoints in one write. @throws LeaseLost when one of them is another's now. */
  async advanceAll(moves: readonly Move[]): Promise<void> {
    if (moves.length === 0) return;
    const writes = moves.map(({ name, epoch, change }) => ({
      updateOne: { filter: { _id: name, owner: this.owner, epoch }, update: { $set: change } },
    }));
    const { matchedCount } = await this.checkpoints.bulkWrite(writes, { ordered: false });
    if (matchedCount !== moves.length) throw new LeaseLost(moves.map(({ name }) => name));
  }

  async release(names: readonly string[]): Promise<void> {
    await this.checkpoints.updateMany(
      { _id: { $in: [...names] }, owner: this.owner },
      { $set: { owner: null, leaseUntil: 0 } },
    );
  }
}

export class LeaseLost extends Error {
  constructor(projections: readonly string[]) {
    super(`A lease was lost: one of ${projections.join(', ')}`);
  }
}
