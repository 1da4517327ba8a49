import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import type { Message } from '../kernel/decider.js';
import { Mongo } from '../stores/mongo.js';
import { Checkpoints } from './checkpoints.js';
import type { ReadModel, ReadModelCollection } from './projection.js';

/**
 * MongoDB's error codes for a cursor whose collection was dropped: QueryPlanKilled, CursorNotFound.
 */
const DROPPED_CODES: readonly unknown[] = [175, 43];

/** The driver has no timeout per operation, and its socket timeout is longer. */
const QUERY_TIMEOUT_MS = 5_000;

const storeUnavailable = () =>
  new DomainError(
    'store_unavailable',
    "Courtly can't reach its records right now. Please try again in a moment.",
  );

const incompleteModel = () =>
  new DomainError(
    'store_unavailable',
    'Courtly is still preparing its lists. Please try again in a moment.',
  );

/** @throws DomainError store_unavailable after the timeout */
const withTimeout = async <T>(promise: Promise<T>): Promise<T> => {
  let timeoutTimer: NodeJS.Timeout;
  const timeout = new Promise<never>((_, reject) => {
    timeoutTimer = setTimeout(() => reject(storeUnavailable()), QUERY_TIMEOUT_MS).unref();
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timeoutTimer));
};

/**
 * Gives access to read models through the pointers in their checkpoints, which move after a
 * rebuild.
 */
@Injectable()
export class ReadModels {
  private readonly collectionNames = new Map<string, string>();

  constructor(
    private readonly mongoStore: Mongo,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Runs a query on a read model. A dropped collection looks empty, so the pointer is checked again
   * afterward, and the query is repeated if it has moved.
   * @throws DomainError store_unavailable if the read model is incomplete, MongoDB is down, or
   *   there is no response within five seconds
   */
  async read<D extends object, E extends Message, T>(
    { name }: ReadModel<D, E>,
    query: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    if (this.mongoStore.connection.isAway) throw storeUnavailable();
    return withTimeout(this.runQuery(name, query));
  }

  /**
   * Runs work with a cursor over a whole collection, without a time limit. Repeats it from the
   * start if the collection is replaced.
   * @throws DomainError store_unavailable if the read model is incomplete or MongoDB is down
   */
  async walk<D extends object, E extends Message, T>(
    { name }: ReadModel<D, E>,
    work: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    if (this.mongoStore.connection.isAway) throw storeUnavailable();
    return this.runQuery(name, work);
  }

  /**
   * The log position of a read model; empty if nothing has been written yet.
   * @throws the errors of `read`
   */
  async position({ name }: Pick<ReadModel, 'name'>): Promise<string> {
    if (this.mongoStore.connection.isAway) throw storeUnavailable();
    const livePointer = await this.checkpoints.livePointer(name);
    if (!livePointer) throw incompleteModel();
    return livePointer.position ?? '';
  }

  private async runQuery<D extends object, T>(
    name: string,
    query: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    for (
      let collection = this.collectionNames.get(name) ?? (await this.findCollection(name)),
        hasRepeated = false;
      ;
      hasRepeated = true
    ) {
      try {
        const result = await query(this.mongoStore.readModels.collection(collection));
        const currentName = await this.findCollection(name);
        if (currentName === collection) return result;
        collection = currentName;
      } catch (error) {
        if (hasRepeated || !DROPPED_CODES.includes((error as { code?: unknown }).code)) throw error;
        collection = await this.findCollection(name);
      }
    }
  }

  private async findCollection(name: string): Promise<string> {
    const livePointer = await this.checkpoints.livePointer(name);
    if (!livePointer) {
      this.collectionNames.delete(name);
      throw incompleteModel();
    }
    this.collectionNames.set(name, livePointer.collection);
    return livePointer.collection;
  }
}
