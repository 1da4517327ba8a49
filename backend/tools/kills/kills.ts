import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount, formatTable } from '@courtly/backend/cli/table';
import { DAY_MS, HOUR_MS } from '@courtly/backend/platform/kernel/local-time';
import { EventStore } from '@courtly/backend/platform/stores/event-store';
import { advanceTo } from '../advance.js';
import { type Figure, checkedFigure, plainFigure } from '../bench/measured.js';
import { checkMoney, operatorChecks } from '../bench/money.js';
import { type MoneyClub, slotAt, createMoneyClub } from '../bench/money-club.js';
import { type Expected, findMoneyProblems } from '../bench/money-sums.js';
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
 * Half of the bookings are played, and each of those has one payout and one reversal. With 3
 * bookings per kill, 400 kills lacked one transfer.
 */
const BOOKINGS_A_KILL = 4;

/** Runs work in parallel lanes until `nextWork` returns null. */
const runInLanes = async (lanes: number, nextWork: () => Promise<void> | null) => {
  const runLane = async () => {
    for (let pendingWork = nextWork(); pendingWork; pendingWork = nextWork()) await pendingWork;
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
};

/**
 * Runs work on workers that are repeatedly killed, and stops them afterwards. `reportProgress` is
 * called at each death.
 */
const withVictims = async (
  { cli, server, club, startedAt, tally: killTally, options }: Phase,
  reportProgress: () => void,
  work: (killsContext: KillsContext) => Promise<void>,
): Promise<void> => {
  const { environment, base } = server;
  const payBooking = (await createPayer(base))!;
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
        ...killTally,
        count(callKind, killPoint) {
          deathAt = Date.now();
          killTally.count(callKind, killPoint);
          reportProgress();
        },
      };
      const serverSetting = { environment, tally: recordingTally, isRecorded };
      const victims = await Promise.all(
        Array.from({ length: options.victims }, () => startVictim(serverSetting)),
      );
      try {
        const killsContext = {
          club,
          stripe: stripeOf(environment),
          pay: payBooking,
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

const progress = (killTally: Tally, callKinds: readonly Kind[]): string =>
  points
    .map(
      (killPoint) =>
        `${callKinds.reduce((subtotal, callKind) => subtotal + killTally.of(callKind, killPoint), 0)} ${killPoint}`,
    )
    .join(', ');

/** Makes, pays, approves, and cancels bookings until enough workers have died. */
const settleBookings = (
  killsPhase: Phase,
  bookings: Bookings,
  reportProgress: (progress: string) => void,
): Promise<void> => {
  const { tally: killTally, options } = killsPhase;
  const minimum = options.settlementOnly ? 0 : BOOKINGS_A_KILL * options.kills;
  let startedCount = 0;
  const reportNext = () =>
    reportProgress(
      `${formatCount(bookings.size)} of ${formatCount(startedCount)} bookings; killed: ${progress(killTally, settlementCalls)}`,
    );
  return withVictims(killsPhase, reportNext, (killsContext) => {
    const nextWork = () => {
      if (
        (killTally.isDone(settlementCalls) && startedCount >= minimum) ||
        startedCount === MOST_BOOKINGS
      )
        return null;
      return bookAndSettle(killsContext, startedCount++).then(({ id, ends }) => {
        bookings.set(id, ends);
        reportNext();
      });
    };
    return runInLanes(options.lanes, nextWork);
  });
};

const playedByHost = async (killsPhase: Phase, bookings: Bookings) => {
  const { api } = stripeOf(killsPhase.server.environment);
  const bookingList: { id: string; chargeId: string; courtId: string }[] = [];
  for await (const { latest_charge: charge, metadata } of api.paymentIntents.list({ limit: 100 })) {
    const id = metadata['bookingId'] ?? '';
    if (bookings.get(id)?.refundedCents === null)
      bookingList.push({ id, chargeId: String(charge), courtId: courtOf(id) });
  }
  return Map.groupBy(bookingList, ({ courtId }) => courtId);
};

/** A booking id begins with the id of its court. */
const courtOf = (bookingId: string): string => bookingId.split('-')[0]!;

/** Pays hosts and reverses disputed payouts while workers are killed. */
const payOut = async (
  killsPhase: Phase,
  bookings: Bookings,
  reportProgress: (progress: string) => void,
): Promise<void> => {
  const { tally: killTally, options, club } = killsPhase;
  const playedBookings = await playedByHost(killsPhase, bookings);
  const remainingHosts = [...club.hosts];
  const reportNext = () =>
    reportProgress(
      `${formatCount(remainingHosts.length)} hosts left; killed: ${progress(killTally, payoutCalls)}`,
    );
  await withVictims(killsPhase, reportNext, (killsContext) => {
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
    const nextWork = () => {
      const moneyHost = remainingHosts.shift();
      return moneyHost ? settleHost(moneyHost) : null;
    };
    return runInLanes(options.lanes, nextWork);
  });
};

const killed = (
  commandLine: Cli,
  killTally: Tally,
  callKinds: readonly Kind[],
  minimum: number,
): Figure[] => {
  const tableRows = callKinds.map((callKind) => [
    callKind,
    ...points.map((killPoint) => formatCount(killTally.of(callKind, killPoint))),
  ]);
  commandLine.print(formatTable([['processes killed', ...points], ...tableRows]));
  commandLine.print('');
  return points.map((killPoint) =>
    checkedFigure(
      `killed ${killPoint}`,
      formatCount(killTally.at(killPoint)),
      `${formatCount(minimum)}`,
      killTally.at(killPoint) >= minimum,
    ),
  );
};

const runMeasurement = async (
  commandLine: Cli,
  courtlyServer: Server,
  commandOptions: KillsOptions,
): Promise<Figure[]> => {
  const callKinds = commandOptions.settlementOnly ? settlementCalls : allCalls;
  const killTally = createTally(Math.ceil(commandOptions.kills / callKinds.length));
  const bookings: Bookings = new Map();
  const stripeStandIn = stripeOf(courtlyServer.environment);
  const hostCount = Math.max(4, commandOptions.kills);
  const moneyClub = await commandLine.step('Listing courts', () =>
    createMoneyClub(courtlyServer.base, stripeStandIn, {
      hosts: hostCount,
      players: PLAYERS,
      isPaid: false,
    }),
  );
  const startedAt = Date.now();
  const killsPhase = {
    cli: commandLine,
    server: courtlyServer,
    club: moneyClub,
    startedAt,
    tally: killTally,
    options: commandOptions,
  };
  await commandLine.step('Booking while workers are killed', (reportProgress) =>
    settleBookings(killsPhase, bookings, reportProgress),
  );
  let laterServer = courtlyServer;
  try {
    if (!commandOptions.settlementOnly) {
      const endMs =
        Date.parse(slotAt(moneyClub, bookings.size, startedAt).endTime) + DAY_MS + HOUR_MS;
      laterServer = await advanceTo(commandLine, courtlyServer, endMs);
      await commandLine.step('Paying hosts while workers are killed', (reportProgress) =>
        payOut({ ...killsPhase, server: laterServer }, bookings, reportProgress),
      );
    }
    return [
      plainFigure('bookings', formatCount(bookings.size)),
      ...killed(commandLine, killTally, callKinds, commandOptions.kills),
      ...(await checkMoney(commandLine, laterServer.environment, bookings, findMoneyProblems)),
      ...(await operatorChecks(commandLine, laterServer.environment)),
    ];
  } finally {
    await laterServer.stop();
  }
};

/**
 * Kills workers at each point around each call to Stripe, then proves that money moved exactly
 * once.
 */
export const kills = (commandLine: Cli, commandOptions: KillsOptions): Promise<void> => {
  const changes = { paymentRequired: true, payMinutes: 120 };
  return measured(
    commandLine,
    (courtlyServer) => runMeasurement(commandLine, courtlyServer, commandOptions),
    {
      changes,
      worker: false,
    },
  );
};
