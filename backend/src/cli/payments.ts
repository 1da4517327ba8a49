import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { categoryOf } from '../platform/kernel/events.js';
import { Streams } from '../platform/kernel/streams.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { membership } from '../people/membership/membership.js';
import type { PaymentEvent } from '../money/payments/payment.events.js';
import { type Payment, payment } from '../money/payments/payment.js';
import { payoutDifferences } from '../money/payouts/differences.js';
import { PayoutCalls } from '../money/payouts/payout-calls.service.js';
import type { PayoutEvent } from '../money/payouts/payout.events.js';
import { type Payout, payout } from '../money/payouts/payout.js';
import { differencesOf } from '../money/settlement/differences.js';
import { StripeCalls } from '../money/settlement/stripe-calls.service.js';
import { readLog } from '../verify/log.js';
import { SpilledMap, openSpill } from '../platform/stores/spilled-map.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { NotedMemberships, compareMemberships } from './membership-payments.js';
import { count } from './table.js';

/**
 * Reads every payment, payout, and membership payment from the log; large amounts are kept on disk.
 */
const notedIn = async (
  cli: Cli,
  app: INestApplicationContext,
  tell: (progress: string) => void,
) => {
  const spill = openSpill();
  const noted = new SpilledMap<Payment>(spill, 'payments');
  const paid = new SpilledMap<Payout>(spill, 'payouts');
  const members = new NotedMemberships(spill);
  for await (const batch of readLog(app, null, cli.interrupted)) {
    for (const event of batch) {
      if ('unreadable' in event) continue;
      const category = categoryOf(event.stream);
      if (category === membership.category) members.note(event as unknown as MembershipEvent);
      if (category === payout.category) {
        const { bookingId } = (event as unknown as PayoutEvent).data;
        const before = paid.get(bookingId) ?? payout.initial;
        paid.set(bookingId, payout.evolve(before, event as unknown as PayoutEvent));
      }
      if (category !== payment.category) continue;
      const turn = event as unknown as PaymentEvent;
      const { bookingId } = turn.data;
      const next = payment.evolve(noted.get(bookingId) ?? null, turn);
      if (next) noted.set(bookingId, next);
    }
    tell(`${count(noted.countEntries())} payments`);
  }
  return { noted, paid, members };
};

/** Compares the payouts in the same way, for each booking with a transfer on either side. */
const comparePayouts = async (
  cli: Cli,
  app: INestApplicationContext,
  paid: SpilledMap<Payout>,
  report: (difference: string) => void,
): Promise<number> => {
  const stripe = app.get(PayoutCalls, { strict: false });
  let transfers = 0;
  const compare = async (bookingId: string) => {
    const known = await app.get(Streams).load(payout, bookingId);
    for (const difference of payoutDifferences(known, await stripe.transfersOf(bookingId)))
      report(`booking ${bookingId}: ${difference}`);
  };
  const seen = new SpilledMap<true>(openSpill(), 'transfers seen');
  for await (const { bookingId, transfer } of stripe.all()) {
    cli.interrupted.throwIfAborted();
    transfers++;
    const isSecond = seen.has(bookingId);
    const differs = payoutDifferences(paid.get(bookingId) ?? payout.initial, [transfer]).length > 0;
    seen.set(bookingId, true);
    if (isSecond || differs) paid.set(bookingId, payout.initial);
    else paid.delete(bookingId);
  }
  for (const [bookingId] of [...paid.entriesInOrder()]) await compare(bookingId);
  return transfers;
};

/**
 * Compares payments, payouts, and membership payments between the log and Stripe, in both
 * directions. Differences are read again before they count, because money may move during the
 * comparison.
 */
const reconcile = (cli: Cli) =>
  withApplication(cli, async (app) => {
    const stripe = app.get(StripeCalls, { strict: false });
    const { noted, paid, members } = await cli.step('Reading payments from the log', (tell) =>
      notedIn(cli, app, tell),
    );
    const found: string[] = [];
    const compare = async (bookingId: string, intentId: string | null) => {
      const [known, intent] = await Promise.all([
        app.get(Streams).load(payment, bookingId),
        intentId === null ? null : stripe.read(intentId),
      ]);
      for (const difference of differencesOf(known, intent))
        found.push(`booking ${bookingId}: ${difference}`);
    };
    let payments = 0;
    await cli.step('Comparing payments with Stripe', async (tell) => {
      for await (const { bookingId, intent } of stripe.all()) {
        cli.interrupted.throwIfAborted();
        const known = noted.get(bookingId) ?? null;
        if (differencesOf(known, intent).length > 0) await compare(bookingId, intent.intentId);
        if (known?.intentId === intent.intentId) noted.delete(bookingId);
        payments++;
        tell(`${count(payments)} payments`);
      }
      for (const [bookingId, { intentId }] of [...noted.entriesInOrder()])
        await compare(bookingId, (await stripe.exists(intentId)) ? intentId : null);
    });
    const transfers = await cli.step('Comparing payouts with Stripe', () =>
      comparePayouts(cli, app, paid, (difference) => found.push(difference)),
    );
    const ofMembers = await cli.step('Comparing membership payments with Stripe', () =>
      compareMemberships(cli, app, members, (difference) => found.push(difference)),
    );
    for (const difference of found) cli.print(difference);
    const compared = `${count(payments)} payments, ${count(transfers)} payouts, and ${count(ofMembers)} membership payments`;
    if (found.length > 0) throw new Failure(`${count(found.length)} differences in ${compared}.`);
    cli.print(`${compared}, no differences.`);
  });

export const paymentsCommand = (cli: Cli): Command => {
  const payments = new Command('payments').description(
    'check the money of bookings and memberships',
  );
  payments
    .command('reconcile')
    .description(
      'compare payments, payouts, and membership payments with Stripe; exits with 1 if they differ',
    )
    .action(() => reconcile(cli));
  return payments;
};
