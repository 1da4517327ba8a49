import { Injectable } from '@nestjs/common';
import { type Checkpoint, checkpointId } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';
import type { AnyProjection } from './projection.js';
import { Projectors } from './projectors.js';

type Change = Partial<Pick<Checkpoint, 'live' | 'rebuild' | 'stopped'>>;
type Move = Readonly<{ id: string; epoch: number; change: Change }>;

/**
 * One process at a time runs a projection: the owner that its checkpoint names, as long as that process sends heartbeats.
 * Each change of owner and each new collection raises the epoch; a checkpoint is only ever moved by its owner in its epoch,
 * so a process that was thought dead cannot move it any more.
 */
@Injectable()
export class Leases {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly projectors: Projectors,
  ) {}

  /** Makes sure that a projection has a checkpoint. */
  async ensureCheckpoint(projection: AnyProjection): Promise<void> {
    const { name, version } = projection;
    // A first epoch that no earlier checkpoint had, so that no collection is ever named like one before the database was wiped.
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

  /** Takes a projection from an owner that has gone, or from nobody. Answers null where another process was faster. */
  acquire({ _id, owner, epoch }: Checkpoint): Promise<Checkpoint | null> {
    return this.checkpoints.collection.findOneAndUpdate(
      { _id, owner, epoch },
      { $set: { owner: this.projectors.id }, $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
  }

  /** Begins a new epoch of the same owner, and answers the checkpoint as it is in it. @throws LeaseLost */
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

  /** Moves checkpoints in one write. @throws LeaseLost when one of them is another's now, who alone has the say. */
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

  /** Moves the live collections of several projections to one position, in one write. @throws LeaseLost as `advance` */
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
    super(`A lease was lost: one of ${ids.join(', ')}`);
  }
}
