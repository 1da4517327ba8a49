import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import {
  ANN,
  GRACE_ENDS,
  NEXT_MONTH,
  NOON,
  invoiceSnapshot,
  subscriptionSnapshot,
  monthlyActivated,
  lapseCommand,
  eliteLapsed,
  policyId,
  subscriptionCreated,
  membershipTerms,
  visa,
} from '../../../testing/membership.js';
import { specification } from '../../../testing/specification.js';
import {
  type InvoiceSnapshot,
  type MembershipCommand,
  type SubscriptionSnapshot,
  membership,
} from './membership.js';
import { tierAt } from './membership-tier.js';
import type { MembershipEvent } from './membership.events.js';

const given = specification(membership);
const sub = { userId: ANN, subscriptionId: 'sub_1' };

const recordSubscription = (snapshot: SubscriptionSnapshot, at = NOON): MembershipCommand => ({
  type: 'RecordSubscription',
  data: { userId: ANN, snapshot, terms: membershipTerms, at },
});

describe('a monthly membership', () => {
  const failedInvoice = { invoiceId: 'in_2', amountCents: 10_000 };
  const second = (status: 'paid' | 'failed' | 'waiting', changes: Partial<InvoiceSnapshot> = {}) =>
    invoiceSnapshot({
      invoiceId: 'in_2',
      status,
      isOpen: status !== 'paid',
      from: NEXT_MONTH,
      until: TWO_MONTHS,
      ...changes,
    });
  const [TWO_MONTHS, AFTER] = ['2027-05-10T12:00:00.000Z', '2027-05-17T12:00:00.000Z'];
  const member = [subscriptionCreated(), monthlyActivated()];
  const failed: MembershipEvent = {
    type: 'ElitePaymentFailed',
    data: {
      ...sub,
      ...failedInvoice,
      currency: 'usd',
      accessUntil: GRACE_ENDS,
      failedAt: NEXT_MONTH,
    },
  };
  const cancelled: MembershipEvent = {
    type: 'EliteCancelled',
    data: { ...sub, accessUntil: NEXT_MONTH, cancelledAt: NOON },
  };
  const subscriptionEnded = (endedAt = NOON): MembershipEvent => ({
    type: 'EliteSubscriptionEnded',
    data: { ...sub, endedAt },
  });
  const renewed: MembershipEvent = {
    type: 'EliteRenewed',
    data: {
      userId: ANN,
      plan: 'monthly',
      founderNumber: null,
      subscriptionId: 'sub_1',
      paidBy: 'in_2',
      amountCents: 10_000,
      processorFeeCents: 320,
      card: visa,
      policyId,
      from: NEXT_MONTH,
      until: TWO_MONTHS,
      accessUntil: AFTER,
      renewedAt: NEXT_MONTH,
    },
  };
  const next = (status: 'paid' | 'failed' | 'waiting') =>
    recordSubscription(
      subscriptionSnapshot({ invoices: [invoiceSnapshot(), second(status)] }),
      NEXT_MONTH,
    );

  it('starts with its first month', () => {
    given(subscriptionCreated())
      .when(recordSubscription(subscriptionSnapshot()))
      .then(monthlyActivated());
    const unpaid = invoiceSnapshot({ status: 'waiting', isOpen: true });
    given(subscriptionCreated())
      .when(recordSubscription(subscriptionSnapshot({ status: 'incomplete', invoices: [unpaid] })))
      .thenNothing();
    given(...member)
      .when(recordSubscription(subscriptionSnapshot()))
      .thenNothing();
  });

  it('never starts if it is never paid', () => {
    const expired = subscriptionSnapshot({
      status: 'ended',
      invoices: [invoiceSnapshot({ status: 'waiting' })],
    });
    given(subscriptionCreated()).when(recordSubscription(expired)).then(subscriptionEnded());
    given(subscriptionCreated(), subscriptionEnded())
      .when(recordSubscription(expired))
      .thenNothing();
  });

  it('renews with a paid invoice, not with its draft', () => {
    given(...member)
      .when(next('waiting'))
      .thenNothing();
    given(...member)
      .when(next('paid'))
      .then(renewed);
    given(...member, renewed)
      .when(next('paid'))
      .thenNothing();
    // An old snapshot arrives late.
    given(...member, renewed)
      .when(recordSubscription(subscriptionSnapshot(), NEXT_MONTH))
      .thenNothing();
  });

  it('gets one grace period per failed renewal until it is paid', () => {
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
      .when(lapseCommand(GRACE_ENDS))
      .then(eliteLapsed(GRACE_ENDS, null));
  });

  it('starts again if paid after it lapsed', () =>
    given(...member, failed, eliteLapsed(GRACE_ENDS, null))
      .when(next('paid'))
      .then(
        monthlyActivated({
          paidBy: 'in_2',
          from: NEXT_MONTH,
          until: TWO_MONTHS,
          accessUntil: AFTER,
          activatedAt: NEXT_MONTH,
        }),
      ));

  it('ends with the paid month once canceled, unless the cancellation is undone', () => {
    given(...member)
      .when(recordSubscription(subscriptionSnapshot({ cancelsAtEnd: true })))
      .then(cancelled);
    given(...member, cancelled)
      .when(recordSubscription(subscriptionSnapshot({ cancelsAtEnd: true })))
      .thenNothing();
    given(...member, cancelled)
      .when(recordSubscription(subscriptionSnapshot()))
      .then({ type: 'EliteResumed', data: { ...sub, accessUntil: GRACE_ENDS, resumedAt: NOON } });
    const over = subscriptionSnapshot({ cancelsAtEnd: true, status: 'ended' });
    given(...member, cancelled)
      .when(recordSubscription(over, NEXT_MONTH))
      .then(subscriptionEnded(NEXT_MONTH));
    const state = foldAll(membership, [...member, cancelled]);
    expect(tierAt(state, '2027-04-10T11:59:59.999Z')).toBe('elite');
    expect(tierAt(state, NEXT_MONTH)).toBe('free');
  });

  it('lasts to the end of the paid month or grace period if its subscription ends early', () => {
    given(...member)
      .when(recordSubscription(subscriptionSnapshot({ status: 'ended' })))
      .then(cancelled, subscriptionEnded());
    const endedByStripe = subscriptionSnapshot({
      status: 'ended',
      invoices: [invoiceSnapshot(), second('failed', { isOpen: false })],
    });
    given(...member, failed)
      .when(recordSubscription(endedByStripe))
      .then(subscriptionEnded());
  });

  it('allows one subscription at a time, each with its own consent', () => {
    const { data } = subscriptionCreated({ subscriptionId: 'sub_2' });
    const begin = { type: 'BeginSubscription', data } as MembershipCommand;
    const agreed = {
      userId: ANN,
      version: '2026-11',
      textHash: 'abc',
      amountCents: 10_000,
      consentedAt: NOON,
      userAgent: 'RacketBrowser/1.0',
      ipAddress: '203.0.113.7',
    };
    const agree: MembershipCommand = { type: 'GiveRenewalConsent', data: agreed };
    const consent: MembershipEvent = { type: 'RenewalConsentGiven', data: agreed };
    given(subscriptionCreated()).when(begin).thenNothing();
    given(subscriptionCreated(), subscriptionEnded())
      .when(begin)
      .then(subscriptionCreated({ subscriptionId: 'sub_2' }));
    given().when(agree).then(consent);
    given(consent).when(agree).thenNothing();
    given(consent, subscriptionCreated(), subscriptionEnded()).when(agree).then(consent);
  });

  it('records an agreement to a newer text or to another price, once', () => {
    const data = {
      userId: ANN,
      version: '2026-11',
      textHash: 'abc',
      amountCents: 10_000,
      consentedAt: NOON,
      userAgent: 'RacketBrowser/1.0',
      ipAddress: '203.0.113.7',
    };
    const consent: MembershipEvent = { type: 'RenewalConsentGiven', data };
    for (const change of [{ version: '2027-01', textHash: 'def' }, { amountCents: 12_000 }]) {
      const changed = { ...data, ...change };
      const agree: MembershipCommand = { type: 'GiveRenewalConsent', data: changed };
      const changedConsent: MembershipEvent = { type: 'RenewalConsentGiven', data: changed };
      given(consent).when(agree).then(changedConsent);
      given(consent, subscriptionCreated()).when(agree).then(changedConsent);
      given(consent, subscriptionCreated(), changedConsent).when(agree).thenNothing();
    }
    given(consent, subscriptionCreated()).when({ type: 'GiveRenewalConsent', data }).thenNothing();
  });
});
