import type { DatabaseSync } from 'node:sqlite';
import { type MembershipItem, itemsOfEvent } from '../../people/membership/differences.js';
import {
  type ChargedPayment,
  findCharge,
  isReversed,
} from '../../people/membership/membership-payments.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { type Membership, membership } from '../../people/membership/membership.js';
import { SpilledMap } from '../../platform/stores/spilled-map.js';

/** The membership payments in the log, by Stripe id, and their members. */
export class NotedMemberships {
  readonly itemsById: SpilledMap<MembershipItem & Readonly<{ notedAt: string }>>;
  /** The users of reversed payments, by Stripe's id of the payment. */
  readonly reversedPayments: SpilledMap<Readonly<{ userId: string; notedAt: string }>>;
  private readonly members: SpilledMap<Membership>;

  constructor(spillDatabase: DatabaseSync) {
    this.itemsById = new SpilledMap(spillDatabase, 'membership payments');
    this.reversedPayments = new SpilledMap(spillDatabase, 'reversed membership payments');
    this.members = new SpilledMap(spillDatabase, 'members');
  }

  noteEvent(event: MembershipEvent, notedAt: string): void {
    const { userId } = event.data;
    const member = membership.evolve(this.members.get(userId) ?? null, event);
    if (member) this.members.set(userId, member);
    for (const item of itemsOfEvent(event)) {
      // A payment with a wrong amount remains paid, because its refunds are compared by their own
      // ids.
      const wasPaid = item.kind === 'payment' && this.itemsById.get(item.id)?.status === 'paid';
      if (!wasPaid || item.status === 'paid') this.itemsById.set(item.id, { ...item, notedAt });
    }
    if (event.type === 'EliteReversed')
      this.reversedPayments.set(event.data.paidBy, { userId, notedAt });
  }

  item(id: string): MembershipItem | null {
    const item = this.itemsById.get(id);
    if (!item) return null;
    const payment = this.payment(item.userId, id);
    return { ...item, isReturned: payment !== null && isReversed(payment) };
  }

  payment(userId: string, paidBy: string): ChargedPayment | null {
    const member = this.members.get(userId);
    return (member && findCharge(member, paidBy)) ?? null;
  }
}
