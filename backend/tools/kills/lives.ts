import { setTimeout as delay } from 'node:timers/promises';
import type { Expected } from '../bench/money-sums.js';
import { type MoneyClub, nthHour } from '../bench/money-club.js';
import { type Pay, untilPayment } from '../demand/pay.js';
import type { StripeStandIn } from '../stripe.js';

/**
 * What bookings live in: the club, Stripe, how to pay, what the log holds of one booking's money, and when a worker died last, in
 * milliseconds since 1970.
 */
export type World = Readonly<{
  club: MoneyClub;
  stripe: StripeStandIn;
  pay: Pay;
  startedAt: number;
  noted(category: 'payment' | 'payout', bookingId: string): Promise<readonly string[]>;
  lastDeath(): number;
}>;

const ASK_EVERY_MS = 250;
const PATIENCE_MS = 10 * 60_000;

/** What every hour of 100 dollars comes to under the open policy, in cents. */
export const charged: Expected = {
  chargedCents: 11_000,
  refundedCents: null,
  transferredCents: null,
  reversedCents: null,
};
export const refunded: Expected = { ...charged, refundedCents: 11_000 };
export const paidOut: Expected = { ...charged, transferredCents: 9_900 };
export const reversed: Expected = { ...paidOut, reversedCents: 9_900 };

/** Waits until the log holds a note. @throws Error where no worker has died for ten minutes, which would hold it up */
const untilNoted = async (
  { noted, lastDeath }: World,
  category: 'payment' | 'payout',
  bookingId: string,
  type: string,
) => {
  for (const begun = Date.now(); ; await delay(ASK_EVERY_MS)) {
    if ((await noted(category, bookingId)).includes(type)) return;
    if (Date.now() > Math.max(begun, lastDeath()) + PATIENCE_MS)
      throw new Error(`booking ${bookingId}: ${type} is not noted`);
  }
};

/** The nth booking is made, paid and approved; each second one is cancelled again, and its money comes back. */
export const bookAndSettle = async (
  world: World,
  nth: number,
): Promise<Readonly<{ id: string; ends: Expected }>> => {
  const { club, pay, startedAt } = world;
  const player = club.players[nth % club.players.length]!;
  const { host, startTime, endTime } = nthHour(club, nth, startedAt);
  const body = { courtId: host.courtId, startTime, endTime };
  const { id } = await player.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body,
    key: `book-${nth}`,
  });
  await pay(player, id);
  const path = `/api/bookings/${id}/status`;
  await host.session.expect({
    method: 'PATCH',
    path,
    body: { status: 'confirmed' },
    key: `approve-${nth}`,
  });
  await untilPayment('a charge', player, id, ({ paymentStatus }) => paymentStatus === 'captured');
  if (nth % 2 === 0) return { id, ends: charged };
  await player.expect({
    method: 'POST',
    path: `/api/bookings/${id}/cancel`,
    body: {},
    key: `cancel-${nth}`,
  });
  await untilNoted(world, 'payment', id, 'PaymentRefunded');
  return { id, ends: refunded };
};

/** A host's account can receive money at last, and the bookings of that host are paid out. */
export const payHost = async (
  world: World,
  accountId: string,
  bookings: readonly string[],
): Promise<void> => {
  await world.stripe.control('POST', `/accounts/${accountId}/transfers`, { status: 'active' });
  await Promise.all(bookings.map((id) => untilNoted(world, 'payout', id, 'PayoutTransferred')));
};

/** The player's bank takes the money of a paid hour back for good, so that the host's part has to come back as well. */
export const loseDispute = async (
  { stripe, ...world }: World,
  bookingId: string,
  chargeId: string,
): Promise<void> => {
  const { id } = await stripe.control<{ id: string }>('POST', `/charges/${chargeId}/dispute`, {});
  await stripe.control('POST', `/disputes/${id}/close`, { status: 'lost' });
  await untilNoted({ stripe, ...world }, 'payout', bookingId, 'PayoutReversed');
};
