import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import type { Message } from '../kernel/decider.js';
import { Mongo } from '../stores/mongo.js';
import { Checkpoints } from './checkpoints.js';
import type { ReadModel, ReadModelCollection } from './projection.js';

/** MongoDB ends a cursor when its collection is dropped: QueryPlanKilled, CursorNotFound. */
const DROPPED: readonly unknown[] = [175, 43];

/** The driver bounds no operation of its own; a server that hangs would keep a reader for twice its socket's patience. */
const ANSWER_WITHIN_MS = 5_000;

const away = () =>
  new DomainError(
    'store_unavailable',
    'Courtly cannot reach its records right now. Please try again in a moment.',
  );

const incomplete = () =>
  new DomainError(
    'store_unavailable',
    'Courtly is still putting its lists together. Please try again in a moment.',
  );

/** @throws DomainError store_unavailable where the answer takes too long */
const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let late: NodeJS.Timeout;
  const timeout = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(away()), ANSWER_WITHIN_MS).unref();
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(late));
};

/** How queries reach read models: through the pointer in the checkpoint, which moves when a collection is replaced. */
@Injectable()
export class ReadModels {
  private readonly live = new Map<string, string>();

  constructor(
    private readonly mongo: Mongo,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Runs a query on the live collection of a projection. A dropped collection looks like an empty one, so the pointer is
   * looked at again after the query, which is repeated where the collection was replaced meanwhile.
   * @throws DomainError store_unavailable while the read model has never been complete, MongoDB is known to be away, or it
   *   does not answer within five seconds
   */
  async read<D extends object, E extends Message, T>(
    { name }: ReadModel<D, E>,
    query: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    if (this.mongo.connection.isAway) throw away();
    return inTime(this.query(name, query));
  }

  /**
   * The same for work that goes through a whole collection with a cursor and takes as long as that does: the driver bounds each
   * batch. Repeated from its beginning where the collection was replaced meanwhile.
   * @throws DomainError store_unavailable while the read model has never been complete or MongoDB is known to be away
   */
  async walk<D extends object, E extends Message, T>(
    { name }: ReadModel<D, E>,
    work: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    if (this.mongo.connection.isAway) throw away();
    return this.query(name, work);
  }

  /** How much of the log a read model shows now, as a position; empty where nothing was written yet. @throws as `read` */
  async position({ name }: Pick<ReadModel, 'name'>): Promise<string> {
    if (this.mongo.connection.isAway) throw away();
    const live = await this.checkpoints.live(name);
    if (!live) throw incomplete();
    return live.position ?? '';
  }

  private async query<D extends object, T>(
    name: string,
    query: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    for (
      let collection = this.live.get(name) ?? (await this.find(name)), repeated = false;
      ;
      repeated = true
    ) {
      try {
        const result = await query(this.mongo.readModels.collection(collection));
        const now = await this.find(name);
        if (now === collection) return result;
        collection = now;
      } catch (error) {
        if (repeated || !DROPPED.includes((error as { code?: unknown }).code)) throw error;
        collection = await this.find(name);
      }
    }
  }

  private async find(name: string): Promise<string> {
    const live = await this.checkpoints.live(name);
    if (!live) {
      this.live.delete(name);
      throw incomplete();
    }
    this.live.set(name, live.collection);
    return live.collection;
  }
}
