import type { ElitePolicy } from '@courtly/contracts/policy';
import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANN,
  NEXT_YEAR,
  NOON,
  foundingActivated,
  intent,
  intentCreated,
  lapseCommand,
  eliteLapsed,
  monthlyActivated,
  subscriptionCreated,
  policyId,
  membershipTerms,
  visa,
} from '../../../testing/membership.js';
import { specification } from '../../../testing/specification.js';
import { oneYearLater } from './stripe-changes.js';
import { type StripeIntent, type MembershipCommand, membership } from './membership.js';
import { foundingPriceCents, membershipView } from './membership-view.js';
import { tierAt } from './membership-tier.js';
import { type MembershipEvent, membershipEvents } from './membership.events.js';

const given = specification(membership);
const intentFields = {
  userId: ANN,
  purpose: 'founding',
  intentId: 'pi_1',
  amountCents: 19_900,
} as const;

const recordIntent = (stripeIntent: StripeIntent, at = NOON): MembershipCommand => ({
  type: 'RecordIntent',
  data: { userId: ANN, intent: stripeIntent, founderNumber: 47, terms: membershipTerms, at },
});

describe('a founding membership', () => {
  it('starts with its payment and lasts a year', () =>
    given(intentCreated())
      .when(recordIntent(intent('succeeded')))
      .then(foundingActivated()));

  it('starts once, no matter how often Stripe reports the payment', () => {
    given(intentCreated(), foundingActivated())
      .when(recordIntent(intent('succeeded')))
      .thenNothing();
    given(intentCreated())
      .when(recordIntent(intent('open')))
      .thenNothing();
    given()
      .when(recordIntent(intent('succeeded')))
      .thenNothing();
    given(intentCreated())
      .when(recordIntent(intent('succeeded', { intentId: 'pi_2' })))
      .thenNothing();
  });

  it('does not start with another amount or currency, and records the mismatch once', () => {
    const mismatched = (foundCents: number, foundCurrency: string): MembershipEvent => ({
      type: 'EliteIntentMismatched',
      data: { ...intentFields, foundCents, foundCurrency, foundAt: NOON },
    });
    const charged = (amountCents: number, currency: string): MembershipEvent => ({
      type: 'EliteMismatchCharged',
      data: {
        userId: ANN,
        plan: 'founding',
        paidBy: 'pi_1',
        amountCents,
        currency,
        processorFeeCents: 607,
        card: visa,
        chargedAt: NOON,
      },
    });
    const wrong = { amountCents: 19_899, receivedCents: 19_899 };
    const less = recordIntent(intent('succeeded', wrong));
    const found = mismatched(19_899, 'usd');
    given(intentCreated()).when(less).then(found, charged(19_899, 'usd'));
    given(intentCreated())
      .when(recordIntent(intent('succeeded', { currency: 'mxn' })))
      .then(mismatched(19_900, 'mxn'), charged(19_900, 'mxn'));
    given(intentCreated())
      .when(recordIntent(intent('open', { amountCents: 19_899 })))
      .then(found);
    given(intentCreated(), found).when(less).then(charged(19_899, 'usd'));
    given(intentCreated(), found, charged(19_899, 'usd')).when(less).thenNothing();
  });

  it('allows one payment at a time, and another after it ended unpaid', () => {
    const intentEnded: MembershipEvent = {
      type: 'EliteIntentEnded',
      data: { ...intentFields, endedAt: NOON },
    };
    const second = intentCreated({ intentId: 'pi_2' });
    const begin = { type: 'BeginPurchase', data: second.data } as MembershipCommand;
    given(intentCreated())
      .when(recordIntent(intent('cancelled')))
      .then(intentEnded);
    given(intentCreated()).when(begin).thenNothing();
    given(intentCreated(), intentEnded).when(begin).then(second);
  });

  it('keeps its number when renewed, and loses no days if renewed early', () => {
    const again = intentCreated({ intentId: 'pi_2', purpose: 'foundingRenewal' });
    const paid = intent('succeeded', { intentId: 'pi_2' });
    const early = '2028-02-20T12:00:00.000Z';
    const year3 = '2029-03-10T12:00:00.000Z';
    const { userId, plan, founderNumber, subscriptionId, amountCents } = foundingActivated()
      .data as never;
    const same = {
      userId,
      plan,
      founderNumber,
      subscriptionId,
      amountCents,
      policyId,
      paidBy: 'pi_2',
    };
    const [processorFeeCents, card] = [607, visa];
    given(intentCreated(), foundingActivated(), again)
      .when(recordIntent(paid, early))
      .then({
        type: 'EliteRenewed',
        data: {
          ...same,
          processorFeeCents,
          card,
          from: NEXT_YEAR,
          until: year3,
          accessUntil: year3,
          renewedAt: early,
        },
      });
    const late = '2028-05-01T12:00:00.000Z';
    const until = '2029-05-01T12:00:00.000Z';
    given(intentCreated(), foundingActivated(), eliteLapsed(NEXT_YEAR, 47), again)
      .when(recordIntent(paid, late))
      .then(
        foundingActivated({
          paidBy: 'pi_2',
          from: late,
          until,
          accessUntil: until,
          activatedAt: late,
        }),
      );
  });

  it('renews at the price of its last year, regardless of the current price', () => {
    const founder = foldAll(membership, [intentCreated(), foundingActivated()]);
    expect(foundingPriceCents(founder, { foundingCents: 29_900 })).toBe(19_900);
    expect(foundingPriceCents(null, { foundingCents: 29_900 })).toBe(29_900);
  });

  it('renews at the monthly price while a founder pays monthly', () => {
    const founder = foldAll(membership, [
      intentCreated(),
      foundingActivated(),
      eliteLapsed(NEXT_YEAR, 47),
      subscriptionCreated(),
      monthlyActivated({
        founderNumber: 47,
        from: '2028-04-10T12:00:00.000Z',
        until: '2028-05-10T12:00:00.000Z',
        accessUntil: '2028-05-17T12:00:00.000Z',
      }),
    ]);
    const elitePolicy = { foundingCents: 29_900 } as ElitePolicy;
    const viewAt = (instant: string) => membershipView(founder, elitePolicy, instant);
    expect(viewAt('2028-04-15T12:00:00.000Z')).toMatchObject({ plan: 'monthly', price: '100.00' });
    expect(viewAt('2028-06-01T12:00:00.000Z')).toMatchObject({ canRenew: true, price: '199.00' });
  });

  it('ends to the millisecond, even if its end is recorded later', () => {
    const member = foldAll(membership, [intentCreated(), foundingActivated()]);
    expect(tierAt(member, '2028-03-10T11:59:59.999Z')).toBe('elite');
    expect(tierAt(member, NEXT_YEAR)).toBe('free');
    expect(tierAt(null, NOON)).toBe('free');
    given(foundingActivated()).when(lapseCommand('2028-03-10T11:59:59.999Z')).thenNothing();
    given(foundingActivated()).when(lapseCommand(NEXT_YEAR)).then(eliteLapsed(NEXT_YEAR, 47));
    given(foundingActivated(), eliteLapsed(NEXT_YEAR, 47))
      .when(lapseCommand(NEXT_YEAR))
      .thenNothing();
  });

  it('ends on February 28 if it started on February 29', () =>
    expect(oneYearLater('2028-02-29T12:00:00.000Z')).toBe('2029-02-28T12:00:00.000Z'));
});

it.each([
  'EliteReversed',
  'EliteReversalConfirmed',
  'EliteReversalUndone',
  'EliteDisputeOpened',
  'EliteRefundOrdered',
  'EliteRefundRefused',
  'EliteRefundSettledOtherwise',
] as const)('the currency of a %s event from an earlier version is unknown', (type) =>
  expect(membershipEvents.definitions[type].upcasts[1]({ amountCents: 100 })).toEqual({
    amountCents: 100,
    currency: 'xxx',
  }),
);
