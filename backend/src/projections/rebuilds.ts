import { Injectable, Logger } from '@nestjs/common';
import type { LimitFunction } from 'p-limit';
import { allEvents } from '../app.events.js';
import { EventCodec } from '../kernel/codec.js';
import { EventStore } from '../kernel/event-store.js';
import { Mongo } from '../kernel/mongo.js';
import { type ReadModelCollection, applyBatch, categoriesOf, concerning } from './apply.js';
import type { Checkpoint, Parked, Rebuild } from './checkpoint.js';
import { collectionHash } from './content-hash.js';
import type { Held } from './held.js';
import { Leases } from './lease.js';
import { parkInstead } from './parking.js';
import type { Stored } from './projection.js';
import { Replica } from './replica.js';

const BATCH = 1_000;
const TELL_EVERY_MS = 250;
const TRIES = 3;
const categories = allEvents.flatMap((set) => set.categories);

/**
 * Builds a read model anew beside the one that is in use, and puts it in its place in one step once it shows as much of the
 * log. Readers see the old one until then and the new one after, never a gap.
 */
@Injectable()
export class Rebuilds {
  private readonly logger = new Logger('rebuild');
  private readonly running = new Map<string, Promise<void>>();
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly mongo: Mongo,
    private readonly leases: Leases,
  ) {}

  /** Starts a rebuild that is asked for, was cut off, or is needed because the version changed. */
  attend(held: Held, checkpoint: Checkpoint, turn: LimitFunction, signal: AbortSignal): void {
    const { name } = held.projection;
    const { rebuild } = checkpoint;
    const asked = rebuild?.state === 'asked' || rebuild?.state === 'running';
    if (!(asked || !held.live) || this.running.has(name)) return;
    const id = asked ? rebuild.id : `${Date.now()}`;
    const work = this.rebuild(held, id, turn, signal)
      .then(() => void this.failures.delete(name))
      .catch((error: unknown) => (signal.aborted ? undefined : this.failed(held, id, error)))
      .finally(() => this.running.delete(name));
    this.running.set(name, work);
  }

  async stopped(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** A rebuild is tried again, since a store may have been away; after some times it is given up, and says why. */
  private async failed({ projection: { name }, epoch }: Held, id: string, error: unknown) {
    const failures = (this.failures.get(name) ?? 0) + 1;
    this.failures.set(name, failures);
    this.logger.error(`${name}: try ${failures} failed: ${String(error)}`);
    if (failures < TRIES) return;
    this.failures.delete(name);
    const given = { id, events: 0, position: null, startedAt: Date.now(), seconds: 0, hash: null };
    const rebuild: Rebuild = { ...given, state: 'failed', error: String(error) };
    await this.leases.advance(name, epoch, { rebuild }).catch(() => undefined);
  }

  private async rebuild(held: Held, id: string, turn: LimitFunction, signal: AbortSignal) {
    const { projection, epoch } = held;
    const { name, version, indexes } = projection;
    const startedAt = Date.now();
    const beside = this.mongo.readModels.collection<Stored>(`${name}__rebuild`);
    await beside.drop().catch(() => undefined);
    for (const index of indexes) await beside.createIndex({ ...index });
    const batches = this.store.follow(categories, null, BATCH, signal);
    const replica = new Replica(projection, beside, batches, this.codec);
    const progress = (): Rebuild => {
      const { events, position } = replica;
      const seconds = (Date.now() - startedAt) / 1000;
      return { id, state: 'running', events, position, startedAt, seconds, hash: null, error: null };
    };
    try {
      let told = 0;
      for (let caughtUp = false; !caughtUp; caughtUp = await replica.advance()) {
        if (Date.now() - told < TELL_EVERY_MS) continue;
        told = Date.now();
        await this.leases.advance(name, epoch, { rebuild: progress() });
      }
      const done = await turn(() => this.swap(held, replica, beside, progress));
      await this.leases.advance(name, epoch, { rebuild: { ...done, hash: await this.hashOf(held), state: 'done' } });
      this.logger.log(`${name} was built anew in version ${version}`);
    } finally {
      await batches.return(undefined);
    }
  }

  /** Puts the new collection in the place of the old one, as soon as it shows as much; nothing else is written meanwhile. */
  private async swap(
    held: Held,
    replica: Replica,
    beside: ReadModelCollection,
    progress: () => Rebuild,
  ): Promise<Rebuild> {
    const { name, version } = held.projection;
    await replica.settled();
    while ((replica.position ?? '') < (held.position ?? '')) {
      await replica.advance();
      await replica.settled();
    }
    if ((await beside.estimatedDocumentCount()) > 0) await beside.rename(name, { dropTarget: true });
    else await this.mongo.readModels.collection(name).deleteMany({});
    await parkInstead(this.mongo, name, [...replica.parked.values()]);
    const { position } = replica;
    const rebuild = progress();
    await this.leases.advance(name, held.epoch, { version, position, caughtUp: true, rebuild });
    held.position = position;
    held.live = true;
    held.parked.clear();
    for (const stream of replica.parked.keys()) held.parked.add(stream);
    return rebuild;
  }

  /** The content hash, or null where the read model was written while it was taken. */
  private async hashOf(held: Held): Promise<string | null> {
    const { position } = held;
    const hash = await collectionHash(this.mongo.readModels.collection<Stored>(held.projection.name));
    return held.position === position ? hash : null;
  }

  /**
   * Reads on parked streams that an operator asked for. Works where a document follows from one stream alone; a document
   * that other streams moved on in the meantime needs a rebuild.
   */
  async replayParked(held: readonly Held[], turn: LimitFunction): Promise<void> {
    const parked = this.mongo.readModels.collection<Parked>('parked');
    const asked = await parked.find({ retry: true }).toArray();
    for (const { _id, projection: name, stream, revision } of asked) {
      const mine = held.find(({ projection }) => projection.name === name);
      if (!mine) continue;
      await turn(async () => {
        const decoded = await this.codec.decode(await this.store.read(stream, revision - 1));
        const due = decoded.filter(({ position }) => position <= (mine.position ?? ''));
        const events = concerning(mine.projection, categoriesOf(mine.projection, allEvents), due);
        const applied = await applyBatch(
          this.mongo.readModels.collection<Stored>(name),
          mine.projection,
          events,
          () => false,
        );
        const [still] = applied.parked;
        if (still) await parked.updateOne({ _id }, { $set: { retry: false, reason: still.reason } });
        else {
          await parked.deleteOne({ _id });
          mine.parked.delete(stream);
        }
      });
    }
  }
}
