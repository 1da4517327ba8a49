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
import { plain } from './changes.js';
import { idIn, peopleIn } from './concerned.js';
import { stateOf } from './folds.js';

type Fields = Record<string, unknown>;

const fieldsOf = ({ data }: RecordedEvent): Fields => data as Fields;

/** The event's own words, and not the store's: an event counts from the instant at which it was decided. */
const by = (events: readonly RecordedEvent[], at: string): readonly RecordedEvent[] =>
  events.filter(({ metadata }) => metadata.at <= at);

/** What was, folded from what had been decided by then. */
@Injectable()
export class TimeMachine {
  constructor(private readonly audit: AuditQueries) {}

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
    const own = (await this.audit.eventsOf(stream)).filter((event) => isAbout(kind, id, event));
    if (own.length === 0)
      throw new DomainError('not_found', 'There is nothing of that kind and id.');
    const then = by(own, at);
    const last = then.at(-1);
    const its =
      kind === 'application' ? { applicationId: id } : kind === 'booking' ? { bookingId: id } : {};
    return {
      kind,
      id,
      at,
      events: then.length,
      last: last ? { type: last.type, at: last.metadata.at } : null,
      state: last ? (plain(stateOf(stream, then, its)) as Fields | null) : null,
      people: [...new Set(then.flatMap((event) => peopleIn(fieldsOf(event))))],
    };
  }

  /** @throws DomainError not_found for a court that was not listed by then; StoreUnavailable */
  async calendarAsOf(courtId: string, date: string, instant: string): Promise<CalendarAsOf> {
    const at = new Date(instant).toISOString();
    const [listing, ofDay] = await Promise.all([
      this.audit.eventsOf(`court-${courtId}`),
      this.audit.eventsOf(`courtDay-${courtDayId(courtId, date)}`),
    ]);
    const court = (by(listing, at) as unknown as CourtEvent[]).reduce(evolveCourt, null);
    if (!court) throw new DomainError('not_found', 'There was no such court then.');
    const day = foldAll(courtDay, by(ofDay, at) as unknown as CourtDayEvent[]);
    const { zone, isActive } = court;
    return { courtId, date, zone, at, isActive, hours: calendarHours(court, date, day) };
  }

  private async streamOf(kind: AuditKind, id: string): Promise<string> {
    if (kind === 'booking') return `courtDay-${courtDayIdOf(id)}`;
    if (kind !== 'application') return `${kind}-${id}`;
    const stream = await this.audit.streamOfApplication(id);
    if (stream === null) throw notFound('application');
    return stream;
  }
}

/** Others' bookings lie in the stream of a day, too, and older applications in that of an applicant. */
const isAbout = (kind: AuditKind, id: string, event: RecordedEvent): boolean => {
  if (kind === 'booking') return idIn(fieldsOf(event), 'bookingId') === id;
  return kind !== 'application' || fieldsOf(event)['applicationId'] === id;
};
