import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Mongo } from '../stores/mongo.js';
import type { SetAsideEvent } from './reactions.js';

/** Releases before the one with a position per process stored one position for all of them. */
const SHARED_POSITION = 'processes';

type StoredPosition = Readonly<{ _id: string; position: string; advancedAt: Date }>;

type StoredSetAside = SetAsideEvent & Readonly<{ _id: string; process: string; at: string }>;

/** How far each process manager has read the log, and the events that it set aside. */
@Injectable()
export class ProcessPositions {
  constructor(
    private readonly mongoStore: Mongo,
    private readonly clock: Clock,
  ) {}

  /** The position after which a process continues; null: at the start of the log. */
  async positionOf(process: string): Promise<string | null> {
    const { positions } = this;
    const own = await positions.findOne({ _id: `process.${process}` });
    return (own ?? (await positions.findOne({ _id: SHARED_POSITION })))?.position ?? null;
  }

  async advance(process: string, position: string): Promise<void> {
    await this.positions.replaceOne(
      { _id: `process.${process}` },
      { position, advancedAt: new Date(this.clock.now()) },
      { upsert: true },
    );
  }

  async setAside(process: string, events: readonly SetAsideEvent[]): Promise<void> {
    for (const { event, reason } of events) {
      const { id, stream, position } = event;
      await this.setAsideEvents.replaceOne(
        { _id: `${process}.${id}` },
        { process, event: { id, stream, position }, reason, at: this.clock.instant() },
        { upsert: true },
      );
    }
  }

  /** The events that were set aside, oldest first. */
  listSetAside(): Promise<StoredSetAside[]> {
    return this.setAsideEvents.find().sort({ 'event.position': 1 }).limit(1_000).toArray();
  }

  async removeSetAside(id: string): Promise<void> {
    await this.setAsideEvents.deleteOne({ _id: id });
  }

  /** The position of each process that has one, and when it last advanced (UTC). */
  async list(): Promise<{ process: string; position: string; advancedAt: Date }[]> {
    const stored = await this.positions.find({ _id: /^process\./ }).toArray();
    return stored.map(({ _id, position, advancedAt }) => ({
      process: _id.slice('process.'.length),
      position,
      advancedAt,
    }));
  }

  private get positions() {
    return this.mongoStore.readModels.collection<StoredPosition>('positions');
  }

  private get setAsideEvents() {
    return this.mongoStore.readModels.collection<StoredSetAside>('setAsideEvents');
  }
}
