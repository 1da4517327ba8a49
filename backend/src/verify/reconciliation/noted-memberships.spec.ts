import { expect, it } from '@jest/globals';
import { ANN, NOON, intentCreated, policyId } from '../../../testing/membership.js';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { openSpill } from '../../platform/stores/spilled-map.js';
import { NotedMemberships } from './noted-memberships.js';

const payment = { userId: ANN, plan: 'founding', paidBy: 'pi_1', currency: 'eur' } as const;
const charged: MembershipEvent = {
  type: 'EliteMismatchCharged',
  data: { ...payment, amountCents: 5_000, processorFeeCents: 0, card: null, chargedAt: NOON },
};
const returnedByCheck = (amountCents: number): MembershipEvent => ({
  type: 'EliteReversed',
  data: {
    ...payment,
    founderNumber: null,
    kind: 'outside',
    reversalId: 'order-1',
    orderId: 'order-1',
    amountCents,
    processorFeeCents: 0,
    isFinal: true,
    isFull: amountCents === 5_000,
    endsMembership: false,
    accessUntil: null,
    policyId,
    freesSeat: false,
    reversedAt: NOON,
  },
});
const itemAfter = (...events: MembershipEvent[]) => {
  const noted = new NotedMemberships(openSpill());
  for (const event of events) noted.noteEvent(event, NOON);
  return noted.item('pi_1');
};

it('counts a payment as returned outside Stripe once its whole amount is returned', () => {
  const paid = { id: 'pi_1', kind: 'payment', status: 'paid' };
  const history = [intentCreated(), charged];
  expect(itemAfter(...history)).toMatchObject({ ...paid, isReturned: false });
  expect(itemAfter(...history, returnedByCheck(4_999))).toMatchObject({ isReturned: false });
  expect(itemAfter(...history, returnedByCheck(5_000))).toMatchObject({
    ...paid,
    isReturned: true,
  });
  expect(itemAfter()).toBeNull();
});
