import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import { readLog } from '@courtly/backend/verify/log';
import { runCourtly } from '../courtly.js';
import { type Pay, createPayer, untilPayment } from '../demand/pay.js';
import type { Server } from '../server.js';
import { type StripeStandIn, stripeOf } from '../stripe.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { idOf } from './members.js';
import { type MoneyClub, slotAt, createMoneyClub } from './money-club.js';
import {
  type Expected,
  type RecordedMoneyEvent,
  stripeBalances,
  ledgerBalances,
  effectsAtStripe,
  findMoneyProblems,
} from './money-sums.js';
import { outboxToQueue } from './outbox.js';
import { measured } from './report.js';

export type MoneyOptions = Readonly<{ runs: number; jobs: number }>;

/** A sweep makes at most 200 payouts per host; this club stays below that. */
const CLUB = { hosts: 40, players: 40, isPaid: true };
const WEATHER = {
  duplicate: { fraction: 0.1 },
  reorder: { fraction: 0.1 },
  lose: { fraction: 0.05 },
};
const POLL_INTERVAL_MS = 2_000;
const PAID_WITHIN_MS = 20 * 60_000;
/** An hour of $100 plus the player's 10% fee. */
const expected: Expected = {
  chargedCents: 11_000,
  refundedCents: null,
  transferredCents: 9_900,
  reversedCents: null,
};

type Book = Readonly<{ club: MoneyClub; pay: Pay; now: number }>;

/** Books, pays, and approves one hour. Returns the booking id. */
const bookAndPay = async ({ club, pay, now }: Book, nth: number): Promise<string> => {
  const player = club.players[nth % club.players.length]!;
  const { host, startTime, endTime } = slotAt(club, nth, now);
  const body = { courtId: host.courtId, startTime, endTime };
  const { id } = await player.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body,
    key: `run-${nth}`,
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
  return id;
};

export const readMoneyEvents = (cli: Cli, environment: Readonly<Record<string, string>>) =>
  withApplication({ ...cli, environment: { ...cli.environment, ...environment } }, async (app) => {
    const noted: (RecordedMoneyEvent & object)[] = [];
    for await (const batch of readLog(app, null, cli.interrupted))
      for (const event of batch) {
        if ('unreadable' in event || !/^(?:payment|payout)-/.test(event.stream)) continue;
        const { bookingId } = event.data as { bookingId: string };
        noted.push({ ...event, bookingId });
      }
    return noted;
  });

/**
 * Waits until each host is paid at Stripe and the log records it.
 * @throws Failure after 20 minutes
 */
const untilPaidOut = async (
  cli: Cli,
  { environment }: Server,
  { api }: StripeStandIn,
  runs: number,
) => {
  const transfers = async () => {
    let made = 0;
    for await (const { id } of api.transfers.list({ limit: 100 })) made += Number(id !== '');
    return made;
  };
  for (
    const deadline = Date.now() + PAID_WITHIN_MS;
    ;
    await delay(POLL_INTERVAL_MS, undefined, { signal: cli.interrupted })
  ) {
    const made = await transfers();
    const noted = made < runs ? [] : await readMoneyEvents(cli, environment);
    if (noted.filter(({ type }) => type === 'PayoutTransferred').length >= runs) return;
    if (Date.now() > deadline)
      throw new Failure(`${formatCount(made)} of ${formatCount(runs)} hosts have been paid.`);
  }
};

/** Checks each booking and compares the ledger with Stripe. */
export const checkMoney = async (
  cli: Cli,
  environment: Readonly<Record<string, string>>,
  bookings: ReadonlyMap<string, Expected>,
): Promise<Figure[]> => {
  const stripe = stripeOf(environment);
  const [made, atStripe] = [await effectsAtStripe(stripe), await stripeBalances(stripe)];
  const noted = Map.groupBy(await readMoneyEvents(cli, environment), ({ bookingId }) => bookingId);
  const typesOf = (id: string) => (noted.get(id) ?? []).map(({ type }) => type);
  const problems = [...bookings].flatMap(([id, wanted]) =>
    findMoneyProblems(wanted, made.get(id), typesOf(id)).map((problem) => `${id}: ${problem}`),
  );
  const strangers = [...made.keys(), ...noted.keys()].filter((id) => !bookings.has(id));
  for (const problem of problems.slice(0, 20)) cli.note(problem);
  const balances = ledgerBalances([...noted.values()].flat());
  const sum = Object.values(balances).reduce((all, cents) => all + cents, 0);
  const isSame = JSON.stringify(balances) === JSON.stringify(atStripe);
  if (!isSame) cli.note(`log ${JSON.stringify(balances)}, Stripe ${JSON.stringify(atStripe)}`);
  return [
    checkedFigure(
      'effects that are missing, duplicated, or not recorded once',
      formatCount(problems.length),
      '0',
      problems.length === 0,
    ),
    checkedFigure(
      'effects without a booking',
      formatCount(strangers.length),
      '0',
      strangers.length === 0,
    ),
    checkedFigure('ledger: sum of all accounts in cents', String(sum), '0', sum === 0),
    checkedFigure(
      "ledger: equals Stripe's balances to the cent",
      isSame ? 'yes' : 'no',
      'yes',
      isSame,
    ),
  ];
};

export const operatorChecks = async (
  cli: Cli,
  environment: Readonly<Record<string, string>>,
): Promise<Figure[]> => {
  const lines: Figure[] = [];
  for (const args of [['verify'], ['payments', 'reconcile']]) {
    const { code, printed } = await runCourtly(environment, ...args);
    if (code !== 0) cli.note(printed);
    lines.push(checkedFigure(`courtly ${args.join(' ')}`, `exit ${code}`, 'exit 0', code === 0));
  }
  return lines;
};

const webhooksMet = async ({ control }: StripeStandIn): Promise<Figure> => {
  const { met } = await control<{ met: Record<'lost' | 'duplicated' | 'reordered', number> }>(
    'GET',
    '',
  );
  const { data } = await control<{ data: object[] }>('GET', '/deliveries');
  const value = `${formatCount(met.duplicated)}, ${formatCount(met.reordered)}, ${formatCount(met.lost)} of ${formatCount(data.length)}`;
  const all = Math.min(met.duplicated, met.reordered, met.lost) > 0;
  return checkedFigure('webhooks duplicated, reordered, lost', value, 'some of each', all);
};

const measure = async (
  cli: Cli,
  server: Server,
  { runs, jobs }: MoneyOptions,
): Promise<Figure[]> => {
  const stripe = stripeOf(server.environment);
  const club = await cli.step('Listing courts', () => createMoneyClub(server.base, stripe, CLUB));
  await stripe.control('POST', '/webhooks', { seed: 1, ...WEATHER });
  const now = Date.now();
  const sides = { hostId: club.hosts[0]!.hostId, playerId: await idOf(club.players[0]!) };
  const book = { club, pay: (await createPayer(server.base))!, now };
  let done = 0;
  const started = performance.now();
  const ids = await cli.step(`${formatCount(runs)} concurrent runs: book, pay, approve`, (tell) =>
    Promise.all(
      Array.from({ length: runs }, async (_, nth) => {
        const id = await bookAndPay(book, nth);
        tell(`${formatCount(++done)} of ${formatCount(runs)}`);
        return id;
      }),
    ),
  );
  const charged = (performance.now() - started) / 1_000;
  // One day after the last hour ends, with a margin for clock skew.
  const later = Date.parse(slotAt(club, runs - 1, now).endTime) + DAY_MS + HOUR_MS;
  const then = await cli.step('Advancing the clock past the hours', () =>
    server.later(new Date(later).toISOString()),
  );
  try {
    const resumed = performance.now();
    const atStripe = stripeOf(then.environment);
    await atStripe.control('POST', '/clock', { advance: Math.ceil((later - Date.now()) / 1_000) });
    await cli.step('Completing hours and paying hosts', () =>
      untilPaidOut(cli, then, atStripe, runs),
    );
    const paid = (performance.now() - resumed) / 1_000;
    return [
      plainFigure(
        'runs: booked, authorized, approved, captured',
        `${formatCount(runs)} in ${charged.toFixed(0)} s`,
      ),
      plainFigure('  completed and paid out after their hours', `in ${paid.toFixed(0)} s`),
      plainFigure('  runs/s', (runs / (charged + paid)).toFixed(1)),
      await webhooksMet(atStripe),
      ...(await checkMoney(cli, then.environment, new Map(ids.map((id) => [id, expected])))),
      ...(await operatorChecks(cli, then.environment)),
      ...(await cli.step('Moving jobs from the log to the queue', () =>
        outboxToQueue(cli, then.environment, sides, jobs),
      )),
    ];
  } finally {
    await then.stop();
  }
};

/**
 * Runs concurrent bookings from request to payout while webhooks are duplicated, delayed, and
 * lost.
 */
export const money = (cli: Cli, options: MoneyOptions): Promise<void> =>
  measured(cli, (server) => measure(cli, server, options), { changes: { paymentRequired: true } });
