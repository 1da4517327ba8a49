import type { BookingEvent } from '../../src/booking/bookings/booking.events.js';
import type { PaymentEvent } from '../../src/money/payments/payment.events.js';
import type { PayoutEvent } from '../../src/money/payouts/payout.events.js';
import type { RecordedEvent } from '../../src/platform/kernel/events.js';
import { ADMIN } from './alarm-handler.js';
import { missingIn } from './missing-notifications.js';
import { HOST, type MoneySimulation } from './money-simulation.js';
import type { AtStripe } from './outcome.js';

const PLAYER = 'pavel';
/** After this many refusals, only an admin can order another attempt. */
const LAST_ATTEMPT = 10;

const times = (count: number, notification: string): string[] =>
  Array.from({ length: count }, () => notification);

/** The people who must be notified when a booking ends. Hosts never see unpaid requests. */
const ofCancellation: Readonly<Record<string, string>> = {
  player_cancelled: `${HOST} cancelled_by_player`,
  host_declined: `${PLAYER} request_declined`,
  host_did_not_answer: `${PLAYER} request_unanswered`,
  host_cancelled: `${PLAYER} cancelled_by_host`,
  not_paid: `${PLAYER} request_not_paid`,
  payment_failed: `${PLAYER} payment_failed`,
};

const ofMoney = (
  simulation: MoneySimulation,
  { intents, refunds, disputes, transfers }: AtStripe,
): string[] => {
  const failedCount = refunds.filter(({ status }) => status === 'failed').length;
  const reversalCount = transfers.flatMap(({ reversals }) => reversals.data).length;
  const isCharged = intents.some(({ amount_received }) => amount_received > 0);
  // A dispute of a refunded charge does not withdraw anything.
  const withdrawals = disputes.filter(({ balance_transactions }) =>
    balance_transactions.some(({ amount }) => amount < 0),
  );
  const lostCount = disputes.filter(({ balance_transactions, status }) => {
    const movedCents = balance_transactions.reduce((total, { amount }) => total + amount, 0);
    return movedCents < 0 && status !== 'won';
  }).length;
  const hasDebt = simulation.settledDebtCents > 0;
  return [
    ...times(isCharged ? 1 : 0, `${PLAYER} charged`),
    ...times(refunds.length - failedCount, `${PLAYER} refunded`),
    ...times(failedCount, `${PLAYER} refund_failed`),
    ...times(failedCount, `${ADMIN} refund_came_back`),
    ...times(transfers.length > 0 ? 1 : 0, `${HOST} paid_out`),
    ...times(reversalCount, `${HOST} payout_reversed`),
    ...times(reversalCount, `${ADMIN} host_payout_reversed`),
    ...times(withdrawals.length, `${HOST} charge_disputed`),
    ...times(withdrawals.length, `${ADMIN} payment_disputed`),
    ...times(simulation.adjustments.length, `${HOST} payout_adjusted`),
    ...times(lostCount, `${HOST} dispute_lost`),
    ...times(lostCount, `${ADMIN} payment_dispute_lost`),
    ...(hasDebt
      ? [`${PLAYER} payment_overdue`, `${HOST} charge_overdue`, `${ADMIN} payment_unpaid`]
      : []),
  ];
};

/** A notification replaces an earlier one with the same key; each is also an email. */
type Notice = Readonly<{ key: string; who: string }>;

type MoneyFact = PaymentEvent | PayoutEvent | Extract<BookingEvent, { type: 'BookingMoved' }>;

/** The notifications about money that was refused, released, settled, or returned by a bank. */
const noticesOfFact = (id: string, fact: MoneyFact): Notice[] => {
  const { bookingId } = fact.data;
  const notice = (who: string, ...key: string[]) => ({ key: [bookingId, ...key].join(), who });
  const alarm = (type: string) => notice(`${ADMIN} ${type}`, id, 'alarm');
  switch (fact.type) {
    case 'BookingMoved':
      return [notice(`${HOST} hour_moved`, fact.type)];
    case 'PaymentReleased':
      return fact.data.wasAuthorised ? [notice(`${PLAYER} hold_released`, fact.type)] : [];
    case 'PaymentRefundOrdered':
      return fact.data.hostCents > 0 ? [notice(`${HOST} refund_borne`, id)] : [];
    case 'PaymentDisputeOpened':
      return fact.data.isInquiry && fact.data.dueAt !== null ? [alarm('payment_inquiry')] : [];
    case 'PaymentDisputeClosed': {
      const { disputeId, won, returnedCents } = fact.data;
      const key = [fact.type, disputeId];
      // The other list counts lost disputes.
      if (!won) return [notice('', ...key)];
      return returnedCents > 0
        ? [notice(`${HOST} dispute_won`, ...key), alarm('payment_dispute_won')]
        : [];
    }
    case 'PaymentRefused': {
      const { attempts } = fact.data;
      if (attempts !== 1 && attempts !== LAST_ATTEMPT) return [];
      return [alarm(attempts === 1 ? 'payment_refused' : 'payment_retries_ended')];
    }
    case 'PaymentReturnDue':
      return [alarm('payment_return_due')];
    case 'PaymentSettledOtherwise': {
      const { obligation, outcome } = fact.data;
      if (obligation === 'charge')
        return outcome === 'paid'
          ? [notice(`${PLAYER} payment_settled`, id), notice(`${HOST} charge_settled`, id, 'host')]
          : [notice(`${PLAYER} payment_waived`, id), notice(`${HOST} charge_waived`, id, 'host')];
      if (obligation === 'hold') return [];
      return [notice(`${PLAYER} ${outcome === 'paid' ? 'refund_settled' : 'refund_waived'}`, id)];
    }
    case 'PayoutRefused': {
      const { step, isRepeated } = fact.data;
      if (isRepeated) return [];
      return step === 'transfer'
        ? [notice(`${HOST} payout_refused`, fact.type), alarm('transfer_refused')]
        : [alarm('reversal_refused')];
    }
    case 'PayoutDebtRecorded':
      return [alarm('host_debt')];
    case 'PayoutOffset':
      return [notice(`${HOST} payout_offset`, fact.data.offsetId)];
    default:
      return [];
  }
};

const noticesOf = (events: readonly RecordedEvent[]): Notice[] =>
  events.flatMap((event) => noticesOfFact(event.id, event as unknown as MoneyFact));

const recipientsOf = (notices: readonly Notice[]): string[] =>
  notices.map(({ who }) => who).filter((who) => who !== '');

const latestByKey = (notices: readonly Notice[]): readonly Notice[] => [
  ...new Map(notices.map((notice) => [notice.key, notice])).values(),
];

type NotifiedBooking = Readonly<{ simulation: MoneySimulation; stripe: AtStripe }>;

/** The end of a booking and its money movements at Stripe. */
const wantedFor = async ({ simulation, stripe }: NotifiedBooking): Promise<string[]> => {
  const { cancellation, paymentStatus } = (await simulation.booking()) ?? {};
  const isHostUnaware = cancellation?.reason === 'player_cancelled' && paymentStatus === 'unpaid';
  const ofBooking = cancellation && !isHostUnaware ? ofCancellation[cancellation.reason] : null;
  return [
    ...ofMoney(simulation, stripe),
    ...(ofBooking ? [ofBooking] : []),
    ...(simulation.hasPayoutWaited ? [`${HOST} payouts_waiting`] : []),
  ];
};

/**
 * The people who were not notified of a change to a booking or of a money movement. Emails are not
 * sent for events that were followed more than a day late.
 */
export const missingNotifications = async (
  bookings: readonly NotifiedBooking[],
): Promise<string[]> => {
  const { courtly, emails } = bookings[0]!.simulation;
  const ofStripe = (await Promise.all(bookings.map(wantedFor))).flat();
  const ofLog = noticesOf(courtly.events);
  const wanted = [...ofStripe, ...recipientsOf(latestByKey(ofLog))];
  const wantedEmails = [...ofStripe, ...recipientsOf(ofLog)];
  return [
    ...missingIn(wanted, bookings[0]!.simulation.notified()).map(
      (missing) => `no notification: ${missing}`,
    ),
    ...(courtly.wasFollowedLate ? [] : missingIn(wantedEmails, emails)).map(
      (missing) => `no email: ${missing}`,
    ),
  ];
};
