import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type Stripe from 'stripe';
import type { Message } from '../platform/kernel/decider.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { recordedLog } from '../../testing/audited-log.js';
import { monthlyActivated, subscriptionCreated } from '../../testing/membership.js';
import {
  type ResponseChange,
  logOf,
  reconcileLog,
  verifyLog,
} from '../../testing/simulation/checked-money.js';
import { type Step, paysAtOnce, runHistory } from '../../testing/simulation/histories.js';
import type { MoneySimulation } from '../../testing/simulation/money-simulation.js';

type Log = readonly RecordedEvent[];
type Fields = Readonly<Record<string, unknown>>;

const approves: Step = { minutes: 5, type: 'approve' };
const quiet = {
  isInstant: false,
  isChargedLate: false,
  settlement: 'paid',
  concurrency: 1,
} as const;
/** Valid histories, in which people act and nothing fails. */
const histories = {
  played: { ...quiet, startsInMinutes: 180, steps: [paysAtOnce, approves] },
  'canceled for free': {
    ...quiet,
    startsInMinutes: 4_320,
    steps: [paysAtOnce, approves, { minutes: 90, type: 'playerCancels' }],
  },
  'canceled late': {
    ...quiet,
    startsInMinutes: 180,
    steps: [paysAtOnce, approves, { minutes: 20, type: 'playerCancels' }],
  },
  'refunded twice': {
    ...quiet,
    startsInMinutes: 180,
    steps: [
      paysAtOnce,
      approves,
      { minutes: 5, type: 'refundByHand', amount: '5.00', bearer: 'platform' },
      { minutes: 5, type: 'refundByHand', amount: '20.00', bearer: 'platform' },
    ],
  },
} as const satisfies Record<string, Parameters<typeof runHistory>[0]>;
type HistoryName = keyof typeof histories;

const simulations = new Map<HistoryName, MoneySimulation>();
beforeAll(async () => {
  for (const [name, history] of Object.entries(histories))
    simulations.set(name as HistoryName, await runHistory(history));
});
afterAll(() => simulations.forEach((simulation) => simulation.close()));

/** Renumbers a log from which events were removed or to which some were added. */
const renumbered = (log: Log): Log => {
  const revisions = new Map<string, number>();
  return log.map((event, index) => {
    const revision = (revisions.get(event.stream) ?? -1) + 1;
    revisions.set(event.stream, revision);
    return { ...event, revision, position: String(index).padStart(20, '0') };
  });
};

const without =
  (...types: string[]) =>
  (log: Log): Log =>
    renumbered(log.filter(({ type }) => !types.includes(type)));

const withFields =
  (eventType: string, fields: Fields | ((data: Fields, index: number) => Fields)) =>
  (log: Log): Log => {
    let index = -1;
    return log.map((event) => {
      if (!event.type.match(`^(${eventType})$`)) return event;
      index++;
      const data = event.data as Fields;
      const changes = typeof fields === 'function' ? fields(data, index) : fields;
      return { ...event, data: { ...data, ...changes } };
    });
  };

const withEvents =
  (...events: Message[]) =>
  (log: Log): Log =>
    renumbered([...log, ...recordedLog(events)]);

/** Removes the charge: the authorization was released instead. */
const releasedInstead = (log: Log): Log =>
  without(
    'PaymentRefunded',
    'PayoutTransferred',
  )(
    log.map((event) => {
      if (event.type !== 'PaymentCaptured') return event;
      const { capturedAt, ...data } = event.data as Fields;
      const released = { ...data, wasAuthorised: true, releasedAt: capturedAt };
      return { ...event, type: 'PaymentReleased', data: released };
    }),
  );

/** Replaces a field in all of Stripe's responses below a path. */
const withField =
  (path: string, field: string, from: RegExp, to: string): ResponseChange =>
  (requestPath, responseBody) =>
    requestPath.startsWith(path)
      ? responseBody.replaceAll(new RegExp(`"${field}": *${from.source}`, 'g'), `"${field}": ${to}`)
      : responseBody;

type Corruption = Readonly<{
  history?: HistoryName;
  log?: (log: Log) => Log;
  response?: ResponseChange;
  stripe?: (stripeApi: Stripe, bookingId: string) => Promise<unknown>;
}>;

const bookingEvents = 'Booking.*|Payment.*|Payout(?!Account).*';

const caughtByVerify: [string, Corruption, string][] = [
  [
    'a free cancellation whose refund was never made',
    { history: 'canceled for free', log: without('PaymentRefunded') },
    'a refund of $330.00 has been due',
  ],
  [
    'a played and charged hour whose host was never paid',
    { log: without('PayoutTransferred') },
    'a payout of $297.00 has been due',
  ],
  [
    'a played hour whose authorization was released',
    { log: releasedInstead },
    'a charge of $330.00 or a recorded debt has been due',
  ],
  [
    'a late cancellation whose authorization was released',
    { history: 'canceled late', log: releasedInstead },
    'a charge of $165.00 or a recorded debt has been due',
  ],
  [
    'a late cancellation that pays the host too much',
    {
      history: 'canceled late',
      log: withFields('BookingCancelled', { hostCents: 16_500, platformCents: 0 }),
    },
    'its cancellation pays the host $165.00, but the terms give $148.50',
  ],
  [
    'a late cancellation without a refund',
    {
      history: 'canceled late',
      log: withFields('BookingCancelled', { refundCents: 0, platformCents: 18_150 }),
    },
    'its cancellation refunds $0.00, but the terms give $165.00',
  ],
  [
    'a price that gives everything to the host',
    { log: withFields(bookingEvents, { payoutCents: 33_000 }) },
    'its payout is $330.00, but policy standard-1 gives $297.00',
  ],
  [
    "a member's fee for a player who is not a member",
    { log: withFields(bookingEvents, { feeCents: 1_500, totalCents: 31_500 }) },
    'its fee is $15.00, but policy standard-1 gives $30.00',
  ],
  [
    'a charge with another host, player, and month',
    {
      log: withFields('PaymentCaptured', {
        hostId: 'sam',
        playerId: 'quinn',
        startTime: '2026-01-01T00:00:00.000Z',
      }),
    },
    'the hostId of PaymentCaptured is sam, not hana',
  ],
  [
    'a month of membership that lasts for decades',
    {
      log: withEvents(
        subscriptionCreated(),
        monthlyActivated({ until: '2099-01-01T00:00:00.000Z' }),
      ),
    },
    'which is more than a month',
  ],
  [
    'a month of membership for a dollar',
    {
      log: withEvents(
        subscriptionCreated({ amountCents: 100 }),
        monthlyActivated({ amountCents: 100 }),
      ),
    },
    'no policy has a subscription for $1.00 a month',
  ],
  [
    'a refund above the agreed amount',
    { history: 'canceled late', log: withFields('PaymentRefunded', { amountCents: 20_000 }) },
    '$200.00 is refunded, but $165.00 was agreed',
  ],
  [
    'a host who is paid early',
    { log: withFields('PayoutTransferred', { transferredAt: '2027-03-10T15:00:00.000Z' }) },
    'its host is paid before',
  ],
];

const caughtByReconcile: [string, Corruption, string][] = [
  [
    'a charge of a part of the amount',
    { response: withField('/v1', 'amount_received', /33000/, '10000') },
    'the log has a charge of $330.00, but Stripe has $100.00',
  ],
  [
    'a charge in another currency',
    { response: withField('/v1', 'currency', /"usd"/, '"eur"') },
    'the log has usd, but Stripe has eur',
  ],
  [
    'a fee that was recorded as $0.00',
    { log: withFields('PaymentCaptured', { processorFeeCents: 0 }) },
    'the log has a fee of $0.00, but Stripe has $9.87',
  ],
  [
    'a transfer to another account',
    { response: withField('/v1', 'destination', /"acct_\w+"/, '"acct_other"') },
    'to acct_other',
  ],
  [
    'refunds whose ids are exchanged',
    {
      history: 'refunded twice',
      log: (log) => {
        const refundIds = log.flatMap(({ type, data }) =>
          type === 'PaymentRefunded' ? [(data as Fields)['refundId']] : [],
        );
        return withFields('PaymentRefunded', (_, index) => ({
          refundId: refundIds.at(-1 - index),
        }))(log);
      },
    },
    'but Stripe has $5.00',
  ],
  [
    'a second transfer',
    {
      stripe: async (stripeApi, bookingId) => {
        const [transfer] = (await stripeApi.transfers.list({ limit: 1 })).data;
        return stripeApi.transfers.create({
          amount: 100,
          currency: 'usd',
          destination: String(transfer!.destination),
          source_transaction: String(transfer!.source_transaction),
          transfer_group: `booking_${bookingId}`,
          metadata: { bookingId },
        });
      },
    },
    'of $1.00 to acct_',
  ],
  [
    'a second payment intent',
    {
      stripe: (stripeApi, bookingId) =>
        stripeApi.paymentIntents.create({
          amount: 33_000,
          currency: 'usd',
          metadata: { bookingId },
          allowed_payment_method_types: ['card'],
        }),
    },
    'but Stripe has pi_',
  ],
  [
    'a payment without our metadata',
    {
      stripe: (stripeApi) =>
        stripeApi.paymentIntents.create({
          amount: 5_000,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
        }),
    },
    "is not Courtly's",
  ],
  [
    "a balance at Stripe that differs from the log's movements",
    { response: withField('/v1/balance_transactions', 'amount', /-29700/, '-29800') },
    'moves -$298.00 with a fee of $0.00, but the log has -$297.00 with a fee of $0.00',
  ],
  [
    'a fee of Stripe that is not in the log',
    { response: withField('/v1/balance_transactions', 'type', /"topup"/, '"stripe_fee"') },
    '(stripe_fee of tu_',
  ],
];

const corrupted = async ({ history = 'played', log: corruptLog, response, stripe }: Corruption) => {
  // The corruption remains at Stripe, so this history is not shared with other tests.
  const simulation = stripe ? await runHistory(histories[history]) : simulations.get(history)!;
  await stripe?.(simulation.stripeApi, simulation.bookingId);
  const honestLog = logOf(simulation);
  const log = corruptLog ? corruptLog(honestLog) : honestLog;
  return {
    log,
    reconcile: () => reconcileLog(simulation, log, response),
    close: () => (stripe ? simulation.close() : undefined),
  };
};

describe('a valid history', () => {
  it.each(Object.keys(histories) as HistoryName[])(
    'passes verify and reconcile: %s',
    async (history) => {
      const simulation = simulations.get(history)!;
      const log = logOf(simulation);
      expect(verifyLog(log)).toEqual([]);
      expect(await reconcileLog(simulation, log)).toEqual([]);
    },
  );
});

describe('a corruption', () => {
  it.each(caughtByVerify)('is reported by verify: %s', async (_, corruption, problem) => {
    const { log, close } = await corrupted(corruption);
    expect(verifyLog(log)).toContainEqual(expect.stringContaining(problem));
    close();
  });

  it.each(caughtByReconcile)('is reported by reconcile: %s', async (_, corruption, problem) => {
    const { reconcile, close } = await corrupted(corruption);
    expect(await reconcile()).toContainEqual(expect.stringContaining(problem));
    close();
  });
});

it('names the booking of a transfer that is reversed in the dashboard weeks later', async () => {
  const simulation = await runHistory(histories.played);
  const { bookingId, courtly, stripeApi } = simulation;
  const [transfer] = (await stripeApi.transfers.list({ limit: 1 })).data;
  const { id } = await stripeApi.transfers.createReversal(transfer!.id);
  // The list of transfers begins eight days earlier, so it lacks this one.
  const since = new Date(courtly.now - 86_400_000).toISOString();
  expect(await reconcileLog(simulation, logOf(simulation), undefined, since)).toEqual([
    `booking ${bookingId}: Stripe has reversal ${id} of $297.00, but the log does not`,
  ]);
  simulation.close();
});
