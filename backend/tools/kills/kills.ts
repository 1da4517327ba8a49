import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import { EventStore } from '@courtly/backend/platform/stores/event-store';
import { type Figure, checkedFigure, plainFigure } from '../bench/measured.js';
import { checkMoney, operatorChecks } from '../bench/money.js';
import { type MoneyClub, slotAt, createMoneyClub } from '../bench/money-club.js';
import type { Expected } from '../bench/money-sums.js';
import { measured } from '../bench/report.js';
import { createPayer } from '../demand/pay.js';
import type { Server } from '../server.js';
import { stripeOf } from '../stripe.js';
import {
  type KillsContext,
  bookAndSettle,
  loseDispute,
  paidOut,
  payHost,
  reversed,
} from './lives.js';
import {
  type Kind,
  type Tally,
  notes,
  payoutCalls,
  points,
  settlementCalls,
  createTally,
} from './points.js';
import { startVictim } from './victim.js';

export type KillsOptions = Readonly<{
  kills: number;
  lanes: number;
  victims: number;
  settlementOnly?: boolean;
}>;

type Bookings = Map<string, Expected>;
type Phase = Readonly<{
  cli: Cli;
  server: Server;
  club: MoneyClub;
  startedAt: number;
  tally: Tally;
  options: KillsOptions;
}>;

const allCalls = Object.keys(notes) as Kind[];
const PLAYERS = 20;
const MOST_BOOKINGS = 20_000;
/**
 * Half of all bookings are played, each with one payout and one reversal. With 3 per kill, 400
 * kills lacked one transfer.
 */
const BOOKINGS_A_KILL = 4;

/** Runs work in parallel lanes until `next` returns null. */
const runInLanes = async (lanes: number, next: () => Promise<void> | null) => {
  const lane = async () => {
    for (let work = next(); work; work = next()) await work;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/** Runs work on workers that are killed. Stops them afterwards. `tell` receives each death. */
const withVictims = async (
  { cli, server, club, startedAt, tally, options }: Phase,
  tell: () => void,
  work: (world: KillsContext) => Promise<void>,
): Promise<void> => {
  const { environment, base } = server;
  const pay = (await createPayer(base))!;
  await withApplication(
    { ...cli, environment: { ...cli.environment, ...environment } },
    async (app) => {
      const store = app.get(EventStore);
      const noted: KillsContext['noted'] = async (category, bookingId) =>
        (await store.read(`${category}-${bookingId}`)).map(({ type }) => type);
      const isRecorded = async ({ kind, bookingId }: { kind: Kind; bookingId: string }) =>
        (await noted(payoutCalls.includes(kind) ? 'payout' : 'payment', bookingId)).includes(
          notes[kind],
        );
      let died = Date.now();
      const counted: Tally = {
        ...tally,
        count(kind, point) {
          died = Date.now();
          tally.count(kind, point);
          tell();
        },
      };
      const setting = { environment, tally: counted, isRecorded };
      const victims = await Promise.all(
        Array.from({ length: options.victims }, () => startVictim(setting)),
      );
      try {
        const world = {
          club,
          stripe: stripeOf(environment),
          pay,
          startedAt,
          noted,
          lastDeathAt: () => died,
        };
        await Promise.race([work(world), ...victims.map(({ failed }) => failed)]);
      } finally {
        await Promise.all(victims.map((victim) => victim.stop()));
      }
    },
  );
};

const progress = (tally: Tally, kinds: readonly Kind[]): string =>
  points
    .map((point) => `${kinds.reduce((sum, kind) => sum + tally.of(kind, point), 0)} ${point}`)
    .join(', ');

/** Makes, pays, approves, and cancels bookings until enough workers have died. */
const settle = (
  phase: Phase,
  bookings: Bookings,
  tell: (progress: string) => void,
): Promise<void> => {
  const { tally, options } = phase;
  const least = options.settlementOnly ? 0 : BOOKINGS_A_KILL * options.kills;
  let begun = 0;
  const tellOn = () =>
    tell(
      `${formatCount(bookings.size)} of ${formatCount(begun)} bookings; killed: ${progress(tally, settlementCalls)}`,
    );
  return withVictims(phase, tellOn, (world) => {
    const next = () => {
      if ((tally.isDone(settlementCalls) && begun >= least) || begun === MOST_BOOKINGS) return null;
      return bookAndSettle(world, begun++).then(({ id, ends }) => {
        bookings.set(id, ends);
        tellOn();
      });
    };
    return runInLanes(options.lanes, next);
  });
};

const playedByHost = async (phase: Phase, bookings: Bookings) => {
  const { api } = stripeOf(phase.server.environment);
  const played: { id: string; chargeId: string; courtId: string }[] = [];
  for await (const { latest_charge: charge, metadata } of api.paymentIntents.list({ limit: 100 })) {
    const id = metadata['bookingId'] ?? '';
    if (bookings.get(id)?.refundedCents === null)
      played.push({ id, chargeId: String(charge), courtId: courtOf(id) });
  }
  return Map.groupBy(played, ({ courtId }) => courtId);
};

/** A booking id begins with the ids of its court and day. */
const courtOf = (bookingId: string): string => bookingId.split('-')[0]!;

/** Pays hosts and reverses disputed payouts while workers are killed. */
const payOut = async (
  phase: Phase,
  bookings: Bookings,
  tell: (progress: string) => void,
): Promise<void> => {
  const { tally, options, club } = phase;
  const played = await playedByHost(phase, bookings);
  const left = [...club.hosts];
  const tellOn = () =>
    tell(`${formatCount(left.length)} hosts left; killed: ${progress(tally, payoutCalls)}`);
  await withVictims(phase, tellOn, (world) => {
    const settleHost = async ({ accountId, courtId }: MoneyClub['hosts'][number]) => {
      const own = played.get(courtId) ?? [];
      await payHost(
        world,
        accountId,
        own.map(({ id }) => id),
      );
      for (const { id } of own) bookings.set(id, paidOut);
      const givingBack = own.map(({ id, chargeId }) => loseDispute(world, id, chargeId));
      await Promise.all(givingBack);
      for (const { id } of own) bookings.set(id, reversed);
      tellOn();
    };
    const next = () => {
      const host = left.shift();
      return host ? settleHost(host) : null;
    };
    return runInLanes(options.lanes, next);
  });
};

const killed = (cli: Cli, tally: Tally, kinds: readonly Kind[], least: number): Figure[] => {
  const rows = kinds.map((kind) => [
    kind,
    ...points.map((point) => formatCount(tally.of(kind, point))),
  ]);
  cli.print(formatTable([['processes killed', ...points], ...rows]));
  cli.print('');
  return points.map((point) =>
    checkedFigure(
      `killed ${point}`,
      formatCount(tally.at(point)),
      `${formatCount(least)}`,
      tally.at(point) >= least,
    ),
  );
};

const measure = async (cli: Cli, server: Server, options: KillsOptions): Promise<Figure[]> => {
  const kinds = options.settlementOnly ? settlementCalls : allCalls;
  const tally = createTally(Math.ceil(options.kills / kinds.length));
  const bookings: Bookings = new Map();
  const stripe = stripeOf(server.environment);
  const hosts = Math.max(4, options.kills);
  const club = await cli.step('Listing courts', () =>
    createMoneyClub(server.base, stripe, { hosts, players: PLAYERS, isPaid: false }),
  );
  const startedAt = Date.now();
  const phase = { cli, server, club, startedAt, tally, options };
  await cli.step('Booking while workers are killed', (tell) => settle(phase, bookings, tell));
  let last = server;
  try {
    if (!options.settlementOnly) {
      const end = Date.parse(slotAt(club, bookings.size, startedAt).endTime) + DAY_MS + HOUR_MS;
      last = await cli.step('Advancing the clock past the hours', () =>
        server.later(new Date(end).toISOString()),
      );
      const advance = Math.ceil((end - Date.now()) / 1_000);
      await stripeOf(last.environment).control('POST', '/clock', { advance });
      await cli.step('Paying hosts while workers are killed', (tell) =>
        payOut({ ...phase, server: last }, bookings, tell),
      );
    }
    return [
      plainFigure('bookings', formatCount(bookings.size)),
      ...killed(cli, tally, kinds, options.kills),
      ...(await checkMoney(cli, last.environment, bookings)),
      ...(await operatorChecks(cli, last.environment)),
    ];
  } finally {
    await last.stop();
  }
};

/**
 * Kills workers at each point around each call to Stripe, then proves that money moved exactly
 * once.
 */
export const kills = (cli: Cli, options: KillsOptions): Promise<void> => {
  const changes = { paymentRequired: true, payMinutes: 120 };
  return measured(cli, (server) => measure(cli, server, options), { changes, worker: false });
};
