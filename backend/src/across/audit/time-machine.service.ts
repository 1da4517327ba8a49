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

/** The event's own words, and not the store's: an event counts from the instant at which it was decided. */
const decidedBy = (
  events: readonly RecordedEvent[],
  decidedUntil: string,
): readonly RecordedEvent[] => events.filter(({ metadata }) => metadata.at <= decidedUntil);

/** What was, folded from what had been decided by then. */
@Injectable()
export class TimeMachine {
  constructor(private readonly auditQueries: AuditQueries) {}

  /**
   * A thing as it stood at an instant (UTC): the fold of its events with `metadata.at` at or before it, which is when each was
   * decided, by the clock of the process that did; it was stored some milliseconds later. `people` are those named in them.
   * @throws DomainError not_found for what has never been; StoreUnavailable
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
      throw new DomainError('not_found', 'There is nothing of that kind and id.');
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

  /** @throws DomainError not_found for a court that was not listed by then; StoreUnavailable */
  async calendarAsOf(courtId: string, date: string, instant: string): Promise<CalendarAsOf> {
    const at = new Date(instant).toISOString();
    const [courtEvents, courtDayEvents] = await Promise.all([
      this.auditQueries.eventsOf(`court-${courtId}`),
      this.auditQueries.eventsOf(`courtDay-${courtDayId(courtId, date)}`),
    ]);
    const court = (decidedBy(courtEvents, at) as unknown as CourtEvent[]).reduce(evolveCourt, null);
    if (!court) throw new DomainError('not_found', 'There was no such court then.');
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

/** Others' bookings lie in the stream of a day, too, and older applications in that of an applicant. */
const isAbout = (kind: AuditKind, id: string, recordedEvent: RecordedEvent): boolean => {
  if (kind === 'booking') return idFieldOf(fieldsOf(recordedEvent), 'bookingId') === id;
  return kind !== 'application' || fieldsOf(recordedEvent)['applicationId'] === id;
};
