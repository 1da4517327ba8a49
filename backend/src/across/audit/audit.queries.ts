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
  type Direction,
  type PlaceInAudit,
  after,
  auditFilter,
  orderOf,
} from './audit-filter.js';
import { auditEntry, auditEvent } from './audit-view.js';
import { type Audited, audit } from './audit.projection.js';
import { plain } from './changes.js';
import { AuditNames } from './names.service.js';

type Document = StoredDocument<Audited>;
type Chosen = Omit<AuditSearch, 'cursor' | 'limit'>;

const Place: z.ZodType<PlaceInAudit> = z.strictObject({ at: z.string(), position: z.string() });

const placeOf = ({ at, position }: Document): PlaceInAudit => ({ at, position });

const missing = () => new DomainError('not_found', 'There is nothing of that kind and id.');

/** Everything that happened, for admins. */
@Injectable()
export class AuditQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly store: EventStore,
    private readonly codec: EventCodec,
    private readonly names: AuditNames,
  ) {}

  async search({ cursor, limit, ...chosen }: AuditSearch): Promise<CountedPage<AuditEvent>> {
    const place = decodeCursor(Place, cursor);
    const { items, next } = await this.page(await this.filterOf(chosen), place, limit, 'back');
    const names = await this.names.of(items.map(({ actorId }) => actorId));
    return { items: items.map((one) => auditEvent(one, names)), next, total: null };
  }

  /** @throws DomainError not_found for an application that does not exist; invalid_request where nothing is named */
  async timeline(wanted: AuditTimeline): Promise<CountedPage<AuditEntry>> {
    const place = decodeCursor(Place, wanted.cursor);
    const { items, next } = await this.page(
      await this.streamsOf(wanted),
      place,
      wanted.limit,
      'on',
    );
    return { items: await this.opened(items), next, total: null };
  }

  /** @throws DomainError not_found */
  async event(eventId: string): Promise<AuditedEvent> {
    const found = await this.readModels.read(audit, (all) => all.findOne({ _id: eventId }));
    if (!found) throw new DomainError('not_found', 'There is no such event.');
    const events = await this.eventsOf(found.stream);
    const [entry] = await this.opened([found], new Map([[found.stream, events]]));
    const own = events.find(({ id }) => id === eventId);
    const data = (plain(own?.data) ?? {}) as Record<string, unknown>;
    return { ...entry!, revision: found.revision, data, metadata: { ...own?.metadata } };
  }

  /** The next documents of an export, the newest first. */
  async rows(
    filter: AuditFilter,
    place: PlaceInAudit | undefined,
    limit: number,
  ): Promise<readonly Document[]> {
    return (await this.page(filter, place, limit, 'back')).items;
  }

  /** How many events a filter finds, and no more than so many. */
  count(filter: AuditFilter, most: number): Promise<number> {
    return this.readModels.read(audit, (all) =>
      all.countDocuments(filter as object, { limit: most }),
    );
  }

  async filterOf(chosen: Chosen): Promise<AuditFilter> {
    const [people, actorId] = await Promise.all([
      this.names.idOf(chosen.person),
      this.names.idOf(chosen.actor),
    ]);
    return auditFilter(chosen, { people, actorId });
  }

  /** The name of the stream of an application; null where there is none. */
  async streamOfApplication(applicationId: string): Promise<string | null> {
    const found = await this.readModels.read(applications, (all) =>
      all.findOne({ _id: applicationId }),
    );
    return found && `application-${found.applicant}`;
  }

  /** The events of a stream that can be read, from its start. @throws StoreUnavailable */
  async eventsOf(stream: string): Promise<readonly RecordedEvent[]> {
    const read = await this.codec.decode(await this.store.read(stream));
    return read.filter((event): event is RecordedEvent => !('unreadable' in event));
  }

  /** All that is told of a booking, in whichever stream; else one stream, of an application its own events alone. */
  private async streamsOf({ stream, kind, id }: AuditTimeline): Promise<AuditFilter> {
    if (stream !== undefined) return { stream };
    if (kind === undefined || id === undefined)
      throw new DomainError('invalid_request', 'Name a stream, or a kind and an id.', {
        fields: [{ field: 'stream', message: 'Name a stream, or a kind and an id.' }],
      });
    if (kind === 'booking') return { bookingId: id };
    if (kind !== 'application') return { stream: `${kind}-${id}` };
    const own = await this.streamOfApplication(id);
    if (own === null) throw missing();
    return { stream: own, people: id };
  }

  private async opened(
    documents: readonly Document[],
    known = new Map<string, readonly RecordedEvent[]>(),
  ) {
    for (const { stream } of documents)
      if (!known.has(stream)) known.set(stream, await this.eventsOf(stream));
    const names = await this.names.of(
      documents.flatMap(({ actorId, people }) => [actorId, ...people]),
    );
    return documents.map((one) => auditEntry(one, known.get(one.stream)!, names));
  }

  private async page(
    filter: AuditFilter,
    place: PlaceInAudit | undefined,
    limit: number,
    direction: Direction,
  ): Promise<Page<Document>> {
    const found = await this.readModels.read(audit, (all) =>
      all
        .find(after(filter, place, direction))
        .sort(orderOf(direction))
        .limit(limit + 1)
        .toArray(),
    );
    return cutPage(found as Document[], limit, placeOf);
  }
}
