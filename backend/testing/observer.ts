import { randomUUID } from 'node:crypto';
import { slices } from '../src/slices.js';
import type { Config } from '../src/config.js';
import { EventCodec, type UnreadableEvent } from '../src/platform/kernel/codec.js';
import { EventStore } from '../src/platform/stores/event-store.js';
import { StoreUnavailable } from '../src/platform/stores/store-unavailable.js';
import type { RecordedEvent } from '../src/platform/kernel/events.js';
import { Mongo } from '../src/platform/stores/mongo.js';
import {
  type Checkpoint,
  type ParkedStream,
  requestedRebuild,
  checkpointId,
} from '../src/platform/projections/checkpoint.js';
import { canonicalJson, collectionHash } from '../src/platform/projections/content-hash.js';
import { foldBatch } from '../src/platform/projections/fold.js';
import { categoriesOf, eventsFor } from '../src/platform/projections/event-filter.js';
import type { AnyProjection, StoredDocument } from '../src/platform/projections/projection.js';
import { VaultDatabase } from '../src/platform/stores/vault-database.js';
import { KeyWrapping } from '../src/platform/vault/key-wrapping.js';
import { ErasureRegister } from '../src/platform/vault/erasure-register.js';
import { VaultKeys } from '../src/platform/vault/person-keys.js';
import { eventually } from './stores.js';

type Read = RecordedEvent | UnreadableEvent;

/** @throws the error, unless the store is temporarily unavailable */
const notWhileAway = (error: unknown): false => {
  if (error instanceof StoreUnavailable) return false;
  throw error;
};

/** Reads the stores of a Courtly directly, without using its processes. */
export const observe = async (config: Config, brought = slices) => {
  const allEvents = brought.flatMap(({ events }) => events);
  const allProjections = brought.flatMap(({ projections }) => projections);
  const mongo = new Mongo(config);
  const eventStore = new EventStore(config);
  const vault = new VaultDatabase(config);
  await vault.onModuleInit();
  const codec = new EventCodec(
    allEvents,
    new VaultKeys(vault, new KeyWrapping(config.KEY_SECRETS), new ErasureRegister(config)),
  );

  const readLog = async (): Promise<Read[]> => {
    // Someone may have been erased since the last read.
    codec.forgetKeys();
    const stopping = new AbortController();
    const categories = allEvents.flatMap((set) => set.categories);
    const events: Read[] = [];
    for await (const batch of eventStore.follow(categories, null, 1_000, stopping.signal)) {
      events.push(...(await codec.decode(batch.events)));
      if (batch.caughtUp) break;
    }
    return events;
  };

  /** All events in log order. Retries while the store is unavailable. */
  const log = () =>
    eventually('the store returns its log', () => readLog().catch(notWhileAway), 60_000);

  const folded = (
    projection: AnyProjection,
    events: readonly Read[],
  ): Map<string, StoredDocument> => {
    const documents = new Map<string, StoredDocument>();
    foldBatch(
      projection,
      eventsFor(projection, categoriesOf(projection, allEvents), events),
      documents,
      () => false,
    );
    return documents;
  };

  const checkpoints = () => mongo.readModels.collection<Checkpoint>('checkpoints');
  /** The live collection of a projection, or an empty one. */
  const collection = async (projection: AnyProjection) => {
    const checkpoint = await checkpoints().findOne({ _id: checkpointId(projection) });
    return mongo.readModels.collection<StoredDocument>(checkpoint?.live?.collection ?? 'none');
  };

  return {
    readModels: () => mongo.readModels,
    log,
    checkpoints,
    collection,
    parkedRows: () => mongo.readModels.collection<ParkedStream>('parked'),

    /** The streams that are missing from live collections. */
    async parked(): Promise<ParkedStream[]> {
      const live = (await checkpoints().find({}).toArray()).flatMap(
        (checkpoint) => checkpoint.live?.collection ?? [],
      );
      const rows = mongo.readModels.collection<ParkedStream>('parked');
      return rows
        .find({ collection: { $in: live } })
        .sort({ _id: 1 })
        .toArray();
    },

    /**
     * Appends copies of a logged request with other details to new streams: `each` requests to each
     * of `streams`.
     */
    async flood(
      streams: number,
      each: number,
      playerId: string,
      details: object = {},
    ): Promise<void> {
      const like = (await log()).find(
        (event): event is RecordedEvent => event.type === 'BookingRequested',
      )!;
      for (let day = 0; day < streams; day++) {
        const requests = Array.from({ length: each }, (_, hour) => {
          const bookingId = `flood-${randomUUID()}-${day}-${hour}`;
          const ids = { courtId: 'flooded', playerId, bookingId };
          const data = { ...(like.data as object), ...details, ...ids };
          return codec.encode({ type: like.type, data }, randomUUID(), like.metadata);
        });
        const stream = `courtDay-flooded_${randomUUID()}`;
        const events = await Promise.all(requests);
        // Retrying is safe, because the store recognizes events by their ids.
        const written = () => eventStore.append(stream, -1, events).then(() => true, notWhileAway);
        await eventually('the store accepts the events', written, 60_000);
      }
    },

    /** Requests a rebuild of the named projections, or of all. */
    async askForRebuild(id: string, ...names: readonly string[]): Promise<void> {
      const which = names.length > 0 ? { projection: { $in: names } } : {};
      await checkpoints().updateMany(which, { $set: { rebuild: requestedRebuild(id) } });
    },

    hashes: async (
      projections: readonly AnyProjection[] = allProjections,
    ): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(
          projections.map(
            async (projection) =>
              [projection.name, await collectionHash(await collection(projection))] as const,
          ),
        ),
      ),

    /** The documents that differ from the log, with the content of both. */
    async differences(): Promise<string[]> {
      const events = await log();
      const hashPromises = allProjections.map(async (projection) => {
        const expected = folded(projection, events);
        const stored = await (await collection(projection)).find({}).toArray();
        const actual = new Map(stored.map((document) => [document._id, document]));
        return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((id) => {
          const [should, is] = [
            canonicalJson(expected.get(id) ?? null),
            canonicalJson(actual.get(id) ?? null),
          ];
          return should === is ? [] : [`${projection.name} ${id}: should be ${should}, is ${is}`];
        });
      });
      return (await Promise.all(hashPromises)).flat();
    },

    async close() {
      await eventStore.onApplicationShutdown();
      await vault.onApplicationShutdown();
      await mongo.onApplicationShutdown();
    },
  };
};

export type Observer = Awaited<ReturnType<typeof observe>>;
