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
    for (let pendingWork = next(); pendingWork; pendingWork = next()) await pendingWork;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};

/** Runs work on workers that are killed. Stops them afterwards. `tell` receives each death. */
const withVictims = async (
  { cli, server, club, startedAt, tally, options }: Phase,
  reportProgress: () => void,
  work: (killsContext: KillsContext) => Promise<void>,
): Promise<void> => {
  const { environment, base } = server;
  const pay = (await createPayer(base))!;
  await withApplication(
    { ...cli, environment: { ...cli.environment, ...environment } },
    async (application) => {
      const eventStore = application.get(EventStore);
      const readRecorded: KillsContext['noted'] = async (category, bookingId) =>
        (await eventStore.read(`${category}-${bookingId}`)).map(({ type }) => type);
      const isRecorded = async ({ kind, bookingId }: { kind: Kind; bookingId: string }) =>
        (await readRecorded(payoutCalls.includes(kind) ? 'payout' : 'payment', bookingId)).includes(
          notes[kind],
        );
      let deathAt = Date.now();
      const recordingTally: Tally = {
        ...tally,
        count(callKind, killPoint) {
          deathAt = Date.now();
          tally.count(callKind, killPoint);
          reportProgress();
        },
      };
      const setting = { environment, tally: recordingTally, isRecorded };
      const victims = await Promise.all(
        Array.from({ length: options.victims }, () => startVictim(setting)),
      );
      try {
        const killsContext = {
          club,
          stripe: stripeOf(environment),
          pay,
          startedAt,
          noted: readRecorded,
          lastDeathAt: () => deathAt,
        };
        await Promise.race([work(killsContext), ...victims.map(({ failed }) => failed)]);
      } finally {
        await Promise.all(victims.map((victim) => victim.stop()));
      }
    },
  );
};

const progress = (tally: Tally, callKinds: readonly Kind[]): string =>
  points
    .map(
      (killPoint) =>
        `${callKinds.reduce((sum, callKind) => sum + tally.of(callKind, killPoint), 0)} ${killPoint}`,
    )
    .join(', ');

/** Makes, pays, approves, and cancels bookings until enough workers have died. */
const settle = (
  phase: Phase,
  bookings: Bookings,
  reportProgress: (progress: string) => void,
): Promise<void> => {
  const { tally, options } = phase;
  const minimum = options.settlementOnly ? 0 : BOOKINGS_A_KILL * options.kills;
  let startedCount = 0;
  const reportNext = () =>
    reportProgress(
      `${formatCount(bookings.size)} of ${formatCount(startedCount)} bookings; killed: ${progress(tally, settlementCalls)}`,
    );
  return withVictims(phase, reportNext, (killsContext) => {
    const next = () => {
      if (
        (tally.isDone(settlementCalls) && startedCount >= minimum) ||
        startedCount === MOST_BOOKINGS
      )
        return null;
      return bookAndSettle(killsContext, startedCount++).then(({ id, ends }) => {
        bookings.set(id, ends);
        reportNext();
      });
    };
    return runInLanes(options.lanes, next);
  });
};

const playedByHost = async (phase: Phase, bookings: Bookings) => {
  const { api } = stripeOf(phase.server.environment);
  const bookingList: { id: string; chargeId: string; courtId: string }[] = [];
  for await (const { latest_charge: charge, metadata } of api.paymentIntents.list({ limit: 100 })) {
    const id = metadata['bookingId'] ?? '';
    if (bookings.get(id)?.refundedCents === null)
      bookingList.push({ id, chargeId: String(charge), courtId: courtOf(id) });
  }
  return Map.groupBy(bookingList, ({ courtId }) => courtId);
};

/** A booking id begins with the ids of its court and day. */
const courtOf = (bookingId: string): string => bookingId.split('-')[0]!;

/** Pays hosts and reverses disputed payouts while workers are killed. */
const payOut = async (
  phase: Phase,
  bookings: Bookings,
  reportProgress: (progress: string) => void,
): Promise<void> => {
  const { tally, options, club } = phase;
  const playedBookings = await playedByHost(phase, bookings);
  const remainingHosts = [...club.hosts];
  const reportNext = () =>
    reportProgress(
      `${formatCount(remainingHosts.length)} hosts left; killed: ${progress(tally, payoutCalls)}`,
    );
  await withVictims(phase, reportNext, (killsContext) => {
    const settleHost = async ({ accountId, courtId }: MoneyClub['hosts'][number]) => {
      const hostBookings = playedBookings.get(courtId) ?? [];
      await payHost(
        killsContext,
        accountId,
        hostBookings.map(({ id }) => id),
      );
      for (const { id } of hostBookings) bookings.set(id, paidOut);
      const givingBack = hostBookings.map(({ id, chargeId }) =>
        loseDispute(killsContext, id, chargeId),
      );
      await Promise.all(givingBack);
      for (const { id } of hostBookings) bookings.set(id, reversed);
      reportNext();
    };
    const next = () => {
      const host = remainingHosts.shift();
      return host ? settleHost(host) : null;
    };
    return runInLanes(options.lanes, next);
  });
};

const killed = (cli: Cli, tally: Tally, callKinds: readonly Kind[], minimum: number): Figure[] => {
  const tableRows = callKinds.map((callKind) => [
    callKind,
    ...points.map((killPoint) => formatCount(tally.of(callKind, killPoint))),
  ]);
  cli.print(formatTable([['processes killed', ...points], ...tableRows]));
  cli.print('');
  return points.map((killPoint) =>
    checkedFigure(
      `killed ${killPoint}`,
      formatCount(tally.at(killPoint)),
      `${formatCount(minimum)}`,
      tally.at(killPoint) >= minimum,
    ),
  );
};

const runMeasurement = async (
  cli: Cli,
  courtlyServer: Server,
  options: KillsOptions,
): Promise<Figure[]> => {
  const callKinds = options.settlementOnly ? settlementCalls : allCalls;
  const tally = createTally(Math.ceil(options.kills / callKinds.length));
  const bookings: Bookings = new Map();
  const stripeStandIn = stripeOf(courtlyServer.environment);
  const hosts = Math.max(4, options.kills);
  const moneyClub = await cli.step('Listing courts', () =>
    createMoneyClub(courtlyServer.base, stripeStandIn, { hosts, players: PLAYERS, isPaid: false }),
  );
  const startedAt = Date.now();
  const phase = { cli, server: courtlyServer, club: moneyClub, startedAt, tally, options };
  await cli.step('Booking while workers are killed', (reportProgress) =>
    settle(phase, bookings, reportProgress),
  );
  let laterServer = courtlyServer;
  try {
    if (!options.settlementOnly) {
      const endMs =
        Date.parse(slotAt(moneyClub, bookings.size, startedAt).endTime) + DAY_MS + HOUR_MS;
      laterServer = await cli.step('Advancing the clock past the hours', () =>
        courtlyServer.later(new Date(endMs).toISOString()),
      );
      const advance = Math.ceil((endMs - Date.now()) / 1_000);
      await stripeOf(laterServer.environment).control('POST', '/clock', { advance });
      await cli.step('Paying hosts while workers are killed', (reportProgress) =>
        payOut({ ...phase, server: laterServer }, bookings, reportProgress),
      );
    }
    return [
      plainFigure('bookings', formatCount(bookings.size)),
      ...killed(cli, tally, callKinds, options.kills),
      ...(await checkMoney(cli, laterServer.environment, bookings)),
      ...(await operatorChecks(cli, laterServer.environment)),
    ];
  } finally {
    await laterServer.stop();
  }
};

/**
 * Kills workers at each point around each call to Stripe, then proves that money moved exactly
 * once.
 */
export const kills = (cli: Cli, options: KillsOptions): Promise<void> => {
  const changes = { paymentRequired: true, payMinutes: 120 };
  return measured(cli, (courtlyServer) => runMeasurement(cli, courtlyServer, options), {
    changes,
    worker: false,
  });
};
