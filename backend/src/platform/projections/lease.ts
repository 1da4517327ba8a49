import { Injectable } from '@nestjs/common';
import { type Checkpoint, checkpointId } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';
import type { AnyProjection } from './projection.js';
import { Projectors } from './projectors.js';

type Change = Partial<Pick<Checkpoint, 'live' | 'rebuild' | 'stopped'>>;
type Move = Readonly<{ id: string; epoch: number; change: Change }>;

/**
 * Gives each projection one owner at a time, for as long as it sends heartbeats. Each new owner and
 * each new collection increases the epoch. Only the owner can move a checkpoint, and only in its
 * epoch, which fences off stalled processes.
 */
@Injectable()
export class Leases {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly projectors: Projectors,
  ) {}

  /** Creates the checkpoint of a projection if there is none. */
  async ensureCheckpoint(projection: AnyProjection): Promise<void> {
    const { name, version } = projection;
    // Unique even after the database was dropped, so collection names never repeat.
    const fresh = {
      projection: name,
      version,
      live: null,
      owner: null,
      epoch: Date.now(),
      rebuild: null,
      stopped: null,
    };
    await this.checkpoints.collection.updateOne(
      { _id: checkpointId(projection) },
      { $setOnInsert: fresh },
      { upsert: true },
    );
  }

  /** Acquires a projection without a live owner. Returns null if another process was faster. */
  acquire({ _id, owner, epoch }: Checkpoint): Promise<Checkpoint | null> {
    return this.checkpoints.collection.findOneAndUpdate(
      { _id, owner, epoch },
      { $set: { owner: this.projectors.id }, $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
  }

  /** Starts a new epoch and returns its checkpoint. @throws LeaseLost */
  async beginEpoch(id: string, epoch: number): Promise<Checkpoint> {
    const filter = { _id: id, owner: this.projectors.id, epoch };
    const begun = await this.checkpoints.collection.findOneAndUpdate(
      filter,
      { $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    if (!begun) throw new LeaseLost([id]);
    return begun;
  }

  /** Updates checkpoints in one write. @throws LeaseLost if one of them has a new owner */
  async advance(...moves: readonly Move[]): Promise<void> {
    if (moves.length === 0) return;
    const writes = moves.map(({ id, epoch, change }) => ({
      updateOne: {
        filter: { _id: id, owner: this.projectors.id, epoch },
        update: { $set: change },
      },
    }));
    const { matchedCount } = await this.checkpoints.collection.bulkWrite(writes, {
      ordered: false,
    });
    if (matchedCount !== moves.length) throw new LeaseLost(moves.map(({ id }) => id));
  }

  /** Moves several live collections to one position in one write. @throws LeaseLost */
  async advanceTo(position: string, held: readonly Pick<Move, 'id' | 'epoch'>[]): Promise<void> {
    if (held.length === 0) return;
    const filter = {
      owner: this.projectors.id,
      $or: held.map(({ id, epoch }) => ({ _id: id, epoch })),
    };
    const update = { $set: { 'live.position': position, stopped: null } };
    const { matchedCount } = await this.checkpoints.collection.updateMany(filter, update);
    if (matchedCount !== held.length) throw new LeaseLost(held.map(({ id }) => id));
  }

  async release(...ids: readonly string[]): Promise<void> {
    await this.checkpoints.collection.updateMany(
      { _id: { $in: [...ids] }, owner: this.projectors.id },
      { $set: { owner: null } },
    );
  }
}

export class LeaseLost extends Error {
  constructor(ids: readonly string[]) {
    super(`lost the lease of one of ${ids.join(', ')}`);
  }
}
