import { expect, it } from '@jest/globals';
import type { Config } from '../../config.js';
import { InMemoryEventStore, startProcess } from '../../../testing/in-memory-event-store.js';
import { InMemoryKeys } from '../../../testing/in-memory-keys.js';
import {
  ANN,
  HALF_PAST,
  NOON,
  eliteEnded,
  intent,
  intentCreated,
  invoiceSnapshot,
  membershipTerms,
  subscriptionSnapshot,
} from '../../../testing/membership.js';
import { JUNE, founder, record, refund, subscriber } from '../../../testing/membership-history.js';
import type { Decider } from '../../platform/kernel/decider.js';
import { systemContext } from '../../platform/kernel/context.js';
import { ALL_FOUNDERS, type FounderCommand, founders } from './founders.js';
import type { MembershipCalls } from './membership-calls.service.js';
import type { MembershipEvent } from './membership.events.js';
import { membership } from './membership.js';
import { StripeRefusal } from '../../platform/stores/stripe.js';
import { tierAt } from './membership-tier.js';
import { SettleMembershipCommand, SettleMembershipHandler } from './settle.commands.js';

const config = {
  policy: {
    id: membershipTerms.policyId,
    elite: { graceDays: 7, founderSeatAfterReversal: 'kept', seatMinutes: 30 },
  },
} as unknown as Config;

type PastEvents = Readonly<{ type: 'Record'; data: readonly MembershipEvent[] }>;
/** Stores past events as they are. */
const history: Decider<null, PastEvents, MembershipEvent> = {
  category: 'membership',
  initial: null,
  decide: ({ data }) => [...data],
  evolve: () => null,
};

/** A worker whose Stripe calls are replaced, and another worker that uses the same log. */
const twoWorkers = async (
  events: MembershipEvent[],
  calls: Partial<MembershipCalls>,
  at = JUNE,
) => {
  const store = new InMemoryEventStore();
  const keys = new InMemoryKeys();
  const [worker, otherWorker] = [startProcess(store, keys), startProcess(store, keys)];
  const context = (cause: string) => systemContext(cause, at);
  await worker.commands.handle(history, ANN, { type: 'Record', data: events }, context('past'));
  const handler = new SettleMembershipHandler(
    worker.commands,
    worker.streams,
    calls as MembershipCalls,
    config,
  );
  return {
    settle: (paidBy: string) =>
      handler.execute(new SettleMembershipCommand({ userId: ANN, paidBy }, context('settle'))),
    recordElsewhere: (command: Parameters<typeof membership.decide>[0], cause: string) =>
      otherWorker.commands.handle(membership, ANN, command, context(cause)),
    reserveSeat: (data: Extract<FounderCommand, { type: 'ReserveSeat' }>['data']) =>
      otherWorker.commands.handle(
        founders,
        ALL_FOUNDERS,
        { type: 'ReserveSeat', data },
        context('seat'),
      ),
    seats: () => worker.streams.load(founders, ALL_FOUNDERS),
    eventTypes: async () =>
      (await worker.streams.events(`membership-${ANN}`))
        .slice(events.length)
        .map(({ type }) => type),
  };
};
const snapshotOf = (reversals: ReturnType<typeof refund>[]) => ({
  paidBy: 'pi_1',
  currency: 'usd',
  processorFeeCents: null,
  reversals,
  disputes: [],
  card: null,
});

it('reads a payment again if another worker records it in between', async () => {
  const [made, failed] = [refund(19_900), refund(0)];
  let reads = 0;
  const workers = await twoWorkers(founder, {
    async readPayment() {
      reads++;
      if (reads > 1) return snapshotOf([failed]);
      // The bank returns the refund right after this read, and the other worker records it first.
      await workers.recordElsewhere(record([made]), 'refund');
      await workers.recordElsewhere(record([failed]), 'failure');
      return snapshotOf([made]);
    },
  });
  const { membership: settled } = await workers.settle('pi_1');
  expect(await workers.eventTypes()).toEqual(['EliteReversed', 'EliteReversalUndone']);
  expect(tierAt(settled, JUNE)).toBe('elite');
  expect(reads).toBe(2);
});

it('reads a subscription again if another worker records its cancellation in between', async () => {
  const running = subscriptionSnapshot();
  const cancelled = { ...running, cancelsAtEnd: true };
  const data = { userId: ANN, snapshot: cancelled, terms: membershipTerms, at: NOON };
  let reads = 0;
  const workers = await twoWorkers(
    subscriber,
    {
      async readSubscription() {
        reads++;
        if (reads > 1) return cancelled;
        await workers.recordElsewhere({ type: 'RecordSubscription', data }, 'cancellation');
        return running;
      },
      readPayment: async () => ({ ...snapshotOf([]), paidBy: 'in_1' }),
    },
    NOON,
  );
  const { membership: settled } = await workers.settle('in_1');
  expect(await workers.eventTypes()).toEqual(['EliteCancelled']);
  expect(settled!.term!.isCancelled).toBe(true);
});

const refusal = () =>
  Promise.reject(new StripeRefusal('account_restricted', 'The account is restricted.'));
const readPayment = async () => ({ ...snapshotOf([]), paidBy: 'in_1' });

it('records that Stripe refuses to end a subscription, and does not ask again immediately', async () => {
  let attempts = 0;
  const workers = await twoWorkers(
    [...subscriber, eliteEnded()],
    {
      readSubscription: async () => subscriptionSnapshot(),
      readPayment,
      endSubscription() {
        attempts++;
        return refusal();
      },
    },
    NOON,
  );
  await workers.settle('in_1');
  await workers.settle('in_1');
  expect(await workers.eventTypes()).toEqual(['EliteStepRefused']);
  expect(attempts).toBe(1);
});

it('accepts a refusal if the subscription has ended after all', async () => {
  let reads = 0;
  const workers = await twoWorkers(
    [...subscriber, eliteEnded()],
    {
      readSubscription: async () =>
        subscriptionSnapshot({ status: reads++ === 0 ? 'live' : 'ended' }),
      readPayment,
      endSubscription: refusal,
    },
    NOON,
  );
  await workers.settle('in_1');
  expect(await workers.eventTypes()).toEqual(['EliteSubscriptionEnded']);
});

it('records that Stripe refuses to void an invoice of a subscription that has ended', async () => {
  const openInvoice = invoiceSnapshot({ invoiceId: 'in_2', status: 'failed', isOpen: true });
  const snapshot = subscriptionSnapshot({
    status: 'ended',
    invoices: [invoiceSnapshot(), openInvoice],
  });
  const workers = await twoWorkers(
    [...subscriber, eliteEnded()],
    { readSubscription: async () => snapshot, readPayment, endSubscription: refusal },
    NOON,
  );
  const { membership: settled } = await workers.settle('in_1');
  expect(await workers.eventTypes()).toEqual(['EliteStepRefused']);
  expect(settled!.subscription!.status).toBe('live');
});

it('records that Stripe refuses to cancel an open payment', async () => {
  const workers = await twoWorkers(
    [intentCreated()],
    { readIntent: async () => intent('open'), cancelIntent: refusal },
    HALF_PAST,
  );
  await workers.settle('pi_1');
  expect(await workers.eventTypes()).toEqual(['EliteStepRefused']);
});

it('cancels a payment that a lost response left behind, and then releases its seat', async () => {
  let status: 'open' | 'cancelled' = 'open';
  const workers = await twoWorkers(
    [],
    {
      findIntent: async ({ nth: ordinal }) => (ordinal === 1 ? intent(status) : null),
      readIntent: async () => intent(status),
      async cancelIntent() {
        status = 'cancelled';
        return intent(status);
      },
    },
    HALF_PAST,
  );
  const reservation = { userId: ANN, seats: 100, at: NOON, until: HALF_PAST };
  await workers.reserveSeat(reservation);
  await workers.settle('pi_1');
  expect(await workers.eventTypes()).toEqual(['EliteIntentCreated', 'EliteIntentEnded']);
  expect(await workers.seats()).toEqual([]);
});
