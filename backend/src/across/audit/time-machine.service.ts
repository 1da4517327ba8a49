import type { AuditKind, CalendarAsOf, StateAsOf } from '@courtly/contracts/audit';
import { Injectable } from '@nestjs/common';
import { courtDayIdOf, courtDayIdsAround } from '../../booking/bookings/booking-id.js';
import { type BookingDocument, bookings } from '../../booking/bookings/bookings.projection.js';
import { courtDay } from '../../booking/bookings/court-day.js';
import type { CourtDayEvent } from '../../booking/bookings/court-day.events.js';
import { evolveCourt } from '../../booking/courts/court.js';
import type { CourtEvent } from '../../booking/courts/court.events.js';
import { policyHistory, policyInForce } from '../../people/policies/policy-history.js';
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

const byPosition = (left: RecordedEvent, right: RecordedEvent) =>
  left.position < right.position ? -1 : 1;

/**
 * Events in log order, up to the last one decided by an instant. Clocks can differ, so an earlier
 * event with a later time is included: a later decision was based on it.
 */
const decidedBy = (
  decidedUntil: string,
  ...streams: readonly (readonly RecordedEvent[])[]
): RecordedEvent[] => {
  const events = streams.flat().toSorted(byPosition);
  return events.slice(0, events.findLastIndex(({ metadata }) => metadata.at <= decidedUntil) + 1);
};

/** `people` are the ids that the events concern. */
export type PastState = Omit<StateAsOf, 'names' | 'place'> &
  Readonly<{ people: readonly string[] }>;

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
  ): Promise<PastState> {
    const pastInstant = new Date(requestedInstant).toISOString();
    const streamName = await this.streamNameOf(subjectKind, subjectId);
    const streamEvents = await this.auditQueries.readableEvents(streamName);
    const isOfSubject = (recordedEvent: RecordedEvent) =>
      isAbout(subjectKind, subjectId, recordedEvent);
    if (!streamEvents.some(isOfSubject))
      throw new DomainError('not_found', "We couldn't find anything with that kind and ID.");
    const moneyStreams = await this.moneyStreamsOf(subjectKind, subjectId);
    const pastEvents = decidedBy(pastInstant, streamEvents, ...moneyStreams).filter(
      (recordedEvent) => recordedEvent.stream !== streamName || isOfSubject(recordedEvent),
    );
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
        ? (toPlainJson(
            pastStateOf(subjectKind, {
              streamName,
              subjectId,
              pastInstant,
              pastEvents,
              subjectFields,
            }),
          ) as Fields | null)
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
    const pastCourt = (decidedBy(pastInstant, courtEvents) as unknown as CourtEvent[]).reduce(
      evolveCourt,
      null,
    );
    if (!pastCourt) throw new DomainError('not_found', "That court wasn't listed at that time.");
    const courtDayState = foldAll(
      courtDay,
      decidedBy(pastInstant, ...courtDayEvents) as unknown as CourtDayEvent[],
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

  /** The payment and the payout of a booking, without which its state would be incomplete. */
  private moneyStreamsOf(
    subjectKind: AuditKind,
    subjectId: string,
  ): Promise<(readonly RecordedEvent[])[]> {
    if (subjectKind !== 'booking') return Promise.resolve([]);
    return Promise.all(
      ['payment', 'payout'].map((category) =>
        this.auditQueries.readableEvents(`${category}-${subjectId}`),
      ),
    );
  }

  private async streamNameOf(subjectKind: AuditKind, subjectId: string): Promise<string> {
    if (subjectKind === 'booking') return `courtDay-${courtDayIdOf(subjectId)}`;
    if (subjectKind !== 'application') return `${subjectKind}-${subjectId}`;
    const streamName = await this.auditQueries.streamOfApplication(subjectId);
    if (streamName === null) throw notFound('application');
    return streamName;
  }
}

type PastRecord = Readonly<{
  streamName: string;
  subjectId: string;
  pastInstant: string;
  pastEvents: readonly RecordedEvent[];
  subjectFields: Fields;
}>;

const pastStateOf = (
  subjectKind: AuditKind,
  { streamName, subjectId, pastInstant, pastEvents, subjectFields }: PastRecord,
): unknown => {
  if (subjectKind === 'booking') return bookingState(subjectId, pastEvents);
  // A scheduled version was not in force yet.
  if (subjectKind === 'policy')
    return policyInForce(foldAll(policyHistory, pastEvents as never[]), pastInstant);
  return foldStream(streamName, pastEvents, subjectFields);
};

/** A booking as shown in lists, with its payment status, payment, and payout. */
const bookingState = (bookingId: string, pastEvents: readonly RecordedEvent[]): unknown => {
  const eventsOf = (category: string) =>
    pastEvents.filter(({ stream }) => stream === `${category}-${bookingId}`);
  const { handles } = bookings;
  const shownEvents = pastEvents.filter(
    ({ type }) => handles === 'all' || handles.some((handledType) => handledType === type),
  );
  const shown = shownEvents.reduce<BookingDocument | null>(
    (document, event) => bookings.evolve(document, event as never, bookingId),
    null,
  );
  return (
    shown && {
      ...shown,
      payment: foldStream(`payment-${bookingId}`, eventsOf('payment'), {}),
      payout: foldStream(`payout-${bookingId}`, eventsOf('payout'), {}),
    }
  );
};

/** A court-day contains several bookings, and an applicant may have several applications. */
const isAbout = (subjectKind: AuditKind, subjectId: string, recordedEvent: RecordedEvent) => {
  if (subjectKind === 'booking')
    return idFieldOf(eventFieldsOf(recordedEvent), 'bookingId') === subjectId;
  return (
    subjectKind !== 'application' || eventFieldsOf(recordedEvent)['applicationId'] === subjectId
  );
};
