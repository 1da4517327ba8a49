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
import { paymentDifferences } from '../money/settlement/differences.js';
import { StripeCalls } from '../money/settlement/stripe-calls.service.js';
import { readLog } from '../verify/log.js';
import { SpilledMap, openSpill } from '../platform/stores/spilled-map.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { NotedMemberships, compareMemberships } from './membership-payments.js';
import { formatCount } from './table.js';

/**
 * Reads every payment, payout, and membership payment from the log; large amounts are kept on disk.
 */
const readLoggedPayments = async (
  cli: Cli,
  application: INestApplicationContext,
  onProgress: (progress: string) => void,
) => {
  const spillDatabase = openSpill();
  const loggedPayments = new SpilledMap<Payment>(spillDatabase, 'payments');
  const loggedPayouts = new SpilledMap<Payout>(spillDatabase, 'payouts');
  const memberships = new NotedMemberships(spillDatabase);
  for await (const batch of readLog(application, null, cli.interrupted)) {
    for (const event of batch) {
      if ('unreadable' in event) continue;
      const category = categoryOf(event.stream);
      if (category === membership.category)
        memberships.noteEvent(event as unknown as MembershipEvent);
      if (category === payout.category) {
        const { bookingId } = (event as unknown as PayoutEvent).data;
        const previousState = loggedPayouts.get(bookingId) ?? payout.initial;
        loggedPayouts.set(bookingId, payout.evolve(previousState, event as unknown as PayoutEvent));
      }
      if (category !== payment.category) continue;
      const paymentEvent = event as unknown as PaymentEvent;
      const { bookingId } = paymentEvent.data;
      const nextState = payment.evolve(loggedPayments.get(bookingId) ?? null, paymentEvent);
      if (nextState) loggedPayments.set(bookingId, nextState);
    }
    onProgress(`${formatCount(loggedPayments.countEntries())} payments`);
  }
  return { noted: loggedPayments, paid: loggedPayouts, members: memberships };
};

/** Compares the payouts in the same way, for each booking with a transfer on either side. */
const comparePayouts = async (
  cli: Cli,
  application: INestApplicationContext,
  loggedPayouts: SpilledMap<Payout>,
  reportProblem: (difference: string) => void,
): Promise<number> => {
  const stripe = application.get(PayoutCalls, { strict: false });
  let transfers = 0;
  const comparePayout = async (bookingId: string) => {
    const loggedPayout = await application.get(Streams).load(payout, bookingId);
    for (const difference of payoutDifferences(
      loggedPayout,
      await stripe.transfersOfBooking(bookingId),
    ))
      reportProblem(`booking ${bookingId}: ${difference}`);
  };
  const seenTransfers = new SpilledMap<true>(openSpill(), 'transfers seen');
  for await (const { bookingId, transfer } of stripe.listTransfers()) {
    cli.interrupted.throwIfAborted();
    transfers++;
    const isSecondRead = seenTransfers.has(bookingId);
    const isDifferent =
      payoutDifferences(loggedPayouts.get(bookingId) ?? payout.initial, [transfer]).length > 0;
    seenTransfers.set(bookingId, true);
    if (isSecondRead || isDifferent) loggedPayouts.set(bookingId, payout.initial);
    else loggedPayouts.delete(bookingId);
  }
  for (const [bookingId] of [...loggedPayouts.entriesInOrder()]) await comparePayout(bookingId);
  return transfers;
};

/**
 * Compares payments, payouts, and membership payments between the log and Stripe, in both
 * directions. Differences are read again before they count, because money may move during the
 * comparison.
 */
const reconcile = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const stripe = application.get(StripeCalls, { strict: false });
    const { noted, paid, members } = await cli.step('Reading payments from the log', (onProgress) =>
      readLoggedPayments(cli, application, onProgress),
    );
    const differences: string[] = [];
    const comparePayment = async (bookingId: string, intentId: string | null) => {
      const [knownPayment, intent] = await Promise.all([
        application.get(Streams).load(payment, bookingId),
        intentId === null ? null : stripe.readIntent(intentId),
      ]);
      for (const difference of paymentDifferences(knownPayment, intent))
        differences.push(`booking ${bookingId}: ${difference}`);
    };
    let payments = 0;
    await cli.step('Comparing payments with Stripe', async (onProgress) => {
      for await (const { bookingId, intent } of stripe.listIntents()) {
        cli.interrupted.throwIfAborted();
        const knownPayment = noted.get(bookingId) ?? null;
        if (paymentDifferences(knownPayment, intent).length > 0)
          await comparePayment(bookingId, intent.intentId);
        if (knownPayment?.intentId === intent.intentId) noted.delete(bookingId);
        payments++;
        onProgress(`${formatCount(payments)} payments`);
      }
      for (const [bookingId, { intentId }] of [...noted.entriesInOrder()])
        await comparePayment(bookingId, (await stripe.intentExists(intentId)) ? intentId : null);
    });
    const transfers = await cli.step('Comparing payouts with Stripe', () =>
      comparePayouts(cli, application, paid, (difference) => differences.push(difference)),
    );
    const ofMembers = await cli.step('Comparing membership payments with Stripe', () =>
      compareMemberships(cli, application, members, (difference) => differences.push(difference)),
    );
    for (const difference of differences) cli.print(difference);
    const comparisonText = `${formatCount(payments)} payments, ${formatCount(transfers)} payouts, and ${formatCount(ofMembers)} membership payments`;
    if (differences.length > 0)
      throw new Failure(`${formatCount(differences.length)} differences in ${comparisonText}.`);
    cli.print(`${comparisonText}, no differences.`);
  });

export const paymentsCommand = (cli: Cli): Command => {
  const payments = new Command('payments');
  payments
    .command('reconcile')
    .description(
      'compare payments, payouts, and membership payments with Stripe; exit with code 1 if they differ',
    )
    .action(() => reconcile(cli));
  return payments;
};
