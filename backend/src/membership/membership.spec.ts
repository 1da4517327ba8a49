import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../kernel/decider.js';
import {
  ANN,
  GRACE_ENDS,
  NEXT_MONTH,
  NEXT_YEAR,
  NOON,
  facts,
  foundingActivated,
  intent,
  intentCreated,
  monthlyActivated,
  policyId,
  subscriptionCreated,
  terms,
} from '../testing/membership.js';
import { specification } from '../testing/specification.js';
import { inAYear } from './facts.js';
import { type Intent, type MembershipCommand, type SubscriptionFacts, membership, tierAt } from './membership.js';
import type { MembershipEvent } from './membership.events.js';

const given = specification(membership);
const its = { userId: ANN, purpose: 'founding', intentId: 'pi_1', amountCents: 19_900 } as const;
const sub = { userId: ANN, subscriptionId: 'sub_1' };

const note = (seen: Intent, at = NOON): MembershipCommand => ({
  type: 'NoteIntent',
  data: { userId: ANN, intent: seen, founderNumber: 47, terms, at },
});
const tell = (seen: SubscriptionFacts, at = NOON): MembershipCommand => ({
  type: 'NoteSubscription',
  data: { userId: ANN, facts: seen, terms, at },
});
const lapse = (at: string): MembershipCommand => ({ type: 'Lapse', data: { userId: ANN, at } });
const lapsed = (accessUntil: string, founderNumber: number | null): MembershipEvent => ({
  type: 'EliteLapsed',
  data: {
    userId: ANN,
    plan: founderNumber ? 'founding' : 'monthly',
    founderNumber,
    accessUntil,
    lapsedAt: accessUntil,
  },
});

describe('a founding membership', () => {
  it('begins with its payment and lasts a year', () =>
    given(intentCreated())
      .when(note(intent('succeeded')))
      .then(foundingActivated()));

  it('begins once, however often Stripe tells of the payment', () => {
    given(intentCreated(), foundingActivated())
      .when(note(intent('succeeded')))
      .thenNothing();
    given(intentCreated())
      .when(note(intent('open')))
      .thenNothing();
    given()
      .when(note(intent('succeeded')))
      .thenNothing();
    given(intentCreated())
      .when(note(intent('succeeded', { intentId: 'pi_2' })))
      .thenNothing();
  });

  it('does not begin with another amount or currency, which is noted once', () => {
    const mismatched = (foundCents: number, foundCurrency: string): MembershipEvent => ({
      type: 'EliteIntentMismatched',
      data: { ...its, foundCents, foundCurrency, foundAt: NOON },
    });
    const less = note(intent('succeeded', { amountCents: 19_899 }));
    given(intentCreated()).when(less).then(mismatched(19_899, 'usd'));
    given(intentCreated())
      .when(note(intent('succeeded', { currency: 'mxn' })))
      .then(mismatched(19_900, 'mxn'));
    given(intentCreated(), mismatched(19_899, 'usd')).when(less).thenNothing();
  });

  it('is one payment at a time, and another one after it ended unpaid', () => {
    const ended: MembershipEvent = { type: 'EliteIntentEnded', data: { ...its, endedAt: NOON } };
    const second = intentCreated({ intentId: 'pi_2' });
    const begin = { type: 'BeginPurchase', data: second.data } as MembershipCommand;
    given(intentCreated())
      .when(note(intent('cancelled')))
      .then(ended);
    given(intentCreated()).when(begin).thenNothing();
    given(intentCreated(), ended).when(begin).then(second);
  });

  it('is renewed at its number, early without losing a day, late from then on', () => {
    const again = intentCreated({ intentId: 'pi_2', purpose: 'foundingRenewal' });
    const paid = intent('succeeded', { intentId: 'pi_2' });
    const early = '2028-02-20T12:00:00.000Z';
    const year3 = '2029-03-10T12:00:00.000Z';
    const { userId, plan, founderNumber, subscriptionId, amountCents } = foundingActivated().data as never;
    const same = { userId, plan, founderNumber, subscriptionId, amountCents, policyId, paidBy: 'pi_2' };
    given(intentCreated(), foundingActivated(), again)
      .when(note(paid, early))
      .then({
        type: 'EliteRenewed',
        data: { ...same, from: NEXT_YEAR, until: year3, accessUntil: year3, renewedAt: early },
      });
    const late = '2028-05-01T12:00:00.000Z';
    const until = '2029-05-01T12:00:00.000Z';
    given(intentCreated(), foundingActivated(), lapsed(NEXT_YEAR, 47), again)
      .when(note(paid, late))
      .then(foundingActivated({ paidBy: 'pi_2', from: late, until, accessUntil: until, activatedAt: late }));
  });

  it('ends to the millisecond, noted or not, and is noted once', () => {
    const member = foldAll(membership, [intentCreated(), foundingActivated()]);
    expect(tierAt(member, '2028-03-10T11:59:59.999Z')).toBe('elite');
    expect(tierAt(member, NEXT_YEAR)).toBe('free');
    expect(tierAt(null, NOON)).toBe('free');
    given(foundingActivated()).when(lapse('2028-03-10T11:59:59.999Z')).thenNothing();
    given(foundingActivated()).when(lapse(NEXT_YEAR)).then(lapsed(NEXT_YEAR, 47));
    given(foundingActivated(), lapsed(NEXT_YEAR, 47)).when(lapse(NEXT_YEAR)).thenNothing();
  });

  it('lasts until the last day of February where it began on the 29th', () =>
    expect(inAYear('2028-02-29T12:00:00.000Z')).toBe('2029-02-28T12:00:00.000Z'));
});

describe('a monthly membership', () => {
  const second = { invoiceId: 'in_2', amountCents: 10_000 };
  const [TWO_MONTHS, AFTER] = ['2027-05-10T12:00:00.000Z', '2027-05-17T12:00:00.000Z'];
  const member = [subscriptionCreated(), monthlyActivated()];
  const failed: MembershipEvent = {
    type: 'ElitePaymentFailed',
    data: { ...sub, ...second, accessUntil: GRACE_ENDS, failedAt: NEXT_MONTH },
  };
  const cancelled: MembershipEvent = {
    type: 'EliteCancelled',
    data: { ...sub, accessUntil: NEXT_MONTH, cancelledAt: NOON },
  };
  const ended = (endedAt = NOON): MembershipEvent => ({ type: 'EliteSubscriptionEnded', data: { ...sub, endedAt } });
  const renewed: MembershipEvent = {
    type: 'EliteRenewed',
    data: {
      ...{ userId: ANN, plan: 'monthly', founderNumber: null, subscriptionId: 'sub_1', paidBy: 'in_2' },
      ...{ amountCents: 10_000, policyId, from: NEXT_MONTH, until: TWO_MONTHS, accessUntil: AFTER },
      renewedAt: NEXT_MONTH,
    },
  };
  const next = (status: 'paid' | 'failed' | 'waiting') =>
    tell(facts({ periodEnd: TWO_MONTHS, invoice: { ...second, status } }), NEXT_MONTH);

  it('begins with its first month', () => {
    given(subscriptionCreated()).when(tell(facts())).then(monthlyActivated());
    const unpaid = { invoiceId: 'in_1', status: 'waiting', amountCents: 10_000 } as const;
    given(subscriptionCreated())
      .when(tell(facts({ status: 'incomplete', invoice: unpaid })))
      .thenNothing();
    given(...member)
      .when(tell(facts()))
      .thenNothing();
  });

  it('that nobody pays ends, and is none', () => {
    const expired = facts({ status: 'ended', invoice: { invoiceId: 'in_1', status: 'waiting', amountCents: 10_000 } });
    given(subscriptionCreated()).when(tell(expired)).then(ended());
    given(subscriptionCreated(), ended()).when(tell(expired)).thenNothing();
  });

  it('renews when the invoice is paid, and not by the draft of it', () => {
    given(...member)
      .when(next('waiting'))
      .thenNothing();
    given(...member)
      .when(next('paid'))
      .then(renewed);
    given(...member, renewed)
      .when(next('paid'))
      .thenNothing();
    // What was read before is told late.
    given(...member, renewed)
      .when(tell(facts(), NEXT_MONTH))
      .thenNothing();
  });

  it('that could not be charged keeps its grace, each month once, until it is paid', () => {
    given(...member)
      .when(next('failed'))
      .then(failed);
    given(...member, failed)
      .when(next('failed'))
      .thenNothing();
    given(...member, failed)
      .when(next('paid'))
      .then(renewed);
    const inGrace = foldAll(membership, [...member, failed]);
    expect(tierAt(inGrace, '2027-04-17T11:59:59.999Z')).toBe('elite');
    expect(tierAt(inGrace, GRACE_ENDS)).toBe('free');
    given(...member, failed)
      .when(lapse(GRACE_ENDS))
      .then(lapsed(GRACE_ENDS, null));
  });

  it('begins anew where it is paid after it had lapsed', () =>
    given(...member, failed, lapsed(GRACE_ENDS, null))
      .when(next('paid'))
      .then(
        monthlyActivated({
          ...{ paidBy: 'in_2', from: NEXT_MONTH, until: TWO_MONTHS, accessUntil: AFTER, activatedAt: NEXT_MONTH },
        }),
      ));

  it('ends with what is paid once it is cancelled, unless that is taken back', () => {
    given(...member)
      .when(tell(facts({ cancelsAtEnd: true })))
      .then(cancelled);
    given(...member, cancelled)
      .when(tell(facts({ cancelsAtEnd: true })))
      .thenNothing();
    given(...member, cancelled)
      .when(tell(facts()))
      .then({ type: 'EliteResumed', data: { ...sub, accessUntil: GRACE_ENDS, resumedAt: NOON } });
    const over = facts({ cancelsAtEnd: true, status: 'ended' });
    given(...member, cancelled)
      .when(tell(over, NEXT_MONTH))
      .then(ended(NEXT_MONTH));
    const state = foldAll(membership, [...member, cancelled]);
    expect(tierAt(state, '2027-04-10T11:59:59.999Z')).toBe('elite');
    expect(tierAt(state, NEXT_MONTH)).toBe('free');
  });

  it('that was ended at once lasts as long as it is paid; one that Stripe gave up on keeps its grace', () => {
    given(...member)
      .when(tell(facts({ status: 'ended' })))
      .then(cancelled, ended());
    const gaveUp = facts({ status: 'ended', periodEnd: TWO_MONTHS, invoice: { ...second, status: 'failed' } });
    given(...member, failed)
      .when(tell(gaveUp))
      .then(ended());
  });

  it('is begun one at a time, each with a consent of its own', () => {
    const { data } = subscriptionCreated({ subscriptionId: 'sub_2' });
    const begin = { type: 'BeginSubscription', data } as MembershipCommand;
    const agreed = {
      ...{ userId: ANN, version: '2026-11', textHash: 'abc', amountCents: 10_000, consentedAt: NOON },
      ...{ userAgent: 'RacketBrowser/1.0', ipAddress: '203.0.113.7' },
    };
    const agree: MembershipCommand = { type: 'GiveRenewalConsent', data: agreed };
    const consent: MembershipEvent = { type: 'RenewalConsentGiven', data: agreed };
    given(subscriptionCreated()).when(begin).thenNothing();
    given(subscriptionCreated(), ended())
      .when(begin)
      .then(subscriptionCreated({ subscriptionId: 'sub_2' }));
    given().when(agree).then(consent);
    given(consent).when(agree).thenNothing();
    given(consent, subscriptionCreated(), ended()).when(agree).then(consent);
  });
});
