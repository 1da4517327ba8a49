import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  foundingActivated,
  intentCreated,
  monthlyActivated,
  policyId,
  subscriptionCreated,
  visa,
} from '../../../testing/membership.js';
import { memberReceipts, receiptsOf } from './member-receipts.js';
import type { MembershipEvent } from './membership.events.js';

const USER_ID = '0190a6f0-0000-7000-8000-0123456789ab';
const JUNE = '2027-06-10T12:00:00.000Z';
const JULY = '2027-07-10T12:00:00.000Z';
const reversal = {
  userId: USER_ID,
  plan: 'founding',
  founderNumber: 47,
  paidBy: 'pi_1',
  currency: 'usd',
  processorFeeCents: 0,
} as const;
type ReversalKind = 'refund' | 'dispute' | 'outside';
const reversed = (kind: ReversalKind, amountCents: number, isFinal = false): MembershipEvent => ({
  type: 'EliteReversed',
  data: {
    ...reversal,
    kind,
    reversalId: `${kind}_1`,
    amountCents,
    orderId: null,
    isFinal,
    isFull: false,
    endsMembership: false,
    accessUntil: null,
    policyId,
    freesSeat: false,
    reversedAt: JUNE,
  },
});
const confirmed: MembershipEvent = {
  type: 'EliteReversalConfirmed',
  data: {
    ...reversal,
    kind: 'dispute',
    reversalId: 'dispute_1',
    amountCents: 19_900,
    confirmedAt: JULY,
  },
};
const undone = (kind: ReversalKind, amountCents: number): MembershipEvent => ({
  type: 'EliteReversalUndone',
  data: {
    ...reversal,
    kind,
    reversalId: `${kind}_1`,
    amountCents,
    restoresMembership: false,
    accessUntil: null,
    undoneAt: JULY,
  },
});
const year = foundingActivated({ userId: USER_ID });
const receiptsAfter = (...events: MembershipEvent[]) =>
  receiptsOf(foldAll(memberReceipts, events), { seller: 'Courtly, Inc.', member: 'Ann Ace' });
const movedAfter = (...events: MembershipEvent[]) => {
  const [receipt] = receiptsAfter(year, ...events);
  return [receipt!.moved.map(({ what, amount }) => [what, amount]), receipt!.netAmount];
};

describe('a membership receipt', () => {
  it('lists the number, period, and card of each payment, newest first', () => {
    const month = monthlyActivated({ userId: USER_ID, activatedAt: JUNE, card: null });
    const receipts = receiptsAfter(intentCreated(), year, subscriptionCreated(), month);
    expect(receipts.map(({ receiptNumber }) => receiptNumber)).toEqual([
      '20270610-0123456789AB-2',
      '20270310-0123456789AB-1',
    ]);
    expect(receipts[0]).toMatchObject({ plan: 'monthly', amount: '100.00', card: null });
    expect(receipts[1]).toEqual({
      receiptNumber: '20270310-0123456789AB-1',
      issuedAt: '2027-03-10T12:00:00.000Z',
      seller: 'Courtly, Inc.',
      member: 'Ann Ace',
      plan: 'founding',
      period: { from: '2027-03-10T12:00:00.000Z', until: '2028-03-10T12:00:00.000Z' },
      amount: '199.00',
      card: visa,
      moved: [{ what: 'paid', amount: '199.00', at: '2027-03-10T12:00:00.000Z' }],
      netAmount: '199.00',
    });
  });

  it('lists refunds, including those that the bank returned', () => {
    expect(movedAfter(reversed('refund', 5_000), undone('refund', 5_000))).toEqual([
      [
        ['paid', '199.00'],
        ['refunded', '50.00'],
        ['refund_failed', '50.00'],
      ],
      '199.00',
    ]);
    expect(movedAfter(reversed('refund', 5_000))[1]).toBe('149.00');
    expect(movedAfter(reversed('outside', 5_000))).toEqual([
      [
        ['paid', '199.00'],
        ['refunded_otherwise', '50.00'],
      ],
      '149.00',
    ]);
  });

  it('lists a dispute as open until the bank decides', () => {
    const opened = reversed('dispute', 19_900);
    const charge = ['paid', '199.00'];
    expect(movedAfter(opened)).toEqual([[charge, ['dispute_open', '199.00']], '0.00']);
    expect(movedAfter(opened, confirmed)).toEqual([[charge, ['disputed', '199.00']], '0.00']);
    expect(movedAfter(reversed('dispute', 19_900, true))).toEqual([
      [charge, ['disputed', '199.00']],
      '0.00',
    ]);
    expect(movedAfter(opened, undone('dispute', 19_900))).toEqual([
      [charge, ['disputed', '199.00'], ['dispute_won', '199.00']],
      '199.00',
    ]);
  });

  it('is unchanged by a reversal of another payment', () =>
    expect(
      receiptsAfter(foundingActivated({ userId: USER_ID, paidBy: 'pi_2' }), reversed('refund', 1)),
    ).toMatchObject([{ netAmount: '199.00' }]));
});
