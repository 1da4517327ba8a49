import type {
  AdminIncident,
  AdminIncidentFilters,
  BookingIncidents,
  Incident as IncidentView,
  Strikes,
} from '@courtly/contracts/incidents';
import { IncidentKind } from '@courtly/contracts/incidents';
import { toMoney } from '@courtly/contracts/wire';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../platform/kernel/clock.js';
import { offsetsAround } from '../../platform/kernel/local-time.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { bookings } from '../../booking/bookings/bookings.projection.js';
import { bookingVisibleTo } from '../../booking/bookings/booking-lists.js';
import { conduct, currentStrikes, isInstantOnly } from '../../booking/conduct/conduct.js';
import { keysetPage } from '../admin/keyset-page.js';
import { DisplayNames } from '../admin/names.service.js';
import { type Incident, nextOf, reportWindow, reportedPersonOf } from './incident.js';
import { type IncidentDocument, incidents } from './incidents.projection.js';
import { strikes } from '../../booking/conduct/strikes.projection.js';

/** The admin who decides stays unnamed. */
const incidentFieldsOf = (state: Incident): Omit<IncidentView, 'mayAnswer' | 'mayMove'> => {
  const { incidentId: id, bookingId, kind, status, side, words, weather, reading } = state;
  const { amountCents, answer, decision, reportedAt, answerBy, moveBy } = state;
  return {
    id,
    bookingId,
    kind,
    status,
    side,
    words,
    amount: amountCents === null ? null : toMoney(amountCents),
    weather,
    reading,
    answer: answer && { agrees: answer.agrees, words: answer.words, at: answer.answeredAt },
    decision: decision && {
      by: decision.by,
      reason: decision.reason || null,
      at: decision.decidedAt,
    },
    hasMoved: state.settlement?.outcome === 'moved',
    moveBy,
    reportedAt,
    answerBy,
    ...nextOf(state),
  };
};

export const incidentView = (state: Incident, userId: string, at: string): IncidentView => ({
  ...incidentFieldsOf(state),
  mayAnswer: state.status === 'open' && at < state.answerBy && reportedPersonOf(state) === userId,
  mayMove: state.moveBy !== null && at < state.moveBy && state.playerId === userId,
});

@Injectable()
export class IncidentQueries {
  constructor(
    private readonly readModels: ReadModels,
    private readonly displayNames: DisplayNames,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError not_found */
  async ofBooking(bookingId: string, userId: string): Promise<BookingIncidents> {
    const [storedBooking, reported] = await Promise.all([
      this.readModels.read(bookings, (collection) => collection.findOne({ _id: bookingId })),
      this.readModels.read(incidents, (collection) => collection.find({ bookingId }).toArray()),
    ]);
    const booking = bookingVisibleTo(storedBooking, userId);
    const { conduct: rules } = this.config.policy;
    const at = this.clock.instant();
    const side = booking.hostId === userId ? 'host' : 'player';
    return {
      incidents: reported.map((state) => incidentView(state, userId, at)),
      canReport: IncidentKind.options.flatMap((kind) => {
        const window = reportWindow(kind, side, booking, rules);
        const isReported = reported.some(
          (state) => state.kind === kind && (kind !== 'no_show' || state.side === side),
        );
        return window && !isReported && window.from <= at && at <= window.until
          ? [{ kind, until: window.until }]
          : [];
      }),
      answerHours: Math.floor(rules.answerMinutes / 60),
    };
  }

  async strikesOf(userId: string): Promise<Strikes> {
    const stored = await this.readModels.read(strikes, (collection) =>
      collection.findOne({ _id: userId }),
    );
    const { conduct: rules } = this.config.policy;
    const at = this.clock.instant();
    const personConduct = stored ?? conduct.initial;
    return {
      strikes: currentStrikes(personConduct, at).map(({ bookingId, at, until }) => ({
        bookingId,
        at,
        until,
      })),
      days: rules.strikeDays,
      instantOnlyFrom: rules.strikesForInstantOnly,
      suspendedFrom: rules.strikesForSuspension,
      isInstantOnly: isInstantOnly(personConduct, at, rules),
    };
  }

  /** Earliest deadline first, or latest decision first. */
  async queue({ status, ...pageRequest }: AdminIncidentFilters, adminId: string) {
    const isDecided = status === 'upheld' || status === 'dismissed';
    const { items, ...paging } = await this.readModels.read(incidents, (collection) =>
      isDecided
        ? keysetPage(collection, { status }, ['decidedAt', -1], pageRequest)
        : keysetPage(collection, { status }, ['dueAt', 1], pageRequest),
    );
    return { items: await this.adminViews(items, adminId), ...paging };
  }

  async adminView(state: Incident, adminId: string): Promise<AdminIncident> {
    return (await this.adminViews([state], adminId))[0]!;
  }

  private async adminViews(
    states: readonly (Incident | IncidentDocument)[],
    adminId: string,
  ): Promise<AdminIncident[]> {
    const names = await this.displayNames.lookUp(states, ({ playerId, hostId }) => [
      playerId,
      hostId,
    ]);
    const now = this.clock.instant();
    return states.map((state) => {
      const { courtId, playerId, hostId, startTime, endTime, zone, rulingBy } = state;
      return {
        ...incidentFieldsOf(state),
        court: names.court(courtId),
        player: names.person(playerId),
        host: names.person(hostId),
        startTime,
        endTime,
        zone,
        zoneOffsets: offsetsAround(zone, [startTime]),
        isOverdue: state.status === 'ruling' && rulingBy! <= now,
        mayDecide: state.status === 'ruling' && adminId !== playerId && adminId !== hostId,
      };
    });
  }
}
