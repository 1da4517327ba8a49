import type {
  InvoiceSnapshot,
  StripeIntent,
  MembershipCommand,
  SubscriptionSnapshot,
} from '../src/people/membership/membership.js';
import type { MembershipEvent } from '../src/people/membership/membership.events.js';

type Data<T extends MembershipEvent['type']> = Extract<MembershipEvent, { type: T }>['data'];

export const ANN = 'ann';
export const visa = { brand: 'visa', last4: '4242' };
export const NOON = '2027-03-10T12:00:00.000Z';
export const HALF_PAST = '2027-03-10T12:30:00.000Z';
export const NEXT_YEAR = '2028-03-10T12:00:00.000Z';
export const NEXT_MONTH = '2027-04-10T12:00:00.000Z';
export const GRACE_ENDS = '2027-04-17T12:00:00.000Z';
export const policyId = 'standard-1';
export const membershipTerms = { policyId, graceDays: 7, freesSeat: false };

const paymentFields = {
  userId: ANN,
  purpose: 'founding',
  intentId: 'pi_1',
  amountCents: 19_900,
} as const;

export const intentCreated = (
  changes: Partial<Data<'EliteIntentCreated'>> = {},
): MembershipEvent => ({
  type: 'EliteIntentCreated',
  data: {
    ...paymentFields,
    founderNumber: 47,
    clientSecret: 'pi_1_secret',
    createdAt: NOON,
    openUntil: HALF_PAST,
    ...changes,
  },
});

export const foundingActivated = (
  changes: Partial<Data<'EliteActivated'>> = {},
): MembershipEvent => ({
  type: 'EliteActivated',
  data: {
    userId: ANN,
    plan: 'founding',
    founderNumber: 47,
    paidBy: 'pi_1',
    subscriptionId: null,
    amountCents: 19_900,
    processorFeeCents: 607,
    card: visa,
    policyId,
    from: NOON,
    until: NEXT_YEAR,
    accessUntil: NEXT_YEAR,
    activatedAt: NOON,
    ...changes,
  },
});

export const subscriptionCreated = (
  changes: Partial<Data<'EliteSubscriptionCreated'>> = {},
): MembershipEvent => ({
  type: 'EliteSubscriptionCreated',
  data: {
    userId: ANN,
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    clientSecret: 'in_1_secret',
    amountCents: 10_000,
    createdAt: NOON,
    ...changes,
  },
});

export const monthlyActivated = (
  changes: Partial<Data<'EliteActivated'>> = {},
): MembershipEvent => ({
  type: 'EliteActivated',
  data: {
    userId: ANN,
    plan: 'monthly',
    founderNumber: null,
    paidBy: 'in_1',
    subscriptionId: 'sub_1',
    amountCents: 10_000,
    processorFeeCents: 320,
    card: visa,
    policyId,
    from: NOON,
    until: NEXT_MONTH,
    accessUntil: GRACE_ENDS,
    activatedAt: NOON,
    ...changes,
  },
});

export const intent = (
  status: StripeIntent['status'],
  changes: Partial<StripeIntent> = {},
): StripeIntent => ({
  intentId: 'pi_1',
  clientSecret: 'pi_1_secret',
  status,
  amountCents: 19_900,
  currency: 'usd',
  receivedCents: status === 'succeeded' ? 19_900 : 0,
  returnedCents: 0,
  processorFeeCents: 607,
  card: visa,
  ...changes,
});

export const invoiceSnapshot = (changes: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
  invoiceId: 'in_1',
  status: 'paid',
  isOpen: false,
  amountCents: 10_000,
  currency: 'usd',
  processorFeeCents: 320,
  card: visa,
  from: NOON,
  until: NEXT_MONTH,
  ...changes,
});

export const subscriptionSnapshot = (
  changes: Partial<SubscriptionSnapshot> = {},
): SubscriptionSnapshot => ({
  subscriptionId: 'sub_1',
  status: 'live',
  cancelsAtEnd: false,
  invoices: [invoiceSnapshot()],
  ...changes,
});

export const lapseCommand = (at: string): MembershipCommand => ({
  type: 'Lapse',
  data: { userId: ANN, at },
});

export const eliteLapsed = (
  accessUntil: string,
  founderNumber: number | null,
): MembershipEvent => ({
  type: 'EliteLapsed',
  data: {
    userId: ANN,
    plan: founderNumber ? 'founding' : 'monthly',
    founderNumber,
    accessUntil,
    lapsedAt: accessUntil,
  },
});

export const eliteEnded = (changes: Partial<Data<'EliteEnded'>> = {}): MembershipEvent => ({
  type: 'EliteEnded',
  data: {
    userId: ANN,
    plan: 'monthly',
    founderNumber: null,
    freesSeat: false,
    reason: 'Stolen card',
    endedBy: 'avery',
    endedAt: NOON,
    ...changes,
  },
});

/** Stripe refuses to end the subscription. */
export const stepRefused = (
  attempts: number,
  changes: Partial<Data<'EliteStepRefused'>> = {},
): MembershipEvent => ({
  type: 'EliteStepRefused',
  data: {
    userId: ANN,
    step: 'cancelSubscription',
    stripeId: 'sub_1',
    amountCents: 10_000,
    currency: 'usd',
    code: 'account_restricted',
    message: 'The account is restricted.',
    attempts,
    tryAgainAt: '2027-03-10T12:05:00.000Z',
    refusedAt: NOON,
    ...changes,
  },
});
