import { ADMIN } from './alarm-handler.js';
import { missingIn } from './missing-notifications.js';
import { HOST, type MoneySimulation } from './money-simulation.js';
import type { AtStripe } from './outcome.js';

const PLAYER = 'pavel';

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

/**
 * The people who were not notified of a change to the booking or of a money movement. Emails are
 * sent only once, so they can be lost with Redis.
 */
export const missingNotifications = async (
  simulation: MoneySimulation,
  stripe: AtStripe,
): Promise<string[]> => {
  const { cancellation, paymentStatus } = (await simulation.booking()) ?? {};
  const isHostUnaware = cancellation?.reason === 'player_cancelled' && paymentStatus === 'unpaid';
  const ofBooking = cancellation && !isHostUnaware ? ofCancellation[cancellation.reason] : null;
  const wanted = [...ofMoney(simulation, stripe), ...(ofBooking ? [ofBooking] : [])];
  const { wasFollowedLate } = simulation.courtly;
  return [
    ...missingIn(wanted, simulation.notified()).map((missing) => `no notification: ${missing}`),
    ...(wasFollowedLate ? [] : missingIn(wanted, simulation.emails)).map(
      (missing) => `no email: ${missing}`,
    ),
  ];
};
