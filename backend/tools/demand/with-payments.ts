import { setTimeout as delay } from 'node:timers/promises';
import { type Cli, Failure } from '@courtly/backend/cli/cli';
import { formatCount } from '@courtly/backend/cli/table';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@courtly/backend/platform/kernel/local-time';
import pLimit from 'p-limit';
import { advanceTo } from '../advance.js';
import { type Figure, plainFigure } from '../bench/measured.js';
import { checkMoney, operatorChecks } from '../bench/money.js';
import { openPayouts } from '../bench/money-club.js';
import { effectsAtStripe } from '../bench/money-sums.js';
import { measured } from '../bench/report.js';
import type { Session } from '../client.js';
import type { Server } from '../server.js';
import { stripeOf } from '../stripe.js';
import { type Club, createClub, rateOf, readRecords, signInAgain } from './club.js';
import {
  type Fate,
  type Outcome,
  fates,
  findOutcomeProblems,
  isSettled,
  middleOf,
  outcomeOf,
  planFates,
} from './fates.js';
import { createPayer } from './pay.js';
import { type DemandPlan, type HourRequest, planDemand } from './plan.js';
import { report, sendAll } from './requests.js';

type PaymentsOptions = Readonly<{ concurrency: number; seed: number }>;

type Booking = Readonly<{ bookingId: string; request: HourRequest; fate: Fate; outcome: Outcome }>;

/**
 * Authorizations for hours that are further away are charged at approval, before the clock moves.
 */
const AHEAD_MS = 9 * DAY_MS;
/** Longer than the run takes, so that only requests without a card expire. */
const PAY_MINUTES = 240;
const POLL_INTERVAL_MS = 10_000;
const SETTLED_WITHIN_MS = 30 * MINUTE_MS;

const statusPath = (bookingId: string) => `/api/bookings/${bookingId}/status`;

const answerRequest = (hostSession: Session, bookingId: string, body: object) =>
  hostSession.expect({
    method: 'PATCH',
    path: statusPath(bookingId),
    body,
    key: `answer-${bookingId}`,
  });
const cancelBooking = (userSession: Session, bookingId: string) =>
  userSession.expect({
    method: 'POST',
    path: `/api/bookings/${bookingId}/cancel`,
    body: {},
    key: `cancel-${bookingId}`,
  });

/** Requests and pays for the hours. Hosts respond, and some players cancel in time. */
const bookAll = async (
  commandLine: Cli,
  { base }: Server,
  demandPlan: DemandPlan,
  { courts, hosts, members }: Club,
  {
    runId,
    concurrency,
    planned,
    rates,
  }: Readonly<{
    runId: string;
    concurrency: number;
    planned: readonly Fate[];
    rates: ReadonlyMap<string, number>;
  }>,
): Promise<readonly Booking[]> => {
  const payBooking = (await createPayer(base))!;
  const bookings: Booking[] = [];
  const follow = async (bookingId: string, requestIndex: number) => {
    const request = demandPlan.slotRequests[requestIndex]!;
    const fate = planned[requestIndex]!;
    const playerSession = members.get(request.member)!;
    const hostSession = hosts.get(request.facility)!;
    const outcome = outcomeOf(fate, rates.get(request.facility)!);
    bookings.push({ bookingId, request, fate, outcome });
    if (fate === 'never paid') return;
    await payBooking(playerSession, bookingId);
    if (fate === 'declined by the host')
      return void (await answerRequest(hostSession, bookingId, {
        status: 'cancelled',
        reason: 'maintenance',
      }));
    await answerRequest(hostSession, bookingId, { status: 'confirmed' });
    if (fate === 'canceled in time') await cancelBooking(playerSession, bookingId);
  };
  const requestTotal = formatCount(demandPlan.slotRequests.length);
  const outcome = await commandLine.step(`Sending ${requestTotal} requests`, (reportProgress) =>
    sendAll(
      demandPlan,
      { courts, hosts, members },
      { runId, concurrency, follow },
      commandLine.interrupted,
      (startedCount) => reportProgress(`${formatCount(startedCount)} of ${requestTotal}`),
    ),
  );
  report(commandLine, demandPlan, outcome);
  return bookings;
};

/** Waits until Stripe shows all outcomes. @throws Failure after half an hour without progress */
const untilSettled = (
  commandLine: Cli,
  { environment }: Server,
  what: string,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> =>
  commandLine.step(what, async (reportProgress) => {
    let [leastOpen, progressAtMs] = [Infinity, Date.now()];
    for (;;) {
      const effectsByBooking = await effectsAtStripe(stripeOf(environment));
      const openBookings = [...outcomes].filter(([bookingId, outcome]) => {
        const stripeEffects = effectsByBooking.get(bookingId);
        return !stripeEffects || !isSettled(outcome, stripeEffects);
      });
      reportProgress(`${formatCount(openBookings.length)} of ${formatCount(outcomes.size)} open`);
      if (openBookings.length === 0) return;
      if (openBookings.length < leastOpen)
        [leastOpen, progressAtMs] = [openBookings.length, Date.now()];
      if (Date.now() > progressAtMs + SETTLED_WITHIN_MS) {
        for (const [bookingId, outcome] of openBookings.slice(0, 20))
          commandLine.note(
            `${bookingId}: ${findOutcomeProblems(outcome, effectsByBooking.get(bookingId)).join(', ')}`,
          );
        throw new Failure(`${formatCount(openBookings.length)} bookings did not settle.`);
      }
      await delay(POLL_INTERVAL_MS, undefined, { signal: commandLine.interrupted });
    }
  });

const disputePlayed = async ({ environment }: Server, bookings: readonly Booking[]) => {
  const { api, control } = stripeOf(environment);
  const charges = new Map<string, string>();
  for await (const { latest_charge: charge, metadata } of api.paymentIntents.list({ limit: 100 }))
    charges.set(metadata['bookingId'] ?? '', String(charge));
  for (const { bookingId } of bookings) {
    const path = `/charges/${charges.get(bookingId)}/dispute`;
    const { id } = await control<{ id: string }>('POST', path, {});
    await control('POST', `/disputes/${id}/close`, { status: 'lost' });
  }
};

const figuresOf = (bookings: readonly Booking[]): Figure[] =>
  fates.map((fate) => {
    const ofFate = bookings.filter((booking) => booking.fate === fate);
    const dollars = (field: keyof Outcome) =>
      `$${formatCount(ofFate.reduce((sum, { outcome }) => sum + outcome[field], 0) / 100)}`;
    return plainFigure(
      fate,
      `${formatCount(ofFate.length)}; ${dollars('keptCents')} charged, ${dollars('hostCents')} paid out`,
    );
  });

const runMeasurement = async (
  commandLine: Cli,
  courtlyServer: Server,
  folderPath: string,
  { concurrency, seed }: PaymentsOptions,
): Promise<Figure[]> => {
  const startedMs = performance.now();
  const records = await readRecords(folderPath);
  const demandPlan = planDemand(records.bookings, Date.now(), AHEAD_MS);
  const startsMs = demandPlan.slotRequests.map(({ startTime }) => Date.parse(startTime));
  const lastMs = Math.max(...startsMs);
  const middleMs = middleOf(demandPlan.slotRequests);
  const rates = new Map(
    records.facilities.map(({ facility_id: id, guest_cost: cost }) => [
      id!,
      Math.round(Number(rateOf(cost!)) * 100),
    ]),
  );
  const runId = `payments-${seed}`;
  const demandClub = await commandLine.step('Listing courts and registering members', async () => {
    const club = await createClub(courtlyServer.base, runId, records);
    const stripeStandIn = stripeOf(courtlyServer.environment);
    for (const [facility, hostSession] of club.hosts)
      await openPayouts(hostSession, stripeStandIn, `payouts-${facility}`, true);
    return club;
  });
  const bookings = await bookAll(commandLine, courtlyServer, demandPlan, demandClub, {
    runId,
    concurrency,
    planned: planFates(seed, demandPlan.slotRequests, middleMs),
    rates,
  });
  const withFate = (...wanted: readonly Fate[]) =>
    bookings.filter(({ fate }) => wanted.includes(fate));
  const withoutHost = (some: readonly Booking[], keptOf: (booking: Booking) => number) =>
    new Map(
      some.map((booking) => [booking.bookingId, { keptCents: keptOf(booking), hostCents: 0 }]),
    );
  const totalOf = ({ request }: Booking) =>
    outcomeOf('played', rates.get(request.facility)!).keptCents;
  const isEnded = ({ fate }: Booking) =>
    ['never paid', 'declined by the host', 'canceled in time'].includes(fate);
  await untilSettled(
    commandLine,
    courtlyServer,
    'Charging and refunding cards',
    withoutHost(bookings, (booking) => (isEnded(booking) ? 0 : totalOf(booking))),
  );
  const middleServer = await advanceTo(commandLine, courtlyServer, middleMs);
  let laterServer = middleServer;
  try {
    await commandLine.step('Canceling late', async () => {
      const middleClub = await signInAgain(middleServer.base, runId, demandClub);
      const together = pLimit(concurrency);
      const cancelAs = (sessionOf: (request: HourRequest) => Session, some: readonly Booking[]) =>
        some.map(({ bookingId, request }) =>
          together(() => cancelBooking(sessionOf(request), bookingId)),
        );
      await Promise.all([
        ...cancelAs(({ member }) => middleClub.members.get(member)!, withFate('canceled late')),
        ...cancelAs(
          ({ facility }) => middleClub.hosts.get(facility)!,
          withFate('canceled by the host'),
        ),
      ]);
    });
    await untilSettled(
      commandLine,
      middleServer,
      'Refunding canceled hours',
      withoutHost(
        withFate('canceled late', 'canceled by the host'),
        ({ outcome }) => outcome.keptCents,
      ),
    );
    laterServer = await advanceTo(commandLine, middleServer, lastMs + HOUR_MS + DAY_MS + HOUR_MS);
    const outcomes = new Map(
      bookings.map(({ bookingId, fate, outcome, request }) => [
        bookingId,
        fate === 'played, then charged back'
          ? outcomeOf('played', rates.get(request.facility)!)
          : outcome,
      ]),
    );
    await untilSettled(commandLine, laterServer, 'Completing hours and paying hosts', outcomes);
    await disputePlayed(laterServer, withFate('played, then charged back'));
    const finalOutcomes = new Map(bookings.map(({ bookingId, outcome }) => [bookingId, outcome]));
    await untilSettled(commandLine, laterServer, 'Taking back disputed payouts', finalOutcomes);
    return [
      plainFigure('bookings', formatCount(bookings.length)),
      ...figuresOf(bookings),
      plainFigure('duration', `${((performance.now() - startedMs) / 60_000).toFixed(0)} min`),
      ...(await checkMoney(
        commandLine,
        laterServer.environment,
        finalOutcomes,
        findOutcomeProblems,
      )),
      ...(await operatorChecks(commandLine, laterServer.environment)),
    ];
  } finally {
    await laterServer.stop();
  }
};

/**
 * Sends the demand to a separate Courtly with cards, responses, cancellations, payouts, and
 * chargebacks, over half a year. Then compares every booking and the ledger with Stripe.
 * @throws Failure if there is any difference
 */
export const demandWithPayments = (
  commandLine: Cli,
  folderPath: string,
  commandOptions: PaymentsOptions,
): Promise<void> => {
  commandLine.print(`Outcomes of seed ${commandOptions.seed}.`);
  return measured(
    commandLine,
    (courtlyServer) => runMeasurement(commandLine, courtlyServer, folderPath, commandOptions),
    { changes: { paymentRequired: true, payMinutes: PAY_MINUTES } },
  );
};
