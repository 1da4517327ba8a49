import { setTimeout as delay } from 'node:timers/promises';
import { withApplication } from '@courtly/backend/cli/application';
import type { Cli } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import { readLog } from '@courtly/backend/verify/log';
import pLimit from 'p-limit';
import { advanceTo } from '../advance.js';
import { boundedStep } from '../bounded.js';
import { runCourtly } from '../courtly.js';
import { type Pay, createPayer, untilPayment } from '../demand/pay.js';
import type { Server } from '../server.js';
import { type StripeStandIn, stripeOf } from '../stripe.js';
import { type Figure, checkedFigure, plainFigure } from './measured.js';
import { type MoneyClub, slotAt, createMoneyClub } from './money-club.js';
import {
  type Expected,
  type FindProblems,
  type RecordedMoneyEvent,
  stripeBalances,
  ledgerBalances,
  effectsAtStripe,
  findMoneyProblems,
} from './money-sums.js';
import { measured } from './report.js';

/**
 * `concurrent` limits how many runs happen at the same time. By default, all runs are concurrent.
 */
export type MoneyOptions = Readonly<{ runs: number; concurrent?: number }>;

/** A sweep makes at most 200 payouts per host, and this club stays below that. */
const CLUB = { hosts: 40, players: 40, isPaid: true };
const WEATHER = {
  duplicate: { fraction: 0.1 },
  reorder: { fraction: 0.1 },
  lose: { fraction: 0.05 },
};
const POLL_INTERVAL_MS = 2_000;
const PAID_WITHIN_MS = 30 * MINUTE_MS;
const LISTED_WITHIN_MS = 20 * MINUTE_MS;
const CHECKED_WITHIN_MS = 30 * MINUTE_MS;
/** An hour of $100 plus the player's 10% fee. */
const expected: Expected = {
  chargedCents: 11_000,
  refundedCents: null,
  transferredCents: 9_900,
  reversedCents: null,
};

type Book = Readonly<{ club: MoneyClub; pay: Pay; now: number }>;

/** Books, pays, and approves one hour. Returns the booking id. */
const bookAndPay = async ({ club, pay, now }: Book, runIndex: number): Promise<string> => {
  const playerSession = club.players[runIndex % club.players.length]!;
  const { host, startTime, endTime } = slotAt(club, runIndex, now);
  const requestBody = { courtId: host.courtId, startTime, endTime };
  const { id: bookingId } = await playerSession.expect<{ id: string }>({
    method: 'POST',
    path: '/api/bookings',
    body: requestBody,
    key: `run-${runIndex}`,
  });
  await pay(playerSession, bookingId);
  const requestPath = `/api/bookings/${bookingId}/status`;
  await host.session.expect({
    method: 'PATCH',
    path: requestPath,
    body: { status: 'confirmed' },
    key: `approve-${runIndex}`,
  });
  await untilPayment(
    'a charge',
    playerSession,
    bookingId,
    ({ paymentStatus }) => paymentStatus === 'captured',
  );
  return bookingId;
};

export const readMoneyEvents = (commandLine: Cli, environment: Readonly<Record<string, string>>) =>
  withApplication(
    { ...commandLine, environment: { ...commandLine.environment, ...environment } },
    async (application) => {
      const recordedEvents: (RecordedMoneyEvent & object)[] = [];
      for await (const eventBatch of readLog(application, null, commandLine.interrupted))
        for (const event of eventBatch) {
          if ('unreadable' in event || !/^(?:payment|payout)-/.test(event.stream)) continue;
          const { bookingId } = event.data as { bookingId: string };
          recordedEvents.push({ ...event, bookingId });
        }
      return recordedEvents;
    },
  );

/** Waits until each host is paid at Stripe and the log records it. */
const untilPaidOut = async (
  commandLine: Cli,
  { environment }: Server,
  { api }: StripeStandIn,
  runs: number,
  reportProgress: (progress: string) => void,
) => {
  const countTransfers = async () => {
    let transferCount = 0;
    for await (const { object } of api.transfers.list({ limit: 100 }))
      transferCount += Number(object === 'transfer');
    return transferCount;
  };
  for (; ; await delay(POLL_INTERVAL_MS, undefined, { signal: commandLine.interrupted })) {
    const transferCount = await countTransfers();
    reportProgress(`${formatCount(transferCount)} of ${formatCount(runs)} transfers at Stripe`);
    if (transferCount < runs) continue;
    const recordedEvents = await readMoneyEvents(commandLine, environment);
    const recordedCount = recordedEvents.filter(({ type }) => type === 'PayoutTransferred').length;
    if (recordedCount >= runs) return;
    reportProgress(`${formatCount(recordedCount)} of ${formatCount(runs)} transfers in the log`);
  }
};

/** Checks each booking with `findProblems`, and compares the ledger with Stripe. */
export const checkMoney = async <E>(
  commandLine: Cli,
  environment: Readonly<Record<string, string>>,
  bookings: ReadonlyMap<string, E>,
  findProblems: FindProblems<E>,
): Promise<Figure[]> => {
  const stripeStandIn = stripeOf(environment);
  const { effectsByBooking, stripeTotals, moneyEvents } = await boundedStep(
    commandLine,
    'Reading the money at Stripe and in the log',
    CHECKED_WITHIN_MS,
    async (reportProgress) => {
      reportProgress('payments, charges, refunds, and transfers at Stripe');
      const effectsByBooking = await effectsAtStripe(stripeStandIn);
      reportProgress("Stripe's balance");
      const stripeTotals = await stripeBalances(stripeStandIn);
      reportProgress('the log');
      const moneyEvents = await readMoneyEvents(commandLine, environment);
      return { effectsByBooking, stripeTotals, moneyEvents };
    },
  );
  const recordedEvents = Map.groupBy(moneyEvents, ({ bookingId }) => bookingId);
  const typesOf = (bookingId: string) =>
    (recordedEvents.get(bookingId) ?? []).map(({ type }) => type);
  const problems = [...bookings].flatMap(([bookingId, expectedEffects]) =>
    findProblems(expectedEffects, effectsByBooking.get(bookingId), typesOf(bookingId)).map(
      (problem) => `${bookingId}: ${problem}`,
    ),
  );
  const unknownBookings = [...effectsByBooking.keys(), ...recordedEvents.keys()].filter(
    (bookingId) => !bookings.has(bookingId),
  );
  for (const problem of problems.slice(0, 20)) commandLine.note(problem);
  const balances = ledgerBalances([...recordedEvents.values()].flat());
  const subtotal = Object.values(balances).reduce((allPassed, cents) => allPassed + cents, 0);
  const balancesMatch = JSON.stringify(balances) === JSON.stringify(stripeTotals);
  if (!balancesMatch)
    commandLine.note(`log ${JSON.stringify(balances)}, Stripe ${JSON.stringify(stripeTotals)}`);
  return [
    checkedFigure(
      'effects that are missing, duplicated, or not recorded once',
      formatCount(problems.length),
      '0',
      problems.length === 0,
    ),
    checkedFigure(
      'effects without a booking',
      formatCount(unknownBookings.length),
      '0',
      unknownBookings.length === 0,
    ),
    checkedFigure('ledger: sum of all accounts in cents', String(subtotal), '0', subtotal === 0),
    checkedFigure(
      "ledger: equals Stripe's balances to the cent",
      balancesMatch ? 'yes' : 'no',
      'yes',
      balancesMatch,
    ),
  ];
};

export const operatorChecks = async (
  commandLine: Cli,
  environment: Readonly<Record<string, string>>,
): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const commandArguments of [['verify'], ['payments', 'reconcile']]) {
    const commandText = `courtly ${commandArguments.join(' ')}`;
    const { code, printed } = await commandLine.step(`Running ${commandText}`, () =>
      runCourtly(environment, ...commandArguments),
    );
    if (code !== 0) commandLine.note(printed);
    figures.push(checkedFigure(commandText, `exit ${code}`, 'exit 0', code === 0));
  }
  return figures;
};

const webhooksMet = async ({ control }: StripeStandIn): Promise<Figure> => {
  const { met: webhookFaults } = await control<{
    met: Record<'lost' | 'duplicated' | 'reordered', number>;
  }>('GET', '');
  const { data } = await control<{ data: object[] }>('GET', '/deliveries');
  const formattedTotals = `${formatCount(webhookFaults.duplicated)}, ${formatCount(webhookFaults.reordered)}, ${formatCount(webhookFaults.lost)} of ${formatCount(data.length)}`;
  const allPassed =
    Math.min(webhookFaults.duplicated, webhookFaults.reordered, webhookFaults.lost) > 0;
  return checkedFigure(
    'webhooks duplicated, reordered, lost',
    formattedTotals,
    'some of each',
    allPassed,
  );
};

const runMeasurement = async (
  commandLine: Cli,
  courtlyServer: Server,
  { runs, concurrent = runs }: MoneyOptions,
): Promise<Figure[]> => {
  const stripeStandIn = stripeOf(courtlyServer.environment);
  const moneyClub = await boundedStep(commandLine, 'Listing courts', LISTED_WITHIN_MS, () =>
    createMoneyClub(courtlyServer.base, stripeStandIn, CLUB),
  );
  await stripeStandIn.control('POST', '/webhooks', { seed: 1, ...WEATHER });
  const startOfRunMs = Date.now();
  const bookingContext = {
    club: moneyClub,
    pay: (await createPayer(courtlyServer.base))!,
    now: startOfRunMs,
  };
  let completedRuns = 0;
  const startedMs = performance.now();
  const bookingIds = await commandLine.step(
    `${formatCount(runs)} runs, ${formatCount(Math.min(runs, concurrent))} at a time: book, pay, approve`,
    (reportProgress) =>
      pLimit(concurrent).map(Array.from({ length: runs }).keys(), async (runIndex) => {
        const bookingId = await bookAndPay(bookingContext, runIndex);
        reportProgress(`${formatCount(++completedRuns)} of ${formatCount(runs)}`);
        return bookingId;
      }),
  );
  const charged = (performance.now() - startedMs) / 1_000;
  // One day after the last hour ends, plus a margin for clock skew.
  const laterMs = Date.parse(slotAt(moneyClub, runs - 1, startOfRunMs).endTime) + DAY_MS + HOUR_MS;
  const resumed = performance.now();
  const laterServer = await advanceTo(commandLine, courtlyServer, laterMs);
  try {
    const laterStripe = stripeOf(laterServer.environment);
    await boundedStep(
      commandLine,
      'Completing hours and paying hosts',
      PAID_WITHIN_MS,
      (reportProgress) => untilPaidOut(commandLine, laterServer, laterStripe, runs, reportProgress),
    );
    const paid = (performance.now() - resumed) / 1_000;
    return [
      plainFigure(
        'runs: booked, authorized, approved, captured',
        `${formatCount(runs)} in ${charged.toFixed(0)} s`,
      ),
      plainFigure('  completed and paid out after their hours', `in ${paid.toFixed(0)} s`),
      plainFigure('  runs/s', (runs / (charged + paid)).toFixed(1)),
      await webhooksMet(laterStripe),
      ...(await checkMoney(
        commandLine,
        laterServer.environment,
        new Map(bookingIds.map((bookingId) => [bookingId, expected])),
        findMoneyProblems,
      )),
      ...(await operatorChecks(commandLine, laterServer.environment)),
    ];
  } finally {
    await laterServer.stop();
  }
};

/**
 * Runs concurrent bookings from request to payout, while webhooks are duplicated, delayed, and
 * lost.
 */
export const money = (commandLine: Cli, commandOptions: MoneyOptions): Promise<void> =>
  measured(
    commandLine,
    (courtlyServer) => runMeasurement(commandLine, courtlyServer, commandOptions),
    {
      changes: { paymentRequired: true },
    },
  );
