import { Injectable } from '@nestjs/common';
import { type Checkpoint, checkpointId } from './checkpoint.js';
import { Checkpoints } from './checkpoints.js';
import type { StoredEvent } from '../stores/stored-event.js';
import type { AnyProjection } from './projection.js';
import { Projectors } from './projectors.js';

type CheckpointChange = Partial<
  Pick<Checkpoint, 'live' | 'rebuild' | 'refold' | 'stopped' | 'torn'>
>;
type CheckpointMove = Readonly<{ id: string; epoch: number; change: CheckpointChange }>;

/**
 * Gives each projection one owner at a time, as long as the owner sends heartbeats. Each new owner
 * and each new collection increases the epoch. Only the owner can move a checkpoint, and only in
 * its epoch, which fences off stalled processes.
 */
@Injectable()
export class Leases {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly projectors: Projectors,
  ) {}

  /** Creates the checkpoints that do not exist yet. */
  async ensureCheckpoints(projections: readonly AnyProjection[]): Promise<void> {
    // Unique even after the database was dropped, so that collection names never repeat.
    const epoch = Date.now();
    const upserts = projections.map((projection) => {
      const newCheckpoint = {
        projection: projection.name,
        version: projection.version,
        live: null,
        owner: null,
        epoch,
        rebuild: null,
        stopped: null,
      };
      const filter = { _id: checkpointId(projection) };
      return { updateOne: { filter, update: { $setOnInsert: newCheckpoint }, upsert: true } };
    });
    await this.checkpoints.collection.bulkWrite(upserts, { ordered: false });
  }

  /** Acquires a projection without a live owner. Returns null if another process was faster. */
  acquireLease({ _id, owner, epoch }: Checkpoint): Promise<Checkpoint | null> {
    return this.checkpoints.collection.findOneAndUpdate(
      { _id, owner, epoch },
      { $set: { owner: this.projectors.processId }, $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
  }

  /**
   * Starts a new epoch and returns its checkpoint.
   * @throws LeaseLost
   */
  async beginEpoch(id: string, epoch: number): Promise<Checkpoint> {
    const ownedFilter = { _id: id, owner: this.projectors.processId, epoch };
    const checkpoint = await this.checkpoints.collection.findOneAndUpdate(
      ownedFilter,
      { $inc: { epoch: 1 } },
      { returnDocument: 'after' },
    );
    if (!checkpoint) throw new LeaseLost([id]);
    return checkpoint;
  }

  /**
   * Updates checkpoints in one write.
   * @throws LeaseLost if one of them has a new owner
   */
  async advanceAll(...checkpointMoves: readonly CheckpointMove[]): Promise<void> {
    if (checkpointMoves.length === 0) return;
    const bulkWrites = checkpointMoves.map(({ id, epoch, change }) => ({
      updateOne: {
        filter: { _id: id, owner: this.projectors.processId, epoch },
        update: { $set: change },
      },
    }));
    const { matchedCount } = await this.checkpoints.collection.bulkWrite(bulkWrites, {
      ordered: false,
    });
    if (matchedCount !== checkpointMoves.length)
      throw new LeaseLost(checkpointMoves.map(({ id }) => id));
  }

  /**
   * Moves several live collections to one event in one write.
   * @throws LeaseLost
   */
  async advanceTo(
    { position, id: eventId }: Pick<StoredEvent, 'position' | 'id'>,
    leases: readonly Pick<CheckpointMove, 'id' | 'epoch'>[],
  ): Promise<void> {
    if (leases.length === 0) return;
    const ownedFilter = {
      owner: this.projectors.processId,
      $or: leases.map(({ id, epoch }) => ({ _id: id, epoch })),
    };
    const positionUpdate = {
      $set: {
        'live.position': position,
        'live.eventId': eventId,
        'live.eventPosition': position,
        stopped: null,
      },
    };
    const { matchedCount } = await this.checkpoints.collection.updateMany(
      ownedFilter,
      positionUpdate,
    );
    if (matchedCount !== leases.length) throw new LeaseLost(leases.map(({ id }) => id));
  }

  async releaseLeases(...projectionIds: readonly string[]): Promise<void> {
    await this.checkpoints.collection.updateMany(
      { _id: { $in: [...projectionIds] }, owner: this.projectors.processId },
      { $set: { owner: null } },
    );
  }
}

export class LeaseLost extends Error {
  constructor(projectionIds: readonly string[]) {
    super(`lost the lease of one of ${projectionIds.join(', ')}`);
  }
}
