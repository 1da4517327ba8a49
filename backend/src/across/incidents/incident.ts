import type { BookingSide } from '@courtly/contracts/bookings';
import type { IncidentKind, IncidentStatus } from '@courtly/contracts/incidents';
import type { ConductPolicy } from '@courtly/contracts/policy';
import { DomainError, notFound } from '../../platform/kernel/domain-error.js';
import type { Decider, Message } from '../../platform/kernel/decider.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import type { Booking } from '../../booking/bookings/booking.js';
import { type IncidentEvent, IncidentFields } from './incident.events.js';

type EventData<T extends IncidentEvent['type']> = Extract<IncidentEvent, { type: T }>['data'];
type Answer = Pick<EventData<'IncidentAnswered'>, 'agrees' | 'words' | 'answeredBy' | 'answeredAt'>;
type Decision = Pick<
  EventData<'IncidentDecided'>,
  'isUpheld' | 'by' | 'reason' | 'decidedBy' | 'decidedAt'
>;
type Verdict = Omit<Decision, 'reason'> & Partial<Pick<Decision, 'reason'>>;
type Settlement = Pick<EventData<'IncidentSettled'>, 'outcome' | 'refundCents' | 'settledAt'>;

/**
 * The read model uses the same fold. `rulingBy` is set while an admin has to rule, and `moveBy`
 * while the player can choose between another hour and the refund (UTC).
 */
export type Incident = EventData<'IncidentReported'> &
  Readonly<{
    status: IncidentStatus;
    answer: Answer | null;
    rulingBy: string | null;
    isOverdue: boolean;
    moveBy: string | null;
    decision: Decision | null;
    settlement: Settlement | null;
  }>;

type IncidentCommand =
  | Message<'Report', EventData<'IncidentReported'>>
  | Message<'Answer', Readonly<{ by: string; agrees: boolean; words: string; at: string }>>
  | Message<'Counter', Readonly<{ at: string }>>
  | Message<'PassDeadline', Readonly<{ at: string; silenceUpholds: boolean }>>
  | Message<'Decide', Readonly<{ adminId: string; isUpheld: boolean; reason: string; at: string }>>
  | Message<'DeclineMove', Readonly<{ by: string; at: string }>>
  | Message<'Settle', Omit<Settlement, 'settledAt'> & Readonly<{ at: string }>>;

/** Each side can report a no-show. The other kinds exist once per booking. */
export const incidentIdOf = (bookingId: string, kind: IncidentKind, side: BookingSide): string =>
  kind === 'no_show' ? `${bookingId}.no_show.${side}` : `${bookingId}.${kind}`;

const plusMinutes = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();

type ReportableBooking = Pick<
  Booking,
  'status' | 'approvedAt' | 'startTime' | 'endTime' | 'cancellation'
>;

/** A player who cancels after the start can still be reported, and can still report. */
const isReportable = ({ status, cancellation }: ReportableBooking, kind: IncidentKind): boolean =>
  status !== 'cancelled' || (cancellation?.rule === 'started' && kind !== 'weather');

/**
 * The period in which a side can report an incident about a booking (UTC). Null if it never can.
 * Only confirmed hours have incidents, and only hosts claim damage.
 */
export const reportWindow = (
  kind: IncidentKind,
  side: BookingSide,
  booking: ReportableBooking,
  conduct: ConductPolicy,
): Readonly<{ from: string; until: string }> | null => {
  const { approvedAt, startTime, endTime } = booking;
  if (approvedAt === null || !isReportable(booking, kind)) return null;
  switch (kind) {
    case 'no_show':
      return { from: startTime, until: plusMinutes(endTime, conduct.noShowReportMinutes) };
    case 'damage':
      return side === 'host'
        ? { from: startTime, until: plusMinutes(endTime, conduct.damageReportMinutes) }
        : null;
    case 'weather':
      return { from: plusMinutes(startTime, -conduct.weatherBeforeMinutes), until: endTime };
  }
};

/** Who has to act on an incident, and by when. */
export const nextOf = ({
  status,
  side,
  answerBy,
  rulingBy,
}: Pick<Incident, 'status' | 'side' | 'answerBy' | 'rulingBy'>): Readonly<{
  owner: BookingSide | 'admin' | null;
  dueAt: string | null;
}> => {
  if (status === 'open') return { owner: otherSideOf(side), dueAt: answerBy };
  return status === 'ruling' ? { owner: 'admin', dueAt: rulingBy } : { owner: null, dueAt: null };
};

/** Whether the payout waits for the decision. A host's no-show report can only cost the player. */
export const holdsPayout = ({ kind, side }: Pick<Incident, 'kind' | 'side'>): boolean =>
  kind !== 'no_show' || side === 'player';

/** Whether the player gets a full refund once it is upheld. */
export const isRefundedOnceUpheld = ({ kind, side }: Pick<Incident, 'kind' | 'side'>): boolean =>
  kind === 'weather' || (kind === 'no_show' && side === 'player');

export const otherSideOf = (side: BookingSide): BookingSide =>
  side === 'host' ? 'player' : 'host';

/** The person who was reported. */
export const reportedPersonOf = ({
  side,
  playerId,
  hostId,
}: Pick<Incident, 'side' | 'playerId' | 'hostId'>): string => (side === 'host' ? playerId : hostId);

/**
 * A report or claim about an hour. The other side agrees, disputes it, or stays silent, which
 * upholds some no-show reports. An admin rules on all others. A decision is final.
 */
export const incident: Decider<Incident | null, IncidentCommand, IncidentEvent> = {
  category: 'incident',
  initial: null,

  decide({ type, data }, state) {
    if (type === 'Report') {
      if (state)
        throw new DomainError('wrong_status', 'This has already been reported.', {
          status: state.status,
        });
      return [
        { type: 'IncidentReported', data },
        ...(data.isCounterReport ? [escalated(data, data.reportedAt)] : []),
      ];
    }
    if (!state) throw notFound('report');
    const fields = IncidentFields.parse(state);
    const { status } = state;
    switch (type) {
      case 'Answer': {
        const { by, agrees, words, at } = data;
        if (by !== reportedPersonOf(state)) throw notFound('report');
        if (status !== 'open' || at >= state.answerBy)
          throw new DomainError('wrong_status', 'The time to respond has passed.', { status });
        const answered = { ...fields, answeredBy: by, agrees, words, answeredAt: at };
        return [
          { type: 'IncidentAnswered', data: answered },
          agrees
            ? decided(state, { isUpheld: true, by: 'agreement', decidedBy: by, decidedAt: at })
            : escalated(state, at),
        ];
      }
      case 'Counter':
        return status === 'open' ? [escalated(state, data.at)] : [];
      case 'PassDeadline': {
        const { at, silenceUpholds } = data;
        if (status === 'open' && at >= state.answerBy)
          return [
            state.kind === 'no_show' && silenceUpholds
              ? decided(state, {
                  isUpheld: true,
                  by: 'time',
                  decidedBy: state.reportedBy,
                  decidedAt: state.answerBy,
                })
              : escalated(state, state.answerBy),
          ];
        if (status === 'ruling' && !state.isOverdue && at >= state.rulingBy!) {
          const { amountCents, rulingBy } = state;
          return [
            {
              type: 'IncidentOverdue',
              data: { ...fields, amountCents, rulingBy: rulingBy!, overdueAt: at },
            },
          ];
        }
        return [];
      }
      case 'Decide': {
        const { adminId, isUpheld, reason, at } = data;
        if (adminId === state.playerId || adminId === state.hostId)
          throw new DomainError(
            'forbidden',
            'This case involves you, so another admin has to decide it.',
          );
        if (status !== 'ruling')
          throw new DomainError(
            'wrong_status',
            status === 'open'
              ? 'The other side can still respond to this report.'
              : `This report is already ${status}.`,
            { status },
          );
        return [
          decided(state, { isUpheld, by: 'admin', decidedBy: adminId, reason, decidedAt: at }),
        ];
      }
      case 'DeclineMove': {
        const { by, at } = data;
        if (by !== state.playerId) throw notFound('report');
        if (state.settlement?.outcome === 'moved')
          throw new DomainError('wrong_status', 'This hour has moved already.', { status });
        return state.moveBy === null
          ? []
          : [{ type: 'IncidentMoveDeclined', data: { ...fields, declinedAt: at } }];
      }
      case 'Settle': {
        const { at, ...settlement } = data;
        if (!state.decision || state.settlement) return [];
        return [{ type: 'IncidentSettled', data: { ...fields, ...settlement, settledAt: at } }];
      }
    }
  },

  evolve(state, { type, data }) {
    if (type === 'IncidentReported')
      return {
        ...data,
        status: 'open',
        answer: null,
        rulingBy: null,
        isOverdue: false,
        moveBy: null,
        decision: null,
        settlement: null,
      };
    if (!state) return null;
    switch (type) {
      case 'IncidentAnswered': {
        const { agrees, words, answeredBy, answeredAt } = data;
        return { ...state, answer: { agrees, words, answeredBy, answeredAt } };
      }
      case 'IncidentEscalated':
        return { ...state, status: 'ruling', rulingBy: data.rulingBy };
      case 'IncidentOverdue':
        return { ...state, isOverdue: true };
      case 'IncidentDecided': {
        const { isUpheld, by, reason, decidedBy, decidedAt, moveBy = null } = data;
        return {
          ...state,
          status: isUpheld ? 'upheld' : 'dismissed',
          moveBy,
          decision: { isUpheld, by, reason, decidedBy, decidedAt },
        };
      }
      case 'IncidentMoveDeclined':
        return { ...state, moveBy: null };
      case 'IncidentSettled': {
        const { outcome, refundCents, settledAt } = data;
        return { ...state, moveBy: null, settlement: { outcome, refundCents, settledAt } };
      }
    }
  },
};

const decided = (state: Incident, verdict: Verdict): IncidentEvent => {
  const moveBy = moveDeadline(state, verdict);
  return {
    type: 'IncidentDecided',
    data: { ...IncidentFields.parse(state), reason: '', ...verdict, ...(moveBy && { moveBy }) },
  };
};

/**
 * Until when the player can move the hour (UTC). Null once the hour is over, because a booking is
 * then completed.
 */
const moveDeadline = (
  { endTime, moveMinutes = 0 }: Incident,
  { isUpheld, decidedAt }: Verdict,
): string | null => {
  if (!isUpheld || moveMinutes === 0 || decidedAt >= endTime) return null;
  const deadline = plusMinutes(decidedAt, moveMinutes);
  return deadline < endTime ? deadline : endTime;
};

const escalated = (report: EventData<'IncidentReported'>, at: string): IncidentEvent => ({
  type: 'IncidentEscalated',
  data: {
    ...IncidentFields.parse(report),
    rulingBy: plusMinutes(at, report.rulingMinutes),
    escalatedAt: at,
  },
});
