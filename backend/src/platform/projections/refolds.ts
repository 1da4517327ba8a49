import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { EventCodec } from '../kernel/codec.js';
import type { RecordedEvent } from '../kernel/events.js';
import { MINUTE_MS } from '../kernel/local-time.js';
import { EventStore } from '../stores/event-store.js';
import { writeDocuments } from './apply.js';
import type { Assignment, ProjectedCollection } from './assignment.js';
import { Assignments } from './assignments.js';
import { BuildThrottle } from './build-throttle.js';
import { refoldAfter } from './checkpoint.js';
import { eventsFor } from './event-filter.js';
import { foldAgain } from './fold.js';
import { LeaseLost, Leases } from './lease.js';
import type { StoredDocument } from './projection.js';
import { UpdatePublisher } from './update-publisher.js';

/** Following the log pauses while a page is refolded, so pages are small. */
const PAGE_SIZE = 20;
const READS_AT_ONCE = 8;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = MINUTE_MS;

/** A document cannot be derived from the events of its streams. */
class NotFoldable extends Error {}

type RefoldedDocuments = ReadonlyMap<string, StoredDocument>;

/**
 * Refolds the documents of erased people, in pages between the batches of the log. Each page ends
 * with a fenced write to the checkpoint, so any process can continue after it. Refolding a page
 * twice changes nothing.
 */
@Injectable()
export class Refolds {
  private readonly logger = new Logger('projections');
  private readonly readLimit = pLimit(READS_AT_ONCE);
  private readonly runningRefolds = new Map<string, Promise<void>>();
  /** By checkpoint id. `retryAt` uses the clock of `performance.now()`. */
  private readonly failures = new Map<string, { count: number; retryAt: number }>();

  constructor(
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly leases: Leases,
    private readonly assignments: Assignments,
    private readonly publisher: UpdatePublisher,
  ) {}

  /** Starts or continues pending passes, and retries failed ones. */
  startPending(writeLock: LimitFunction, abortSignal: AbortSignal): void {
    for (const assignment of this.assignments.live) {
      const { id, refold } = assignment;
      if (!refold) this.failures.delete(id);
      if (!refold || this.runningRefolds.has(id)) continue;
      if ((this.failures.get(id)?.retryAt ?? 0) > performance.now()) continue;
      const refoldTask = this.runPasses(assignment, writeLock, abortSignal)
        .then(() => void this.failures.delete(id))
        .catch((error: unknown) => {
          if (abortSignal.aborted || error instanceof LeaseLost) return;
          this.delayRetry(id);
          if (error instanceof NotFoldable) return this.requestRebuild(assignment);
          const level = this.eventStore.isLost ? 'debug' : 'warn';
          this.logger[level](`Could not fold documents of ${id} again: ${String(error)}`);
        })
        .finally(() => this.runningRefolds.delete(id));
      this.runningRefolds.set(id, refoldTask);
    }
  }

  async allStopped(): Promise<void> {
    await Promise.all(this.runningRefolds.values());
  }

  private delayRetry(id: string) {
    const count = (this.failures.get(id)?.count ?? 0) + 1;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS);
    this.failures.set(id, { count, retryAt: performance.now() + pauseMs });
  }

  private async runPasses(
    assignment: Assignment,
    writeLock: LimitFunction,
    abortSignal: AbortSignal,
  ) {
    // Another process may have handled the erasures, so this one may still have the keys.
    this.eventCodec.forgetKeys();
    const throttle = new BuildThrottle(this.eventStore);
    let documentCount = 0;
    while (assignment.refold && !assignment.lost && !abortSignal.aborted) {
      const pageStart = performance.now();
      documentCount += await writeLock(() => this.refoldPage(assignment));
      const pauseMs = await throttle.pauseAfter(performance.now() - pageStart);
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal: abortSignal });
    }
    if (documentCount > 0)
      this.logger.log(`${assignment.id}: folded ${documentCount} documents again after an erasure`);
  }

  /**
   * Refolds one page. The write lock keeps the collection unchanged. Returns the number of
   * documents.
   * @throws NotFoldable
   */
  private async refoldPage(assignment: Assignment): Promise<number> {
    const { id, epoch, projection, live, refold, lost } = assignment;
    if (!live || !refold || lost) return 0;
    const documents = (await live.collection
      .find({
        'folded.people': { $in: [...refold.erasedIds] },
        ...(refold.after !== null && { _id: { $gt: refold.after } }),
      })
      .sort({ _id: 1 })
      .limit(PAGE_SIZE)
      .toArray()) as StoredDocument[];
    const refoldedDocuments = await this.foldDocuments(assignment, live, documents);
    const previousDocuments = new Map(documents.map((document) => [document._id, document]));
    await writeDocuments(live.collection, previousDocuments, refoldedDocuments);
    const isLastPage = documents.length < PAGE_SIZE;
    const remaining = refoldAfter(refold, isLastPage ? null : documents.at(-1)!._id);
    await this.leases.advanceAll({ id, epoch, change: { refold: remaining } });
    assignment.refold = remaining;
    await this.publisher.publishProgress([
      { projection, position: live.position, changed: refoldedDocuments },
    ]);
    return documents.length;
  }

  /** @throws NotFoldable */
  private async foldDocuments(
    { projection, categories }: Assignment,
    { parked, position }: ProjectedCollection,
    documents: readonly StoredDocument[],
  ): Promise<RefoldedDocuments> {
    const streamLists = documents.map(({ folded }) => folded?.streams ?? null);
    const streams = [...new Set(streamLists.flatMap((streamList) => streamList ?? []))];
    if (streamLists.includes(null) || streams.some((stream) => parked.has(stream)))
      throw new NotFoldable();
    const storedEvents = await Promise.all(
      streams.map((stream) => this.readLimit(() => this.eventStore.read(stream))),
    );
    const decodedEvents = eventsFor(
      projection,
      categories,
      await this.eventCodec.decode(
        storedEvents.flat().filter((storedEvent) => storedEvent.position <= (position ?? '')),
      ),
    );
    if (decodedEvents.some((decodedEvent) => 'unreadable' in decodedEvent)) throw new NotFoldable();
    const eventsInOrder = (decodedEvents as readonly RecordedEvent[]).toSorted((left, right) =>
      left.position < right.position ? -1 : 1,
    );
    const refoldedDocuments = documents.flatMap(
      (document) => foldAgain(projection, document, eventsInOrder) ?? [],
    );
    if (refoldedDocuments.length < documents.length) throw new NotFoldable();
    return new Map(refoldedDocuments.map((document) => [document._id, document]));
  }

  /**
   * The checkpoint keeps the refold until the rebuild goes live. Until then, each retry and each
   * owner requests it again.
   */
  private requestRebuild(assignment: Assignment) {
    if (!assignment.stale)
      this.logger.log(
        `Rebuilding ${assignment.id} after an erasure, because a document cannot be folded separately`,
      );
    assignment.stale = true;
  }
}
