import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import pLimit from 'p-limit';
import type { Session } from '../client.js';
import { join, listCourt } from '../club.js';
import type { StripeStandIn } from '../stripe.js';
import { ZONE, idOf } from './members.js';

export type Host = Readonly<{
  session: Session;
  hostId: string;
  courtId: string;
  accountId: string;
}>;
export type MoneyClub = Readonly<{ hosts: readonly Host[]; players: readonly Session[] }>;

/** Registrations hash passwords, so a higher concurrency would not help. */
const CONCURRENCY = 4;
const FIRST_DAY = 2;
const profileName = { firstName: 'Bench', lastName: 'Mark' };

/**
 * Opens a host's payout account, which can receive payouts if `isPaid`. Returns the account's id.
 */
export const openPayouts = async (
  hostSession: Session,
  { api, control }: StripeStandIn,
  key: string,
  isPaid: boolean,
): Promise<string> => {
  const hostId = await idOf(hostSession);
  await hostSession.expect({ method: 'POST', path: '/api/host/payout-account', body: {}, key });
  for await (const { id, metadata } of api.accounts.list({ limit: 100 })) {
    if (metadata?.['hostId'] !== hostId) continue;
    if (isPaid) await control('POST', `/accounts/${id}/transfers`, { status: 'active' });
    return id;
  }
  throw new Error(`Stripe has no account of ${hostId}`);
};

const createHost = async (
  baseUrl: string,
  stripeStandIn: StripeStandIn,
  memberIndex: number,
  isPaid: boolean,
): Promise<Host> => {
  const userSession = await join(baseUrl, {
    ...profileName,
    name: `money-host-${memberIndex}`,
    role: 'owner',
  });
  const courtPlace = {
    location: 'Scottsdale',
    address: `${memberIndex + 1} Money Road`,
    zone: ZONE,
  };
  const listing = { name: `Court ${memberIndex}`, hourlyRate: '100.00', ...courtPlace };
  const courtId = await listCourt(userSession, `money-${memberIndex}`, listing);
  const hostId = await idOf(userSession);
  const accountId = await openPayouts(userSession, stripeStandIn, `account-${memberIndex}`, isPaid);
  return { session: userSession, hostId, courtId, accountId };
};

/** Opens a club. With `isPaid`, its hosts can receive payouts immediately. */
export const createMoneyClub = async (
  baseUrl: string,
  stripeStandIn: StripeStandIn,
  counts: Readonly<{ hosts: number; players: number; isPaid: boolean }>,
): Promise<MoneyClub> => {
  const together = pLimit(CONCURRENCY);
  const memberNumbers = (count: number) =>
    Array.from({ length: count }, (_, memberIndex) => memberIndex);
  const hosts = memberNumbers(counts.hosts).map((memberIndex) =>
    together(() => createHost(baseUrl, stripeStandIn, memberIndex, counts.isPaid)),
  );
  const players = memberNumbers(counts.players).map((memberIndex) =>
    together(() =>
      join(baseUrl, { ...profileName, name: `money-player-${memberIndex}`, role: 'player' }),
    ),
  );
  return { hosts: await Promise.all(hosts), players: await Promise.all(players) };
};

/** The nth hour to book. Hours are consecutive on each court and start the day after tomorrow. */
export const slotAt = ({ hosts }: Pick<MoneyClub, 'hosts'>, slotNumber: number, nowMs: number) => {
  const first = Math.ceil(nowMs / DAY_MS + FIRST_DAY) * DAY_MS;
  const startMs = first + Math.floor(slotNumber / hosts.length) * HOUR_MS;
  const [startTime, endTime] = [startMs, startMs + HOUR_MS].map((milliseconds) =>
    new Date(milliseconds).toISOString(),
  ) as [string, string];
  return { host: hosts[slotNumber % hosts.length]!, startTime, endTime };
};
