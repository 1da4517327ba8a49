import { KEPT_REPLAYS } from '@courtly/contracts/rating-replays';
import { Injectable } from '@nestjs/common';
import type mongoose from 'mongoose';
import type { PlayerProfile } from './player-profile.js';
import { Mongo } from '../../platform/stores/mongo.js';
import type { StandingRow } from './standings.js';

/** The version of the document format; each release uses only its own. */
const SHAPE = 1;
const BATCH = 1_000;

/** A started replay. `done` is its progress from 0 to 1; `at` is its start (UTC). */
export type ReplayHead = Readonly<{ _id: string; done: number; isComplete: boolean; at: string }>;

/** By replay id. */
type StoredProfile = PlayerProfile & Readonly<{ _id: string }>;

export type StoredStanding = StandingRow & Readonly<{ _id: string; replayId: string }>;

/**
 * Stores the progress, standings, and profile of the latest replays next to the read models. All of
 * it can be recomputed from the log, which has the outcomes.
 */
@Injectable()
export class ReplayStore {
  constructor(private readonly mongo: Mongo) {}

  private get heads() {
    return this.mongo.readModels.collection<ReplayHead>(`ratingReplayHeads@${SHAPE}`);
  }

  get rows(): mongoose.mongo.Collection<StoredStanding> {
    return this.mongo.readModels.collection<StoredStanding>(`ratingReplayRows@${SHAPE}`);
  }

  private get profiles() {
    return this.mongo.readModels.collection<StoredProfile>(`ratingReplayProfiles@${SHAPE}`);
  }

  /** Starts or restarts a replay. */
  async begin(replayId: string, at: string): Promise<void> {
    await this.heads.createIndex({ isComplete: 1, at: -1 });
    await this.rows.createIndex({ replayId: 1, discipline: 1, place: 1 });
    await this.rows.createIndex({ replayId: 1, discipline: 1, rank: 1 });
    await this.heads.updateOne(
      { _id: replayId },
      { $set: { done: 0, isComplete: false, at } },
      { upsert: true },
    );
  }

  /** `done` is from 0 to 1. */
  async note(replayId: string, done: number): Promise<void> {
    await this.heads.updateOne({ _id: replayId }, { $set: { done } });
  }

  /** Stores standings. Two workers on the same replay write the same rows. */
  async add(replayId: string, rows: readonly StandingRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map((row) => {
        const _id = `${replayId}.${row.discipline}.${row.playerId}`;
        return { replaceOne: { filter: { _id }, replacement: { replayId, ...row }, upsert: true } };
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

  /** Makes the standings of a replay readable, and deletes those of all but the latest few. */
  async complete(replayId: string): Promise<void> {
    await this.heads.updateOne({ _id: replayId }, { $set: { done: 1, isComplete: true } });
    const complete = await this.heads.find({ isComplete: true }).sort({ at: -1 }).toArray();
    for (const { _id } of complete.slice(KEPT_REPLAYS)) await this.forget(_id);
  }

  async forget(replayId: string): Promise<void> {
    await this.heads.deleteOne({ _id: replayId });
    await this.rows.deleteMany({ replayId });
    await this.profiles.deleteOne({ _id: replayId });
  }

  /** The started ones of these replays, by id. */
  async headsOf(replayIds: readonly string[]): Promise<ReadonlyMap<string, ReplayHead>> {
    const found = await this.heads.find({ _id: { $in: [...replayIds] } }).toArray();
    return new Map(found.map((head) => [head._id, head]));
  }
}
