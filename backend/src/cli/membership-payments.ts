import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseSync } from 'node:sqlite';
import { person } from '../people/identity/person.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { Streams } from '../platform/kernel/streams.js';
import {
  type MembershipItem,
  itemDifferences,
  itemsOfEvent,
  reversalDifferences,
} from '../people/membership/differences.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { membership } from '../people/membership/membership.js';
import { MembershipCalls } from '../people/membership/membership-calls.service.js';
import { MembershipRecords } from '../people/membership/membership-records.service.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';
import type { Cli } from './cli.js';

/** The payments of memberships in the log, by Stripe id, and the users of reversed payments. */
export class NotedMemberships {
  readonly paymentsById: SpilledMap<MembershipItem>;
  readonly reversedPayments: SpilledMap<string>;

  constructor(spillDatabase: DatabaseSync) {
    this.paymentsById = new SpilledMap(spillDatabase, 'membership payments');
    this.reversedPayments = new SpilledMap(spillDatabase, 'reversed membership payments');
  }

  noteEvent(event: MembershipEvent): void {
    for (const paymentItem of itemsOfEvent(event))
      this.paymentsById.set(paymentItem.id, paymentItem);
    if (event.type === 'EliteReversed')
      this.reversedPayments.set(event.data.paidBy, event.data.userId);
  }
}

/**
 * Compares the log's membership payments with Stripe. Differences are read again on both sides
 * before they count. Returns the number compared.
 */
export const compareMemberships = async (
  cli: Cli,
  application: INestApplicationContext,
  { paymentsById: items, reversedPayments }: NotedMemberships,
  reportProblem: (difference: string) => void,
): Promise<number> => {
  const stripe = application.get(MembershipRecords, { strict: false });
  const compareItem = async ({ id, kind, userId }: MembershipItem) => {
    const [loggedItem, stripeItem] = await Promise.all([
      currentlyLogged(application, userId, id),
      stripe.readItem({ id, kind }),
    ]);
    const isKnown = (await application.get(Streams).load(person, userId)) !== null;
    for (const difference of itemDifferences(loggedItem, stripeItem, isKnown))
      reportProblem(`member ${userId}: ${difference}`);
  };
  let comparedCount = 0;
  for await (const item of stripe.listItems()) {
    cli.interrupted.throwIfAborted();
    comparedCount++;
    if (itemDifferences(items.get(item.id) ?? null, item, true).length > 0) await compareItem(item);
    items.delete(item.id);
  }
  for (const [, item] of [...items.entriesInOrder()]) await compareItem(item);
  const calls = application.get(MembershipCalls, { strict: false });
  const compareReversals = async (userId: string, paidBy: string) => {
    const [member, snapshot] = await Promise.all([
      application.get(Streams).load(membership, userId),
      calls.readPayment(paidBy),
    ]);
    const payment = member?.payments.find((other) => other.paidBy === paidBy);
    for (const difference of payment ? reversalDifferences(payment, snapshot) : [])
      reportProblem(`member ${userId}: ${difference}`);
  };
  for await (const intentId of stripe.listReversedIntents()) {
    cli.interrupted.throwIfAborted();
    const member = await calls.memberOfIntent(intentId);
    if (!member) continue;
    reversedPayments.delete(member.paidBy);
    await compareReversals(member.userId, member.paidBy);
  }
  for (const [paidBy, userId] of [...reversedPayments.entriesInOrder()])
    await compareReversals(userId, paidBy);
  return comparedCount;
};

/** The current state of one membership payment in the log. */
const currentlyLogged = async (
  application: INestApplicationContext,
  userId: string,
  paymentId: string,
): Promise<MembershipItem | null> => {
  const events: RecordedEvent[] = await application
    .get(Streams)
    .events(`${membership.category}-${userId}`);
  const loggedItems = events.flatMap((event) => itemsOfEvent(event as unknown as MembershipEvent));
  return loggedItems.findLast((item) => item.id === paymentId) ?? null;
};
