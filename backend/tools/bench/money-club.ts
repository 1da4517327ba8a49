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

/** Registration hashes passwords, so more concurrency does not help. */
const CONCURRENCY = 4;
const FIRST_DAY = 2;
const person = { firstName: 'Bench', lastName: 'Mark' };

const createHost = async (
  base: string,
  { api, control }: StripeStandIn,
  index: number,
  isPaid: boolean,
): Promise<Host> => {
  const session = await join(base, { ...person, name: `money-host-${index}`, role: 'owner' });
  const place = { location: 'Scottsdale', address: `${index + 1} Money Road`, zone: ZONE };
  const listing = { name: `Court ${index}`, hourlyRate: '100.00', ...place };
  const courtId = await listCourt(session, `money-${index}`, listing);
  const hostId = await idOf(session);
  const path = '/api/host/payout-account';
  await session.expect({ method: 'POST', path, body: {}, key: `account-${index}` });
  for await (const { id, metadata } of api.accounts.list({ limit: 100 })) {
    if (metadata?.['hostId'] !== hostId) continue;
    if (isPaid) await control('POST', `/accounts/${id}/transfers`, { status: 'active' });
    return { session, hostId, courtId, accountId: id };
  }
  throw new Error(`Stripe has no account of ${hostId}`);
};

/** Opens a club. With `isPaid` its hosts can receive payouts immediately. */
export const createMoneyClub = async (
  base: string,
  stripe: StripeStandIn,
  counts: Readonly<{ hosts: number; players: number; isPaid: boolean }>,
): Promise<MoneyClub> => {
  const together = pLimit(CONCURRENCY);
  const each = (count: number) => Array.from({ length: count }, (_, index) => index);
  const hosts = each(counts.hosts).map((index) =>
    together(() => createHost(base, stripe, index, counts.isPaid)),
  );
  const players = each(counts.players).map((index) =>
    together(() => join(base, { ...person, name: `money-player-${index}`, role: 'player' })),
  );
  return { hosts: await Promise.all(hosts), players: await Promise.all(players) };
};

/** The nth hour to book. Hours are consecutive at each court and start the day after tomorrow. */
export const slotAt = ({ hosts }: Pick<MoneyClub, 'hosts'>, nth: number, now: number) => {
  const first = Math.ceil(now / DAY_MS + FIRST_DAY) * DAY_MS;
  const start = first + Math.floor(nth / hosts.length) * HOUR_MS;
  const [startTime, endTime] = [start, start + HOUR_MS].map((ms) => new Date(ms).toISOString()) as [
    string,
    string,
  ];
  return { host: hosts[nth % hosts.length]!, startTime, endTime };
};
