import { KEPT_REPLAYS } from '@courtly/contracts/rating-replays';
import { Injectable } from '@nestjs/common';
import type mongoose from 'mongoose';
import type { PlayerProfile } from './player-profile.js';
import { Mongo } from '../../platform/stores/mongo.js';
import type { StandingRow } from './standings.js';

/** The shape of the documents below: a program reads and writes those of its own shape alone. */
const SHAPE = 1;
const BATCH = 1_000;

/** A replay that a worker has begun: how much of it is done, from 0 to 1, and whether its rows are whole. `at` is when (UTC). */
export type ReplayHead = Readonly<{ _id: string; done: number; isComplete: boolean; at: string }>;

/** By the id of its replay. */
type StoredProfile = PlayerProfile & Readonly<{ _id: string }>;

export type StoredStanding = StandingRow & Readonly<{ _id: string; replayId: string }>;

/**
 * Where replays lie beside the read models: how far each is, and who stands where by the last few, with the profile of whom one was
 * asked for. All of it follows from the log, and is gone with the database; what came out of a replay stands in the log itself.
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

  /** Begins a replay, or begins it anew. */
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

  /** Notes which part of a replay is done, from 0 to 1. */
  async note(replayId: string, done: number): Promise<void> {
    await this.heads.updateOne({ _id: replayId }, { $set: { done } });
  }

  /** Keeps rows of a replay. Two workers over the same one write the same. */
  async add(replayId: string, rows: readonly StandingRow[]): Promise<void> {
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH).map((row) => {
        const _id = `${replayId}.${row.discipline}.${row.playerId}`;
        return { replaceOne: { filter: { _id }, replacement: { replayId, ...row }, upsert: true } };
      });
      await this.rows.bulkWrite(batch, { ordered: false });
    }
  }

  /** Keeps the profile of whom a replay was asked for. */
  async addProfile(replayId: string, { row, receipts }: PlayerProfile): Promise<void> {
    await this.profiles.replaceOne({ _id: replayId }, { row, receipts }, { upsert: true });
  }

  /** The profile that a replay has kept, null where it has none. */
  profileOf(replayId: string): Promise<PlayerProfile | null> {
    return this.profiles.findOne({ _id: replayId });
  }

  /** Lets the rows of a replay be read, and forgets those of all but the last few. */
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

  /** Those of these replays that a worker has begun, by id. */
  async headsOf(replayIds: readonly string[]): Promise<ReadonlyMap<string, ReplayHead>> {
    const found = await this.heads.find({ _id: { $in: [...replayIds] } }).toArray();
    return new Map(found.map((head) => [head._id, head]));
  }
}
