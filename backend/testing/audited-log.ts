import type { Message } from '../src/platform/kernel/decider.js';
import type { RecordedEvent } from '../src/platform/kernel/events.js';
import type { PayoutAccountEvent } from '../src/money/payouts/payout-account.events.js';
import { allEvents } from '../src/event-sets.js';
import { auditLog } from '../src/verify/audit.js';
import { COURT, DAY } from './court-day.js';
import { paidBooking } from './paid-booking.js';

type Fields = Readonly<Record<string, unknown>>;

export const policyTookEffect = (policyId: string, changes: Fields = {}): Message => ({
  type: 'PolicyTookEffect',
  data: {
    policyId,
    values: {
      feeShare: 1_000,
      eliteFeeShare: 500,
      payoutShare: 9_900,
      lateRefundShare: 5_000,
      freeCancelMinutes: 1_440,
      graceMinutes: 60,
      payoutDelayMinutes: 1_440,
      'elite.foundingCents': 19_900,
      'elite.monthlyCents': 10_000,
      'elite.graceDays': 7,
      ...changes,
    },
    changedBy: null,
    reason: null,
    effectiveAt: '2027-01-01T00:00:00.000Z',
  },
});

const { hostId } = paidBooking;
const accountFields = { hostId, accountId: 'acct_1' };

export const accountOpened: PayoutAccountEvent = {
  type: 'PayoutAccountOpened',
  data: { ...accountFields, openedAt: '2027-01-02T00:00:00.000Z' },
};
export const accountChanged = (transfers: 'active' | 'inactive'): PayoutAccountEvent => ({
  type: 'PayoutAccountChanged',
  data: {
    ...accountFields,
    transfers,
    payoutsEnabled: transfers === 'active',
    isSubmitted: true,
    currentlyDue: [],
    pastDue: [],
    disabledReason: null,
    deadline: null,
    needsHost: false,
    changedAt: '2027-01-02T00:00:00.000Z',
  },
});

/** A listed court, the standard policy, and a host who can be paid. */
export const openedClub: readonly Message[] = [
  {
    type: 'CourtListed',
    data: { courtId: COURT, zone: 'America/Los_Angeles', standardOffsetMinutes: -480 },
  },
  policyTookEffect('standard-1'),
  accountOpened,
  accountChanged('active'),
];

const streamOf = ({ type, data }: Message): string => {
  const { bookingId, userId, hostId } = data as Record<string, string>;
  if (type === 'CourtListed') return `court-${COURT}`;
  if (type === 'PolicyTookEffect') return 'policy-club';
  if (type.startsWith('FounderSeat')) return 'founders-all';
  if (/^(Elite|Renewal)/.test(type)) return `membership-${userId}`;
  if (type.startsWith('PayoutAccount')) return `payoutAccount-${hostId}`;
  if (/^Payout(Held|Released)/.test(type)) return `payoutHold-${bookingId ?? hostId}`;
  if (bookingId === undefined) return `user-${userId}`;
  if (type.startsWith('Payment')) return `payment-${bookingId}`;
  return type.startsWith('Payout') ? `payout-${bookingId}` : `courtDay-${COURT}_${DAY}`;
};

/** The instant in the event's field whose name ends with "At", such as `capturedAt`. */
const instantOf = ({ data }: Message): string =>
  String(
    Object.entries(data as Fields).findLast(
      ([name, value]) => name.endsWith('At') && !/^(due|requested|tryAgain)/.test(name) && value,
    )?.[1] ?? '2027-03-10T12:00:00.000Z',
  );

/** Records events in the streams that Courtly uses, in log order. */
export const recordedLog = (events: readonly Message[]): RecordedEvent[] => {
  const revisions = new Map<string, number>();
  return events.map((event, index) => {
    const stream = streamOf(event);
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return {
      ...event,
      id: `event-${index}`,
      stream,
      revision,
      position: String(index).padStart(20, '0'),
      metadata: {
        version: 1,
        actor: { id: 'courtly', role: 'courtly' },
        at: instantOf(event),
        command: `command-${index}`,
        fingerprint: '',
        $correlationId: `request-${index}`,
      },
    };
  });
};

/**
 * The problems that `courtly verify` reports for a log at an instant, with a tolerance of six
 * hours.
 */
export const auditFindings = (
  currentInstant: string,
  ...events: readonly Message[]
): Readonly<{ violations: string[]; waiting: string[] }> => {
  const logAudit = auditLog([], allEvents);
  logAudit.take(recordedLog(events));
  const overdue = logAudit.overdue(currentInstant, 6);
  const problemsOf = (findings: typeof overdue.waiting) => findings.map(({ problem }) => problem);
  return {
    violations: problemsOf([...logAudit.violations(), ...overdue.violations]),
    waiting: problemsOf(overdue.waiting),
  };
};
