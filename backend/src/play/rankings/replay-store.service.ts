import { KEPT_REPLAYS } from '@courtly/contracts/rating-replays';
import { Injectable } from '@nestjs/common';
import type mongoose from 'mongoose';
import type { PlayerProfile } from './player-profile.js';
import { Mongo } from '../../platform/stores/mongo.js';
import type { StandingRow } from './standings.js';

/** The version of the document format. Each release uses only its own version. */
const FORMAT_VERSION = 3;
const BATCH_SIZE = 1_000;

/** A replay that was started. `done` is its progress from 0 to 1; `at` is its start (UTC). */
export type ReplayHead = Readonly<{ _id: string; done: number; isComplete: boolean; at: string }>;

type StoredProfile = PlayerProfile & Readonly<{ _id: string }>;

export type StoredStanding = StandingRow & Readonly<{ _id: string; replayId: string }>;

/**
 * Stores the progress, standings, and profile of the latest replays next to the read models. All of
 * it can be recomputed from the log, which contains the outcomes.
 */
@Injectable()
export class ReplayStore {
  constructor(private readonly mongoStore: Mongo) {}

  private get heads() {
    return this.mongoStore.readModels.collection<ReplayHead>(`ratingReplayHeads@${FORMAT_VERSION}`);
  }

  get rows(): mongoose.mongo.Collection<StoredStanding> {
    return this.mongoStore.readModels.collection<StoredStanding>(
      `ratingReplayRows@${FORMAT_VERSION}`,
    );
  }

  private get profiles() {
    return this.mongoStore.readModels.collection<StoredProfile>(
      `ratingReplayProfiles@${FORMAT_VERSION}`,
    );
  }

  async begin(replayId: string, startedAt: string): Promise<void> {
    await this.heads.createIndex({ isComplete: 1, at: -1 });
    await this.rows.createIndex({ replayId: 1, discipline: 1, place: 1 });
    await this.rows.createIndex({ replayId: 1, discipline: 1, rankPlace: 1 });
    await this.heads.updateOne(
      { _id: replayId },
      { $set: { done: 0, isComplete: false, at: startedAt } },
      { upsert: true },
    );
  }

  /** `doneShare` is from 0 to 1. */
  async storeProgress(replayId: string, doneShare: number): Promise<void> {
    await this.heads.updateOne({ _id: replayId }, { $set: { done: doneShare } });
  }

  /** Stores standings. Two workers on the same replay write the same rows. */
  async addStandings(replayId: string, standingRows: readonly StandingRow[]): Promise<void> {
    for (let batchStart = 0; batchStart < standingRows.length; batchStart += BATCH_SIZE) {
      const batch = standingRows.slice(batchStart, batchStart + BATCH_SIZE).map((standingRow) => {
        const documentId = `${replayId}.${standingRow.discipline}.${standingRow.playerId}`;
        return {
          replaceOne: {
            filter: { _id: documentId },
            replacement: { replayId, ...standingRow },
            upsert: true,
          },
        };
      });
      await this.rows.bulkWrite(batch, { ordered: false });
    }
  }

  async addProfile(replayId: string, { row, receipts }: PlayerProfile): Promise<void> {
    await this.profiles.replaceOne({ _id: replayId }, { row, receipts }, { upsert: true });
  }

  profileOf(replayId: string): Promise<PlayerProfile | null> {
    return this.profiles.findOne({ _id: replayId });
  }

  /**
   * Makes the standings of a replay readable, and deletes those of all but the latest few replays.
   */
  async complete(replayId: string): Promise<void> {
    await this.heads.updateOne({ _id: replayId }, { $set: { done: 1, isComplete: true } });
    const completeReplays = await this.heads.find({ isComplete: true }).sort({ at: -1 }).toArray();
    for (const { _id } of completeReplays.slice(KEPT_REPLAYS)) await this.deleteReplay(_id);
  }

  async deleteReplay(replayId: string): Promise<void> {
    await this.heads.deleteOne({ _id: replayId });
    await this.rows.deleteMany({ replayId });
    await this.profiles.deleteOne({ _id: replayId });
  }

  /** Those of the given replays that have started, by id. */
  async headsOf(replayIds: readonly string[]): Promise<ReadonlyMap<string, ReplayHead>> {
    const replayHeads = await this.heads.find({ _id: { $in: [...replayIds] } }).toArray();
    return new Map(replayHeads.map((replayHead) => [replayHead._id, replayHead]));
  }
}
