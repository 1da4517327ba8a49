import type { AuditKind, CalendarAsOf, StateAsOf } from '@courtly/contracts/audit';
import { Injectable } from '@nestjs/common';
import { courtDayIdOf, courtDayIdsAround } from '../../booking/bookings/booking-id.js';
import { courtDay } from '../../booking/bookings/court-day.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { evolveCourt } from '../../booking/courts/court.js';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { AuditQueries } from './audit.queries.js';
import { calendarHours } from './calendar-as-of.js';
import { toPlainJson } from './changes.js';
import { idFieldOf, concernedIds } from './concerned.js';
import { foldStream } from './folds.js';

type Fields = Record<string, unknown>;

const eventFieldsOf = ({ data }: RecordedEvent): Fields => data as Fields;

/**
 * The start of a stream up to its last event that was decided by an instant. Clocks of two servers
 * can differ, so an event between two earlier ones counts, too: a later decision was based on it.
 */
const decidedBy = (streamEvents: readonly RecordedEvent[], decidedUntil: string) =>
  streamEvents.slice(
    0,
    streamEvents.findLastIndex(({ metadata }) => metadata.at <= decidedUntil) + 1,
  );

const byPosition = (left: RecordedEvent, right: RecordedEvent) =>
  left.position < right.position ? -1 : 1;

@Injectable()
export class TimeMachine {
  constructor(private readonly auditQueries: AuditQueries) {}

  /**
   * The state at an instant (UTC), folded from the events that were decided until then. `people`
   * are the ids that these events concern.
   * @throws DomainError not_found if it never existed; StoreUnavailable
   */
  async stateAsOf(
    subjectKind: AuditKind,
    subjectId: string,
    requestedInstant: string,
  ): Promise<StateAsOf & { people: readonly string[] }> {
    const pastInstant = new Date(requestedInstant).toISOString();
    const streamName = await this.streamNameOf(subjectKind, subjectId);
    const streamEvents = await this.auditQueries.readableEvents(streamName);
    const isOfSubject = (recordedEvent: RecordedEvent) =>
      isAbout(subjectKind, subjectId, recordedEvent);
    if (!streamEvents.some(isOfSubject))
      throw new DomainError('not_found', "We couldn't find anything with that kind and ID.");
    const pastEvents = decidedBy(streamEvents, pastInstant).filter(isOfSubject);
    const lastEvent = pastEvents.at(-1);
    const subjectFields =
      subjectKind === 'application'
        ? { applicationId: subjectId }
        : subjectKind === 'booking'
          ? { bookingId: subjectId }
          : {};
    return {
      kind: subjectKind,
      id: subjectId,
      at: pastInstant,
      events: pastEvents.length,
      last: lastEvent ? { type: lastEvent.type, at: lastEvent.metadata.at } : null,
      state: lastEvent
        ? (toPlainJson(foldStream(streamName, pastEvents, subjectFields)) as Fields | null)
        : null,
      people: [
        ...new Set(
          pastEvents.flatMap((recordedEvent) =>
            concernedIds(recordedEvent.type, eventFieldsOf(recordedEvent)),
          ),
        ),
      ],
    };
  }

  /** @throws DomainError not_found if the court was not listed at that time; StoreUnavailable */
  async calendarAsOf(
    courtId: string,
    localDate: string,
    requestedInstant: string,
  ): Promise<CalendarAsOf> {
    const pastInstant = new Date(requestedInstant).toISOString();
    const [courtEvents, ...courtDayEvents] = await Promise.all([
      this.auditQueries.readableEvents(`court-${courtId}`),
      ...courtDayIdsAround(courtId, localDate).map((dayId) =>
        this.auditQueries.readableEvents(`courtDay-${dayId}`),
      ),
    ]);
    const pastCourt = (decidedBy(courtEvents, pastInstant) as unknown as CourtEvent[]).reduce(
      evolveCourt,
      null,
    );
    if (!pastCourt) throw new DomainError('not_found', "That court wasn't listed at that time.");
    const courtDayState = foldAll(
      courtDay,
      courtDayEvents
        .flatMap((dayEvents) => decidedBy(dayEvents, pastInstant))
        .toSorted(byPosition) as unknown as CourtDayEvent[],
    );
    const { zone, isActive, hiddenBecause } = pastCourt;
    return {
      courtId,
      date: localDate,
      zone,
      zoneOffsets: offsetsAround(zone, [`${localDate}T00:00:00Z`, `${localDate}T23:59:00Z`]),
      at: pastInstant,
      isActive,
      isHidden: hiddenBecause !== null,
      hours: calendarHours(pastCourt, localDate, courtDayState),
    };
  }

  private async streamNameOf(subjectKind: AuditKind, subjectId: string): Promise<string> {
    if (subjectKind === 'booking') return `courtDay-${courtDayIdOf(subjectId)}`;
    if (subjectKind !== 'application') return `${subjectKind}-${subjectId}`;
    const streamName = await this.auditQueries.streamOfApplication(subjectId);
    if (streamName === null) throw notFound('application');
    return streamName;
  }
}

/** A court-day contains several bookings, and an applicant may have several applications. */
const isAbout = (subjectKind: AuditKind, subjectId: string, recordedEvent: RecordedEvent) => {
  if (subjectKind === 'booking')
    return idFieldOf(eventFieldsOf(recordedEvent), 'bookingId') === subjectId;
  return (
    subjectKind !== 'application' || eventFieldsOf(recordedEvent)['applicationId'] === subjectId
  );
};
