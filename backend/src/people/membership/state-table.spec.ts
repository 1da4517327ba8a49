import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { type StripeDispute, newDispute } from '../../money/payments/disputes.js';
import {
  ANN,
  GRACE_ENDS,
  HALF_PAST,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  eliteEnded,
  foundingActivated,
  intent,
  intentCreated,
  invoiceSnapshot,
  membershipTerms,
  stepRefused,
  subscriptionCreated,
  subscriptionSnapshot,
} from '../../../testing/membership.js';
import {
  JUNE,
  after,
  dispute,
  founder,
  record,
  refund,
  seat,
  subscriber,
} from '../../../testing/membership-history.js';
import { matchesFilter } from '../../../testing/simulation/filter.js';
import type { FounderSeat } from './founders.js';
import type { MembershipEvent } from './membership.events.js';
import type { Membership, MembershipCommand } from './membership.js';
import { membershipProcess } from './membership.process.js';
import { memberDocument } from '../../../testing/member-document.js';
import { nextStep } from './next-step.js';

type State = Membership | null;

const TWO_MONTHS = '2027-05-10T12:00:00.000Z';
const heldSeat = { ...seat, until: HALF_PAST };

const wrongIntent = (changes: Parameters<typeof intent>[1] = {}): MembershipCommand => ({
  type: 'RecordIntent',
  data: {
    userId: ANN,
    intent: intent('succeeded', { amountCents: 5_000, receivedCents: 5_000, ...changes }),
    founderNumber: 47,
    terms: membershipTerms,
    at: NOON,
  },
});
const resolve: MembershipCommand = {
  type: 'ResolveMismatch',
  data: { userId: ANN, orderId: 'order-1', reason: 'Typo', resolvedBy: 'avery', at: NOON },
};
const endPurchase: MembershipCommand = { type: 'EndPurchase', data: { userId: ANN, at: NOON } };
const takenByBank = (status: StripeDispute['status']) => ({
  disputes: [
    {
      ...newDispute,
      disputeId: 'du_1',
      isAppeal: false,
      disputedCents: 3_000,
      takenCents: 3_000,
      status,
    },
  ],
});
const returnedInPart = [
  record([dispute(3_000, { isFinal: true })], takenByBank('lost')),
  record(
    [dispute(3_000, { isFinal: true }), refund(2_000, { orderId: 'order-1' })],
    takenByBank('lost'),
  ),
];
const renewal = invoiceSnapshot({ invoiceId: 'in_2', from: NEXT_MONTH, until: TWO_MONTHS });
const unpaidRenewal = { ...renewal, status: 'failed', isOpen: true } as const;
const subscriptionIs = (
  status: 'live' | 'ended',
  invoice: ReturnType<typeof invoiceSnapshot>,
): MembershipCommand => ({
  type: 'RecordSubscription',
  data: {
    userId: ANN,
    snapshot: subscriptionSnapshot({ status, invoices: [invoiceSnapshot(), invoice] }),
    terms: membershipTerms,
    at: NEXT_MONTH,
  },
});
const orderRefund = (paidBy: string): MembershipCommand => ({
  type: 'OrderRefund',
  data: {
    userId: ANN,
    orderId: 'order-1',
    paidBy,
    amountCents: null,
    reason: 'Goodwill',
    orderedBy: 'avery',
    at: JUNE,
  },
});
const refusedRefund: MembershipCommand = {
  type: 'RefuseRefund',
  data: { userId: ANN, orderId: 'order-1', code: 'charge_disputed', refusedAt: JUNE },
};
const freeSeat: MembershipCommand = {
  type: 'FreeSeat',
  data: { userId: ANN, number: 47, at: JUNE },
};
const finalDispute = record([dispute(19_900, { isFinal: true })], { freesSeat: true });
const wonDispute = record([dispute(0, { isFinal: true })]);

const stateAfter = (events: MembershipEvent[], ...commands: MembershipCommand[]): State =>
  after(events, ...commands).state;

/** `next` is the type of the step at an instant, or the refund that is due. */
type Stage = Readonly<{
  state: State;
  at: string;
  founderSeat?: FounderSeat | null;
  next: string | null;
}>;

const refundIsDue = (orderId: string, amountCents: number) => `refund ${orderId} ${amountCents}`;
const wrong = [intentCreated()];

/** The stages of each row of the table, in order. */
const rows: Readonly<Record<string, readonly Stage[]>> = {
  'Founding payment open': [
    { state: stateAfter(wrong), at: NOON, founderSeat: heldSeat, next: null },
    { state: stateAfter(wrong), at: HALF_PAST, founderSeat: heldSeat, next: 'cancelIntent' },
    {
      state: stateAfter(wrong, wrongIntent({ status: 'cancelled', amountCents: 19_900 })),
      at: HALF_PAST,
      founderSeat: heldSeat,
      next: 'endReservation',
    },
  ],
  'Founding payment with a wrong amount': [
    { state: stateAfter(wrong, wrongIntent()), at: HALF_PAST, founderSeat: heldSeat, next: null },
    {
      state: stateAfter(wrong, wrongIntent(), resolve),
      at: NOON,
      founderSeat: heldSeat,
      next: refundIsDue('order-1', 5_000),
    },
    {
      state: stateAfter(
        wrong,
        wrongIntent(),
        resolve,
        record([refund(5_000, { orderId: 'order-1' })]),
      ),
      at: JUNE,
      founderSeat: heldSeat,
      next: 'endPurchase',
    },
  ],
  'Return ordered, a dispute is open': [
    {
      state: stateAfter(
        wrong,
        wrongIntent(),
        resolve,
        record([dispute(3_000)], takenByBank('open')),
      ),
      at: NOON,
      founderSeat: heldSeat,
      next: null,
    },
    {
      state: stateAfter(wrong, wrongIntent(), resolve, returnedInPart[0]!),
      at: NOON,
      founderSeat: heldSeat,
      next: refundIsDue('order-1', 2_000),
    },
  ],
  'Wrong amount that a bank took and returned': [
    {
      state: stateAfter(
        wrong,
        wrongIntent(),
        resolve,
        ...returnedInPart,
        endPurchase,
        record([dispute(0, { isFinal: true }), refund(2_000, { orderId: 'order-1' })]),
      ),
      at: NOON,
      next: refundIsDue('order-1-2', 3_000),
    },
  ],
  'First month unpaid': [{ state: stateAfter([subscriptionCreated()]), at: JUNE, next: null }],
  'Renewal unpaid': [
    {
      state: stateAfter(subscriber, subscriptionIs('live', unpaidRenewal)),
      at: NEXT_MONTH,
      next: null,
    },
    {
      state: stateAfter(subscriber, subscriptionIs('live', unpaidRenewal)),
      at: GRACE_ENDS,
      next: 'lapse',
    },
    {
      state: stateAfter(subscriber, subscriptionIs('live', unpaidRenewal), {
        type: 'Lapse',
        data: { userId: ANN, at: GRACE_ENDS },
      }),
      at: GRACE_ENDS,
      next: 'cancelSubscription',
    },
  ],
  'Renewal failed in another currency': [
    {
      state: stateAfter(subscriber, subscriptionIs('live', { ...unpaidRenewal, currency: 'eur' })),
      at: NEXT_MONTH,
      next: 'cancelSubscription',
    },
  ],
  // The settlement voids the invoice whenever it reads the subscription, so it stays open.
  'Subscription ended, an invoice is open': [
    {
      state: stateAfter(subscriber, subscriptionIs('ended', unpaidRenewal)),
      at: GRACE_ENDS,
      next: 'lapse',
    },
  ],
  'Subscription ended, an invoice was paid first': [
    {
      state: stateAfter(subscriber, subscriptionIs('ended', renewal)),
      at: GRACE_ENDS,
      next: null,
    },
    {
      state: stateAfter(subscriber, subscriptionIs('ended', renewal)),
      at: TWO_MONTHS,
      next: 'lapse',
    },
  ],
  'Fee unknown': [
    {
      state: stateAfter([intentCreated(), foundingActivated({ processorFeeCents: 0 })]),
      at: JUNE,
      next: null,
    },
  ],
  'Refund ordered': [
    {
      state: stateAfter(founder, orderRefund('pi_1')),
      at: JUNE,
      founderSeat: seat,
      next: refundIsDue('order-1', 19_900),
    },
  ],
  'Refund refused or returned': [
    {
      state: stateAfter(founder, orderRefund('pi_1'), refusedRefund),
      at: JUNE,
      founderSeat: seat,
      next: null,
    },
  ],
  'Month paid in another currency': [
    {
      state: stateAfter(subscriber, subscriptionIs('live', { ...renewal, currency: 'eur' })),
      at: NEXT_MONTH,
      next: 'cancelSubscription',
    },
    {
      state: stateAfter(
        subscriber,
        subscriptionIs('live', { ...renewal, currency: 'eur' }),
        orderRefund('in_2'),
      ),
      at: NEXT_MONTH,
      next: refundIsDue('order-1', 10_000),
    },
  ],
  'End of a payment or subscription refused': [
    {
      state: stateAfter([...subscriber, eliteEnded(), stepRefused(1)]),
      at: NOON,
      next: null,
    },
    {
      state: stateAfter([...subscriber, eliteEnded(), stepRefused(1)]),
      at: HALF_PAST,
      next: 'cancelSubscription',
    },
    {
      state: stateAfter([...subscriber, eliteEnded(), stepRefused(10)]),
      at: JUNE,
      next: null,
    },
    {
      state: stateAfter([...subscriber, stepRefused(1, { step: 'voidInvoices' })]),
      at: HALF_PAST,
      next: 'voidInvoices',
    },
  ],
  'Paid, reversed in full': [
    {
      state: stateAfter(
        subscriber,
        record([dispute(10_000)], { at: '2027-03-20T12:00:00.000Z', paidBy: 'in_1' }),
      ),
      at: '2027-03-20T12:00:00.000Z',
      next: 'cancelSubscription',
    },
    {
      state: stateAfter(founder, record([dispute(19_900)])),
      at: JUNE,
      founderSeat: seat,
      next: null,
    },
  ],
  'Reversed, then won or returned': [
    {
      state: stateAfter(founder, finalDispute, freeSeat, wonDispute),
      at: JUNE,
      next: 'restoreSeat',
    },
    {
      state: stateAfter(founder, record([dispute(19_900)]), wonDispute),
      at: NEXT_YEAR,
      founderSeat: seat,
      next: 'lapse',
    },
  ],
  'All founding payments reversed for good': [
    {
      state: stateAfter(founder, record([dispute(19_900, { isFinal: true })])),
      at: JUNE,
      founderSeat: seat,
      next: null,
    },
    { state: stateAfter(founder, finalDispute), at: JUNE, founderSeat: seat, next: 'freeSeat' },
    {
      state: stateAfter(founder, finalDispute, freeSeat),
      at: JUNE,
      founderSeat: seat,
      next: 'releaseSeat',
    },
  ],
  'Paid time is over': [
    { state: stateAfter(founder), at: JUNE, founderSeat: seat, next: null },
    { state: stateAfter(founder), at: NEXT_YEAR, founderSeat: seat, next: 'lapse' },
  ],
};

it('has a row in docs/money.md for each state of a membership', () => {
  const [, section = ''] = readFileSync('docs/money.md', 'utf8').split('## Membership payments\n');
  const table = section.split('\n').filter((line) => line.startsWith('| '));
  const names = table
    .slice(
      2,
      table.findIndex((line) => line.startsWith('| Tax ')),
    )
    .map((line) => line.split('|')[1]!.trim());
  expect(names).toEqual(Object.keys(rows));
});

it.each(Object.entries(rows))('takes the steps of the table: %s', (_, stages) => {
  const steps = stages.map(({ state, at, founderSeat = null }) => {
    const step = nextStep(state, founderSeat, at, null);
    return step?.type === 'refund'
      ? refundIsDue(step.refundOrder.orderId, step.refundOrder.amountCents)
      : (step?.type ?? null);
  });
  expect(steps).toEqual(stages.map(({ next }) => next));
});

const allStages = Object.entries(rows).flatMap(([name, stages]) =>
  stages.map((stage, index) => ({ ...stage, name: `${name}, ${index + 1}` })),
);

it.each(allStages)(
  'has work for the sweep if and only if a step is due: $name',
  ({ state, at, founderSeat = null, next }) => {
    const member = memberDocument(state, founderSeat);
    const [dueSteps] = membershipProcess.sweep!.filters(at);
    expect(matchesFilter(member, dueSteps!)).toBe(next !== null);
    expect(member.what === null).toBe(member.dueAt === null);
  },
);
