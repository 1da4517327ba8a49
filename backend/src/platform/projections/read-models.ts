import { Injectable } from '@nestjs/common';
import { DomainError } from '../kernel/domain-error.js';
import type { Message } from '../kernel/decider.js';
import { Mongo } from '../stores/mongo.js';
import { Checkpoints } from './checkpoints.js';
import type { ReadModel, ReadModelCollection } from './projection.js';

/** MongoDB's codes for a cursor whose collection was dropped: QueryPlanKilled, CursorNotFound. */
const DROPPED: readonly unknown[] = [175, 43];

/** The driver has no timeout for an operation, and its socket timeout is longer. */
const ANSWER_WITHIN_MS = 5_000;

const away = () =>
  new DomainError(
    'store_unavailable',
    'Courtly cannot reach its records right now. Please try again in a moment.',
  );

const incomplete = () =>
  new DomainError(
    'store_unavailable',
    'Courtly is still preparing its lists. Please try again in a moment.',
  );

/** @throws DomainError store_unavailable after the timeout */
const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let late: NodeJS.Timeout;
  const timeout = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(away()), ANSWER_WITHIN_MS).unref();
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(late));
};

/** Access to read models through the pointer in their checkpoints, which moves after a rebuild. */
@Injectable()
export class ReadModels {
  private readonly live = new Map<string, string>();

  constructor(
    private readonly mongo: Mongo,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Runs a query on a read model. A dropped collection looks empty, so the pointer is checked again
   * afterward and the query repeated if it has moved.
   * @throws DomainError store_unavailable if the read model is incomplete, MongoDB is down, or
   * there is no response within five seconds
   */
  async read<D extends object, E extends Message, T>(
    { name }: ReadModel<D, E>,
    query: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    if (this.mongo.connection.isAway) throw away();
    return inTime(this.query(name, query));
  }

  /**
   * Runs work with a cursor over a whole collection, without a time limit; repeats it from the
   * start if the collection was replaced.
   * @throws DomainError store_unavailable if the read model is incomplete or MongoDB is down
   */
  async walk<D extends object, E extends Message, T>(
    { name }: ReadModel<D, E>,
    work: (collection: ReadModelCollection<D>) => Promise<T>,
  ): Promise<T> {
    if (this.mongo.connection.isAway) throw away();
    return this.query(name, work);
  }

  /** The log position of a read model; empty if nothing was written yet. @throws as `read` */
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
