import type { StripeDispute } from '../src/money/payments/disputes.js';
import type { Reversal } from '../src/people/membership/membership-payments.js';
import type { MembershipEvent } from '../src/people/membership/membership.events.js';
import { type MembershipCommand, membership } from '../src/people/membership/membership.js';
import { foldAll } from '../src/platform/kernel/decider.js';
import {
  ANN,
  foundingActivated,
  intentCreated,
  membershipTerms,
  monthlyActivated,
  subscriptionCreated,
} from './membership.js';

export const JUNE = '2027-06-10T12:00:00.000Z';

export const refund = (amountCents: number, changes: Partial<Reversal> = {}): Reversal => ({
  reversalId: 're_1',
  kind: 'refund',
  orderId: null,
  amountCents,
  processorFeeCents: 0,
  isFinal: true,
  ...changes,
});
export const dispute = (amountCents: number, changes: Partial<Reversal> = {}): Reversal =>
  refund(amountCents, {
    reversalId: 'du_1',
    kind: 'dispute',
    processorFeeCents: amountCents === 0 ? 0 : 1_500,
    isFinal: false,
    ...changes,
  });
export const record = (
  reversals: Reversal[],
  {
    at = JUNE,
    paidBy = 'pi_1',
    freesSeat = false,
    processorFeeCents = null as number | null,
    disputes = [] as StripeDispute[],
    currency = 'usd',
  } = {},
): MembershipCommand => ({
  type: 'RecordPayment',
  data: {
    userId: ANN,
    snapshot: { paidBy, currency, processorFeeCents, reversals, disputes },
    terms: { ...membershipTerms, freesSeat },
    at,
  },
});
/** Decides each command. Returns all events and the last state. */
export const after = (events: MembershipEvent[], ...commands: MembershipCommand[]) => {
  let state = foldAll(membership, events);
  const added: MembershipEvent[] = [];
  for (const command of commands)
    for (const event of membership.decide(command, state)) {
      added.push(event);
      state = membership.evolve(state, event);
    }
  return { added, state };
};
export const typesAfter = (events: MembershipEvent[], ...commands: MembershipCommand[]) =>
  after(events, ...commands).added.map(({ type }) => type);

export const founder = [intentCreated(), foundingActivated()];
export const subscriber = [subscriptionCreated(), monthlyActivated()];
export const seat = { number: 47, userId: ANN, until: null };
