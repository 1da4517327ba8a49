import { setTimeout as delay } from 'node:timers/promises';
import type { Expected } from '../bench/money-sums.js';
import { type MoneyClub, slotAt } from '../bench/money-club.js';
import { type Pay, untilPayment } from '../demand/pay.js';
import type { StripeStandIn } from '../stripe.js';

/**
 * What bookings need: the club, Stripe, payment, the log, and the time of the last kill (epoch ms).
 */
export type KillsContext = Readonly<{
  club: MoneyClub;
  stripe: StripeStandIn;
  pay: Pay;
  startedAt: number;
  noted(category: 'payment' | 'payout', bookingId: string): Promise<readonly string[]>;
  lastDeathAt(): number;
}>;

const POLL_INTERVAL_MS = 250;
const PATIENCE_MS = 10 * 60_000;

/** The charges for an hour that costs $100 under the open policy, in cents. */
export const charged: Expected = {
  chargedCents: 11_000,
  refundedCents: null,
  transferredCents: null,
  reversedCents: null,
};
export const refunded: Expected = { ...charged, refundedCents: 11_000 };
export const paidOut: Expected = { ...charged, transferredCents: 9_900 };
export const reversed: Expected = { ...paidOut, reversedCents: 9_900 };

/** Waits until the log contains the event. @throws Error if no worker has died for ten minutes */
const untilRecorded = async (
  { noted, lastDeathAt }: KillsContext,
  category: 'payment' | 'payout',
  bookingId: string,
  eventType: string,
) => {
  for (const startedMs = Date.now(); ; await delay(POLL_INTERVAL_MS)) {
    if ((await noted(category, bookingId)).includes(eventType)) return;
    if (Date.now() > Math.max(startedMs, lastDeathAt()) + PATIENCE_MS)
      throw new Error(`booking ${bookingId}: ${eventType} was not recorded`);
  }
};

/** Makes, pays, and approves the nth booking. Cancels every second one and waits for its refund. */
export const bookAndSettle = async (
  killsContext: KillsContext,
  bookingNumber: number,
): Promise<Readonly<{ id: string; ends: Expected }>> => {
  const { club, pay, startedAt } = killsContext;
  const playerSession = club.players[bookingNumber % club.players.length]!;
  const { host, startTime, endTime } = slotAt(club, bookingNumber, startedAt);
  const requestBody = { courtId: host.courtId, startTime, endTime };
  const { id } = await playerSession.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body: requestBody,
    key: `book-${bookingNumber}`,
  });
  await pay(playerSession, id);
  const requestPath = `/api/bookings/${id}/status`;
  await host.session.expect({
    method: 'PATCH',
    path: requestPath,
    body: { status: 'confirmed' },
    key: `approve-${bookingNumber}`,
  });
  await untilPayment(
    'a charge',
    playerSession,
    id,
    ({ paymentStatus }) => paymentStatus === 'captured',
  );
  if (bookingNumber % 2 === 0) return { id, ends: charged };
  await playerSession.expect({
    method: 'POST',
    path: `/api/bookings/${id}/cancel`,
    body: {},
    key: `cancel-${bookingNumber}`,
  });
  await untilRecorded(killsContext, 'payment', id, 'PaymentRefunded');
  return { id, ends: refunded };
};

/** Enables payouts for a host and waits for them. */
export const payHost = async (
  killsContext: KillsContext,
  accountId: string,
  bookings: readonly string[],
): Promise<void> => {
  await killsContext.stripe.control('POST', `/accounts/${accountId}/transfers`, {
    status: 'active',
  });
  await Promise.all(
    bookings.map((id) => untilRecorded(killsContext, 'payout', id, 'PayoutTransferred')),
  );
};

/** Loses a dispute about a paid hour, so that the host's share has to be reversed. */
export const loseDispute = async (
  { stripe, ...killsContext }: KillsContext,
  bookingId: string,
  chargeId: string,
): Promise<void> => {
  const { id } = await stripe.control<{ id: string }>('POST', `/charges/${chargeId}/dispute`, {});
  await stripe.control('POST', `/disputes/${id}/close`, { status: 'lost' });
  await untilRecorded({ stripe, ...killsContext }, 'payout', bookingId, 'PayoutReversed');
};
