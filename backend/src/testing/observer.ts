import { allEvents } from '../app.events.js';
import { allProjections } from '../app.projections.js';
import type { Config } from '../config.js';
import { EventCodec, type Unreadable } from '../kernel/codec.js';
import { EventStore } from '../kernel/event-store.js';
import type { Recorded } from '../kernel/events.js';
import { Mongo } from '../kernel/mongo.js';
import { categoriesOf, concerning, foldBatch } from '../projections/apply.js';
import type { Checkpoint, Parked } from '../projections/checkpoint.js';
import { canonicalJson } from '../projections/content-hash.js';
import type { AnyProjection, Stored } from '../projections/projection.js';
import { VaultKeys } from '../vault/person-keys.js';

type Read = Recorded | Unreadable;

/** Looks at the stores of a Courtly from beside it, whatever its processes do. */
export const observe = async (config: Config) => {
  const mongo = new Mongo(config);
  await mongo.onModuleInit();
  const store = new EventStore(config);
  const codec = new EventCodec(allEvents, new VaultKeys(mongo, config));

  /** Every event in the order of the log. */
  const log = async (): Promise<Read[]> => {
    const stopping = new AbortController();
    const categories = allEvents.flatMap((set) => set.categories);
    const events: Read[] = [];
    for await (const batch of store.follow(categories, null, 1_000, stopping.signal)) {
      events.push(...(await codec.decode(batch.events)));
      if (batch.caughtUp) break;
    }
    return events;
  };

  const folded = (projection: AnyProjection, events: readonly Read[]): Map<string, Stored> => {
    const documents = new Map<string, Stored>();
    foldBatch(projection, concerning(projection, categoriesOf(projection, allEvents), events), documents, () => false);
    return documents;
  };

  return {
    readModels: () => mongo.readModels,
    log,
    checkpoints: () => mongo.readModels.collection<Checkpoint>('checkpoints'),
    parked: () => mongo.readModels.collection<Parked>('parked').find({}).sort({ _id: 1 }).toArray(),

    /** The documents that are not what the log says, with their content in both: none where every read model is right. */
    async differences(): Promise<string[]> {
      const events = await log();
      const all = allProjections.map(async (projection) => {
        const expected = folded(projection, events);
        const stored = await mongo.readModels.collection<Stored>(projection.name).find({}).toArray();
        const actual = new Map(stored.map((document) => [document._id, document]));
        return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((id) => {
          const [should, is] = [canonicalJson(expected.get(id) ?? null), canonicalJson(actual.get(id) ?? null)];
          return should === is ? [] : [`${projection.name} ${id}: should be ${should}, is ${is}`];
        });
      });
      return (await Promise.all(all)).flat();
    },

    async close() {
      await store.onApplicationShutdown();
      await mongo.onApplicationShutdown();
    },
  };
};

export type Observer = Awaited<ReturnType<typeof observe>>;
