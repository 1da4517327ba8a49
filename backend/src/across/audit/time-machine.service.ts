import type { AuditKind, CalendarAsOf, StateAsOf } from '@courtly/contracts/audit';
import { Injectable } from '@nestjs/common';
import { courtDayId, courtDayIdOf } from '../../booking/bookings/booking-id.js';
import { courtDay } from '../../booking/bookings/court-day.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { evolveCourt } from '../../booking/courts/court.js';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { AuditQueries } from './audit.queries.js';
import { calendarHours } from './calendar-as-of.js';
import { toPlainJson } from './changes.js';
import { idFieldOf, concernedIds } from './concerned.js';
import { foldStream } from './folds.js';

type Fields = Record<string, unknown>;

const fieldsOf = ({ data }: RecordedEvent): Fields => data as Fields;

/** An event counts from when it was decided, not from when it was stored. */
const decidedBy = (
  events: readonly RecordedEvent[],
  decidedUntil: string,
): readonly RecordedEvent[] => events.filter(({ metadata }) => metadata.at <= decidedUntil);

/** Past states. */
@Injectable()
export class TimeMachine {
  constructor(private readonly auditQueries: AuditQueries) {}

  /**
   * The state at an instant (UTC), folded from the events decided until then. `people` are the ids
   * that these events concern.
   * @throws DomainError not_found if it never existed; StoreUnavailable
   */
  async stateAsOf(
    kind: AuditKind,
    id: string,
    instant: string,
  ): Promise<StateAsOf & { people: readonly string[] }> {
    const at = new Date(instant).toISOString();
    const stream = await this.streamOf(kind, id);
    const subjectEvents = (await this.auditQueries.eventsOf(stream)).filter((recordedEvent) =>
      isAbout(kind, id, recordedEvent),
    );
    if (subjectEvents.length === 0)
      throw new DomainError('not_found', "We couldn't find anything with that kind and id.");
    const pastEvents = decidedBy(subjectEvents, at);
    const lastEvent = pastEvents.at(-1);
    const subjectFields =
      kind === 'application' ? { applicationId: id } : kind === 'booking' ? { bookingId: id } : {};
    return {
      kind,
      id,
      at,
      events: pastEvents.length,
      last: lastEvent ? { type: lastEvent.type, at: lastEvent.metadata.at } : null,
      state: lastEvent
        ? (toPlainJson(foldStream(stream, pastEvents, subjectFields)) as Fields | null)
        : null,
      people: [
        ...new Set(pastEvents.flatMap((recordedEvent) => concernedIds(fieldsOf(recordedEvent)))),
      ],
    };
  }

  /** @throws DomainError not_found if the court was not listed yet; StoreUnavailable */
  async calendarAsOf(courtId: string, date: string, instant: string): Promise<CalendarAsOf> {
    const at = new Date(instant).toISOString();
    const [courtEvents, courtDayEvents] = await Promise.all([
      this.auditQueries.eventsOf(`court-${courtId}`),
      this.auditQueries.eventsOf(`courtDay-${courtDayId(courtId, date)}`),
    ]);
    const court = (decidedBy(courtEvents, at) as unknown as CourtEvent[]).reduce(evolveCourt, null);
    if (!court) throw new DomainError('not_found', "That court wasn't listed at that time.");
    const courtDayState = foldAll(
      courtDay,
      decidedBy(courtDayEvents, at) as unknown as CourtDayEvent[],
    );
    const { zone, isActive } = court;
    return { courtId, date, zone, at, isActive, hours: calendarHours(court, date, courtDayState) };
  }

  private async streamOf(kind: AuditKind, id: string): Promise<string> {
    if (kind === 'booking') return `courtDay-${courtDayIdOf(id)}`;
    if (kind !== 'application') return `${kind}-${id}`;
    const stream = await this.auditQueries.streamOfApplication(id);
    if (stream === null) throw notFound('application');
    return stream;
  }
}

/** A court-day has several bookings, and an applicant may have several applications. */
const isAbout = (kind: AuditKind, id: string, recordedEvent: RecordedEvent): boolean => {
  if (kind === 'booking') return idFieldOf(fieldsOf(recordedEvent), 'bookingId') === id;
  return kind !== 'application' || fieldsOf(recordedEvent)['applicationId'] === id;
};
