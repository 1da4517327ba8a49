import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseSync } from 'node:sqlite';
import { person } from '../people/identity/person.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { Streams } from '../platform/kernel/streams.js';
import {
  type MembershipItem,
  chargeDifferences,
  itemDifferences,
  itemsOfEvent,
} from '../people/membership/differences.js';
import type { MembershipEvent } from '../people/membership/membership.events.js';
import { membership } from '../people/membership/membership.js';
import { MembershipRecords } from '../people/membership/membership-records.service.js';
import { SpilledMap, openSpill } from '../platform/stores/spilled-map.js';
import type { Cli } from './cli.js';

/** The payments of memberships in the log, by Stripe id, and the owner of each customer. */
export class NotedMemberships {
  readonly items: SpilledMap<MembershipItem>;
  readonly customers: SpilledMap<string>;

  constructor(spill: DatabaseSync) {
    this.items = new SpilledMap(spill, 'membership payments');
    this.customers = new SpilledMap(spill, 'customers');
  }

  note(event: MembershipEvent): void {
    for (const item of itemsOfEvent(event)) this.items.set(item.id, item);
    if (event.type === 'EliteSubscriptionCreated')
      this.customers.set(event.data.customerId, event.data.userId);
  }
}

/**
 * Compares the log's membership payments with Stripe. Differences are read again on both sides
 * before they count. Returns the number compared.
 */
export const compareMemberships = async (
  cli: Cli,
  app: INestApplicationContext,
  { items, customers }: NotedMemberships,
  report: (difference: string) => void,
): Promise<number> => {
  const stripe = app.get(MembershipRecords, { strict: false });
  const compare = async ({ id, kind, userId }: MembershipItem) => {
    const [noted, found] = await Promise.all([
      notedNow(app, userId, id),
      stripe.readItem({ id, kind }),
    ]);
    const isKnown = (await app.get(Streams).load(person, userId)) !== null;
    for (const difference of itemDifferences(noted, found, isKnown))
      report(`member ${userId}: ${difference}`);
  };
  let compared = 0;
  const members = new SpilledMap<string>(openSpill(), 'members by payment');
  for await (const found of stripe.listItems()) {
    cli.interrupted.throwIfAborted();
    compared++;
    if (found.kind === 'payment') members.set(found.id, found.userId);
    if (itemDifferences(items.get(found.id) ?? null, found, true).length > 0) await compare(found);
    items.delete(found.id);
  }
  for (const [, item] of [...items.entriesInOrder()]) await compare(item);
  for await (const charge of stripe.listCharges()) {
    cli.interrupted.throwIfAborted();
    const userId = members.get(charge.intentId ?? '') ?? customers.get(charge.customerId ?? '');
    if (userId)
      for (const difference of chargeDifferences(charge)) report(`member ${userId}: ${difference}`);
  }
  return compared;
};

/** The current state of one membership payment in the log. */
const notedNow = async (
  app: INestApplicationContext,
  userId: string,
  id: string,
): Promise<MembershipItem | null> => {
  const events: RecordedEvent[] = await app.get(Streams).events(`${membership.category}-${userId}`);
  const items = events.flatMap((event) => itemsOfEvent(event as unknown as MembershipEvent));
  return items.findLast((item) => item.id === id) ?? null;
};
