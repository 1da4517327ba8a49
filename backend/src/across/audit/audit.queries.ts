import { applications } from '../../people/applications/applications.projection.js';
import type {
  AuditEntry,
  AuditEvent,
  AuditSearch,
  AuditTimeline,
  AuditedEvent,
} from '@courtly/contracts/audit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { type CountedPage, type Page, decodeCursor, cutPage } from '../../platform/http/paging.js';
import { EventCodec } from '../../platform/kernel/codec.js';
import { DomainError } from '../../platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { StoredDocument } from '../../platform/projections/projection.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { EventStore } from '../../platform/stores/event-store.js';
import {
  type AuditFilter,
  type ReadDirection,
  type AuditCursor,
  afterCursor,
  toAuditFilter,
  sortOrder,
} from './audit-filter.js';
import { auditEntry, auditEvent } from './audit-view.js';
import { type Audited, audit } from './audit.projection.js';
import { toPlainJson } from './changes.js';
import { AuditNames } from './names.service.js';

type Document = StoredDocument<Audited>;
type SearchCriteria = Omit<AuditSearch, 'cursor' | 'limit'>;

const CursorSchema: z.ZodType<AuditCursor> = z.strictObject({
  at: z.string(),
  position: z.string(),
});

const cursorOf = ({ at, position }: Document): AuditCursor => ({ at, position });

const applicationNotFound = () =>
  new DomainError('not_found', "We couldn't find anything with that kind and id.");

@Injectable()
export class AuditQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly auditNames: AuditNames,
  ) {}

  async search({
    cursor,
    limit,
    ...searchCriteria
  }: AuditSearch): Promise<CountedPage<AuditEvent>> {
    const cursorPosition = decodeCursor(CursorSchema, cursor);
    const { items, next } = await this.readPage(
      await this.filterOf(searchCriteria),
      cursorPosition,
      limit,
      'back',
    );
    const namesById = await this.auditNames.lookUp(items.map(({ actorId }) => actorId));
    return { items: items.map((document) => auditEvent(document, namesById)), next, total: null };
  }

  /** @throws DomainError not_found for a missing application, invalid_request without a subject */
  async timeline(timelineQuery: AuditTimeline): Promise<CountedPage<AuditEntry>> {
    const cursorPosition = decodeCursor(CursorSchema, timelineQuery.cursor);
    const { items, next } = await this.readPage(
      await this.streamsOf(timelineQuery),
      cursorPosition,
      timelineQuery.limit,
      'on',
    );
    return { items: await this.auditEntries(items), next, total: null };
  }

  /** @throws DomainError not_found */
  async auditedEvent(eventId: string): Promise<AuditedEvent> {
    const auditDocument = await this.readModels.read(audit, (documents) =>
      documents.findOne({ _id: eventId }),
    );
    if (!auditDocument) throw new DomainError('not_found', "We couldn't find that event.");
    const streamEvents = await this.eventsOf(auditDocument.stream);
    const [entry] = await this.auditEntries(
      [auditDocument],
      new Map([[auditDocument.stream, streamEvents]]),
    );
    const auditedEvent = streamEvents.find(({ id }) => id === eventId);
    const eventData = (toPlainJson(auditedEvent?.data) ?? {}) as Record<string, unknown>;
    return {
      ...entry!,
      revision: auditDocument.revision,
      data: eventData,
      metadata: { ...auditedEvent?.metadata },
    };
  }

  /** The latest first. */
  async exportRows(
    auditFilter: AuditFilter,
    cursorPosition: AuditCursor | undefined,
    limit: number,
  ): Promise<readonly Document[]> {
    return (await this.readPage(auditFilter, cursorPosition, limit, 'back')).items;
  }

  /** Counts up to `maxCount`. */
  count(auditFilter: AuditFilter, maxCount: number): Promise<number> {
    return this.readModels.read(audit, (documents) =>
      documents.countDocuments(auditFilter as object, { limit: maxCount }),
    );
  }

  async filterOf(searchCriteria: SearchCriteria): Promise<AuditFilter> {
    const [concernedId, actorId] = await Promise.all([
      this.auditNames.resolveUserId(searchCriteria.person),
      this.auditNames.resolveUserId(searchCriteria.actor),
    ]);
    return toAuditFilter(searchCriteria, { people: concernedId, actorId });
  }

  async streamOfApplication(applicationId: string): Promise<string | null> {
    const found = await this.readModels.read(applications, (documents) =>
      documents.findOne({ _id: applicationId }),
    );
    return found && `application-${found.applicant}`;
  }

  /** The readable events of a stream from the start. @throws StoreUnavailable */
  async eventsOf(stream: string): Promise<readonly RecordedEvent[]> {
    const decodedEvents = await this.eventCodec.decode(await this.eventStore.read(stream));
    return decodedEvents.filter(
      (storedEvent): storedEvent is RecordedEvent => !('unreadable' in storedEvent),
    );
  }

  /** A booking has events in several streams; a stream of applications has several applications. */
  private async streamsOf({ stream, kind, id }: AuditTimeline): Promise<AuditFilter> {
    if (stream !== undefined) return { stream };
    if (kind === undefined || id === undefined)
      throw new DomainError('invalid_request', 'Enter a stream, or a kind and an id.', {
        fields: [{ field: 'stream', message: 'Enter a stream, or a kind and an id.' }],
      });
    if (kind === 'booking') return { bookingId: id };
    if (kind !== 'application') return { stream: `${kind}-${id}` };
    const applicationStream = await this.streamOfApplication(id);
    if (applicationStream === null) throw applicationNotFound();
    return { stream: applicationStream, people: id };
  }

  private async auditEntries(
    documents: readonly Document[],
    eventsByStream = new Map<string, readonly RecordedEvent[]>(),
  ) {
    for (const { stream } of documents)
      if (!eventsByStream.has(stream)) eventsByStream.set(stream, await this.eventsOf(stream));
    const namesById = await this.auditNames.lookUp(
      documents.flatMap(({ actorId, people }) => [actorId, ...people]),
    );
    return documents.map((document) =>
      auditEntry(document, eventsByStream.get(document.stream)!, namesById),
    );
  }

  private async readPage(
    auditFilter: AuditFilter,
    cursorPosition: AuditCursor | undefined,
    limit: number,
    direction: ReadDirection,
  ): Promise<Page<Document>> {
    const auditDocument = await this.readModels.read(audit, (documents) =>
      documents
        .find(afterCursor(auditFilter, cursorPosition, direction))
        .sort(sortOrder(direction))
        .limit(limit + 1)
        .toArray(),
    );
    return cutPage(auditDocument as Document[], limit, cursorOf);
  }
}
