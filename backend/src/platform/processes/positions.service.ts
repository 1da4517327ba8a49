import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import type { StoredPosition } from '../stores/log-identity.js';
import { Mongo } from '../stores/mongo.js';
import { type AnyProcess, PROCESSES } from './process.js';
import type { SetAsideEvent } from './reactions.js';

/** The position that all processes share in earlier releases, which need it after a rollback. */
const SHARED_POSITION = 'processes';
/** Set once each process of the first release with separate positions has its own position. */
const SEEDED = 'processes.seeded';
const OWN_POSITION = /^process\./;
const FLUSH_MS = 1_000;
const PAGE_SIZE = 500;

/**
 * `position` is empty at the start of the log. `waitsFor` is the newer event that the process
 * cannot read.
 */
type PositionDocument = StoredPosition &
  Readonly<{ _id: string; advancedAt: Date; waitsFor?: string }>;

export type StoredSetAside = SetAsideEvent & Readonly<{ _id: string; process: string; at: string }>;

const byPosition = (left: StoredPosition, right: StoredPosition) =>
  left.position < right.position ? -1 : 1;

const idOf = (process: string) => `process.${process}`;

/** How far each process manager has read the log, and the events that it set aside. */
@Injectable()
export class ProcessPositions implements BeforeApplicationShutdown {
  private readonly advanced = new Map<string, Omit<PositionDocument, '_id'>>();
  private flushTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly mongoStore: Mongo,
    private readonly clock: Clock,
    @Inject(PROCESSES) private readonly processes: readonly Pick<AnyProcess, 'name' | 'handles'>[],
  ) {}

  async beforeApplicationShutdown() {
    await this.flush().catch(() => undefined);
  }

  /**
   * The position after which a process continues; null at the start of the log. A process that a
   * release adds starts at the position of the slowest other process and skips earlier history.
   */
  async positionOf(process: string): Promise<StoredPosition | null> {
    await this.seed();
    const existing = (await this.ownPosition(process)) ?? (await this.startAtSlowest(process));
    return existing?.position
      ? { position: existing.position, eventId: existing.eventId ?? null }
      : null;
  }

  private ownPosition(process: string) {
    return this.positions.findOne({ _id: idOf(process) });
  }

  /** Stores the position, because the others advance while this release is rolled back. */
  private async startAtSlowest(process: string) {
    const [slowest] = (await this.list()).sort(byPosition);
    const { position, eventId = null } = slowest ?? { position: '' };
    const start = { position, eventId, advancedAt: new Date(this.clock.now()) };
    await this.positions.updateOne(
      { _id: idOf(process) },
      { $setOnInsert: start },
      { upsert: true },
    );
    return this.ownPosition(process);
  }

  /**
   * Stores a position within a second. After a crash before then, jobs are repeated, which changes
   * nothing.
   */
  advance(process: string, reached: StoredPosition | null, waitsFor?: string): void {
    const { position, eventId = null } = reached ?? { position: '' };
    const advancedAt = new Date(this.clock.now());
    this.advanced.set(process, { position, eventId, advancedAt, ...(waitsFor && { waitsFor }) });
    this.flushTimer ??= setTimeout(
      () => void this.flush().catch(() => undefined),
      FLUSH_MS,
    ).unref();
  }

  /** Stores all positions now. After an error, they are stored with the next ones. */
  async flush(): Promise<void> {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    const entries = [...this.advanced];
    if (entries.length === 0) return;
    await this.positions.bulkWrite(
      entries.map(([process, replacement]) => ({
        replaceOne: { filter: { _id: idOf(process) }, replacement, upsert: true },
      })),
    );
    for (const [process, stored] of entries)
      if (this.advanced.get(process) === stored) this.advanced.delete(process);
  }

  /**
   * The position of each process in this release that follows the log, and when it last advanced.
   */
  async list(): Promise<(Omit<PositionDocument, '_id'> & { process: string })[]> {
    const stored = await this.positions.find({ _id: OWN_POSITION }).toArray();
    return this.followers.flatMap(({ name }) => {
      const entry = stored.find(({ _id }) => _id === idOf(name));
      if (!entry) return [];
      const { _id: _, ...rest } = entry;
      return [{ process: name, ...rest }];
    });
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

  /** A page of the events that a process set aside after a log position, oldest first. */
  listSetAside(process: string, afterPosition = ''): Promise<StoredSetAside[]> {
    return this.setAsideEvents
      .find({ process, 'event.position': { $gt: afterPosition } })
      .sort({ 'event.position': 1 })
      .limit(PAGE_SIZE)
      .toArray();
  }

  /** The number of events that each process set aside. */
  async countSetAside(): Promise<ReadonlyMap<string, number>> {
    const counts = await this.setAsideEvents
      .aggregate<{ _id: string; count: number }>([
        { $group: { _id: '$process', count: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(counts.map(({ _id, count }) => [_id, count]));
  }

  async removeSetAside(id: string): Promise<void> {
    await this.setAsideEvents.deleteOne({ _id: id });
  }

  /**
   * Gives each process its first position before any process advances. Otherwise, a process that
   * starts later would skip what the others have already handled.
   */
  private async seed(): Promise<void> {
    if (await this.positions.findOne({ _id: SEEDED })) return;
    const shared = await this.positions.findOne({ _id: SHARED_POSITION });
    const start = { position: shared?.position ?? '', advancedAt: new Date(this.clock.now()) };
    const insertOnce = (id: string) => ({
      updateOne: { filter: { _id: id }, update: { $setOnInsert: start }, upsert: true },
    });
    await this.positions.bulkWrite(this.followers.map(({ name }) => insertOnce(idOf(name))));
    await this.positions.bulkWrite([insertOnce(SEEDED)]);
  }

  /** The processes that follow the log. The others only sweep. */
  private get followers() {
    return this.processes.filter(({ handles }) => handles.length > 0);
  }

  private get positions() {
    return this.mongoStore.readModels.collection<PositionDocument>('positions');
  }

  private get setAsideEvents() {
    return this.mongoStore.readModels.collection<StoredSetAside>('setAsideEvents');
  }
}
