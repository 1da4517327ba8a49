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
import { type AuditNamesById, auditEntry, auditEvent, namedIn } from './audit-view.js';
import { type AuditDocument, audit } from './audit.projection.js';
import { toPlainJson } from './changes.js';
import { withoutPrivateContent } from './private-content.js';
import { AuditNames } from './names.service.js';

type StoredAuditDocument = StoredDocument<AuditDocument>;
type SearchCriteria = Omit<AuditSearch, 'cursor' | 'limit'>;

const CursorSchema: z.ZodType<AuditCursor> = z.strictObject({
  at: z.string(),
  position: z.string(),
});

const toAuditCursor = ({ at, position }: StoredAuditDocument): AuditCursor => ({ at, position });

const applicationNotFound = () =>
  new DomainError('not_found', "We couldn't find anything with that kind and ID.");

@Injectable()
export class AuditQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly eventStore: EventStore,
    private readonly eventCodec: EventCodec,
    private readonly auditNames: AuditNames,
  ) {}

  async searchEvents(
    { cursor, limit, ...searchCriteria }: AuditSearch,
    readerId: string,
  ): Promise<CountedPage<AuditEvent> & { people: string[] }> {
    const auditCursor = decodeCursor(CursorSchema, cursor);
    const { items, next } = await this.readPage(
      await this.resolveFilter(searchCriteria, readerId),
      auditCursor,
      limit,
      'back',
    );
    const shownNames = await this.namesIn(items);
    return {
      items: items.map((auditDocument) => auditEvent(auditDocument, shownNames)),
      next,
      total: null,
      people: items.flatMap(namedIn),
    };
  }

  /**
   * @throws DomainError not_found if the application does not exist, invalid_request if there is no
   *   subject
   */
  async timelinePage(timelineQuery: AuditTimeline): Promise<CountedPage<AuditEntry>> {
    const auditCursor = decodeCursor(CursorSchema, timelineQuery.cursor);
    const { items, next } = await this.readPage(
      await this.streamsOf(timelineQuery),
      auditCursor,
      timelineQuery.limit,
      'on',
    );
    return { items: await this.auditEntries(items), next, total: null };
  }

  /** @throws DomainError not_found */
  async auditedEvent(eventId: string): Promise<AuditedEvent> {
    const auditDocument = await this.readModels.read(audit, (collection) =>
      collection.findOne({ _id: eventId }),
    );
    if (!auditDocument) throw new DomainError('not_found', "We couldn't find that event.");
    const streamEvents = await this.readableEvents(auditDocument.stream);
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

  /** The newest events first. */
  async exportRows(
    auditFilter: AuditFilter,
    auditCursor: AuditCursor | undefined,
    pageLimit: number,
  ): Promise<readonly StoredAuditDocument[]> {
    return (await this.readPage(auditFilter, auditCursor, pageLimit, 'back')).items;
  }

  /** Counts events, up to `maxCount`. */
  countEvents(auditFilter: AuditFilter, maxCount: number): Promise<number> {
    return this.readModels.read(audit, (collection) =>
      collection.countDocuments(auditFilter as object, { limit: maxCount }),
    );
  }

  /** Leaves out the records of the reader's own reads, unless they ask for them or for a type. */
  async resolveFilter(
    { ownReads, ...searchCriteria }: SearchCriteria & { ownReads?: boolean },
    readerId: string,
  ): Promise<AuditFilter> {
    const [concernedId, actorId] = await Promise.all([
      this.auditNames.resolveUserId(searchCriteria.person),
      this.auditNames.resolveUserId(searchCriteria.actor),
    ]);
    return {
      ...toAuditFilter(searchCriteria, { people: concernedId, actorId }),
      ...(!ownReads &&
        searchCriteria.type === undefined && {
          $nor: [{ type: 'PersonalDataRead', actorId: readerId }],
        }),
    };
  }

  async streamOfApplication(applicationId: string): Promise<string | null> {
    const application = await this.readModels.read(applications, (collection) =>
      collection.findOne({ _id: applicationId }),
    );
    return application && `application-${application.applicant}`;
  }

  /**
   * The readable events of a stream from the start, without what is private even for admins.
   * @throws StoreUnavailable
   */
  async readableEvents(streamName: string): Promise<readonly RecordedEvent[]> {
    const decodedEvents = await this.eventCodec.decode(await this.eventStore.read(streamName));
    return withoutPrivateContent(
      decodedEvents.filter((event): event is RecordedEvent => !('unreadable' in event)),
    );
  }

  /** A booking has events in several streams, and one stream can contain several applications. */
  private async streamsOf({ stream, kind, id }: AuditTimeline): Promise<AuditFilter> {
    if (stream !== undefined) return { stream };
    if (kind === undefined || id === undefined)
      throw new DomainError('invalid_request', 'Enter a stream, or a kind and an ID.', {
        fields: [{ field: 'stream', message: 'Enter a stream, or a kind and an ID.' }],
      });
    if (kind === 'booking') return { bookingId: id };
    if (kind !== 'application') return { stream: `${kind}-${id}` };
    const applicationStream = await this.streamOfApplication(id);
    if (applicationStream === null) throw applicationNotFound();
    return { stream: applicationStream, people: id };
  }

  private async auditEntries(
    documents: readonly StoredAuditDocument[],
    eventsByStream = new Map<string, readonly RecordedEvent[]>(),
  ) {
    for (const { stream } of documents)
      if (!eventsByStream.has(stream))
        eventsByStream.set(stream, await this.readableEvents(stream));
    const shownNames = await this.namesIn(documents);
    return documents.map((auditDocument) =>
      auditEntry(auditDocument, eventsByStream.get(auditDocument.stream)!, shownNames),
    );
  }

  private async namesIn(documents: readonly StoredAuditDocument[]): Promise<AuditNamesById> {
    const [people, courts] = await Promise.all([
      this.auditNames.lookUp(documents.flatMap(({ actorId, people }) => [actorId, ...people])),
      this.auditNames.courtNames(documents.flatMap(({ courtId }) => courtId ?? [])),
    ]);
    return { people, courts };
  }

  private async readPage(
    auditFilter: AuditFilter,
    auditCursor: AuditCursor | undefined,
    pageLimit: number,
    direction: ReadDirection,
  ): Promise<Page<StoredAuditDocument>> {
    const auditDocuments = await this.readModels.read(audit, (collection) =>
      collection
        .find(afterCursor(auditFilter, auditCursor, direction))
        .sort(sortOrder(direction))
        .limit(pageLimit + 1)
        .toArray(),
    );
    return cutPage(auditDocuments as StoredAuditDocument[], pageLimit, toAuditCursor);
  }
}
