import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foundingActivated, monthlyActivated } from '../../../testing/membership.js';
import { journalAfter, amountsOf, sumOf, balancesAfter } from '../../../testing/journal.js';
import { imbalanceOf } from './accounts.js';

describe('the books of a membership', () => {
  it('defer a founding year and earn it by elapsed time at the end of each month', () => {
    const { entries, reference } = journalAfter(foundingActivated())!;
    expect(reference).toBe('membership-ann');
    expect(amountsOf(entries[0]!)).toEqual({
      stripeCash: 19_293,
      deferredMemberships: -19_900,
      stripeFees: 607,
    });
    expect(entries.map(({ month }) => month)).toEqual([
      ...['2027-03', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08'],
      ...['2027-09', '2027-10', '2027-11', '2027-12', '2028-01', '2028-02', '2028-03'],
    ]);
    expect(entries[1]!.at).toBe('2027-03-31T23:59:59.999Z');
    expect(sumOf(entries)).toEqual({
      stripeCash: 19_293,
      membershipRevenue: -19_900,
      stripeFees: 607,
    });
  });

  it('earn nothing before the payment is recorded', () => {
    const months = { from: '2027-01-05T12:00:00.000Z', until: '2027-02-05T12:00:00.000Z' };
    expect(journalAfter(monthlyActivated(months))!.entries.map(({ at }) => at)).toEqual(
      Array.from({ length: 3 }, () => '2027-03-10T12:00:00.000Z'),
    );
  });

  const NEXT_MONTHS_END = '2027-04-15T12:00:00.000Z';
  const reversal = (kind: 'refund' | 'dispute' | 'outside', amountCents: number) => ({
    type: 'EliteReversed',
    data: {
      userId: 'ann',
      plan: 'monthly',
      paidBy: 'in_1',
      founderNumber: null,
      kind,
      reversalId: `${kind}_1`,
      amountCents,
      processorFeeCents: kind === 'dispute' ? 1_500 : 0,
    },
  });
  const undone = (event: ReturnType<typeof reversal>) => ({
    ...event,
    type: 'EliteReversalUndone',
  });
  /**
   * A month that was paid on March 10 and lasts until April 15. Reversals are recorded at the same
   * instant.
   */
  const monthly = monthlyActivated({ until: NEXT_MONTHS_END });

  it('earn nothing more after a full refund', () => {
    const { entries } = journalAfter(monthly, reversal('refund', 10_000))!;
    for (const entry of entries) expect(imbalanceOf(amountsOf(entry))).toBe(0);
    expect(sumOf(entries)).toEqual({ stripeCash: -320, stripeFees: 320 });
  });

  it('book a partial refund and the fee of a dispute as expenses', () =>
    expect(balancesAfter(monthly, reversal('refund', 2_000), reversal('dispute', 7_000))).toEqual({
      stripeCash: -820,
      membershipRevenue: -10_000,
      refunds: 2_000,
      stripeFees: 1_820,
      disputes: 7_000,
    }));

  it('pay a refund outside Stripe from the bank', () =>
    expect(balancesAfter(monthly, reversal('outside', 2_000))).toEqual({
      ...balancesAfter(monthly),
      bank: -2_000,
      refunds: 2_000,
    }));

  it('defer the rest of the time again after a dispute is won', () => {
    const lost = reversal('dispute', 10_000);
    expect(balancesAfter(monthly, lost, undone(lost))).toEqual(balancesAfter(monthly));
  });

  it('defer the time once, even if a refunded payment is also disputed', () => {
    const [refund, dispute] = [reversal('refund', 10_000), reversal('dispute', 10_000)];
    const refunded = balancesAfter(monthly, refund);
    expect(balancesAfter(monthly, refund, dispute)).toEqual({
      stripeCash: -11_820,
      stripeFees: 1_820,
      disputes: 10_000,
    });
    expect(balancesAfter(monthly, refund, dispute, undone(dispute))).toEqual(refunded);
  });

  it('owe a payment with a wrong amount to the member until it is returned', () => {
    const wrong = {
      type: 'EliteMismatchCharged',
      data: {
        userId: 'ann',
        plan: 'founding',
        paidBy: 'in_1',
        amountCents: 5_000,
        currency: 'usd',
        processorFeeCents: 0,
        card: null,
        chargedAt: '2027-03-10T12:00:00.000Z',
      },
    };
    const fee = {
      type: 'EliteFeeRecorded',
      data: { userId: 'ann', plan: 'founding', paidBy: 'in_1', processorFeeCents: 175 },
    };
    const charged = balancesAfter(wrong, fee);
    expect(charged).toEqual({ stripeCash: 4_825, refundsPayable: -5_000, stripeFees: 175 });
    const [refund, dispute] = [reversal('refund', 5_000), reversal('dispute', 5_000)];
    const refunded = { stripeCash: -175, stripeFees: 175 };
    expect(balancesAfter(wrong, fee, refund)).toEqual(refunded);
    expect(balancesAfter(wrong, fee, refund, undone(refund))).toEqual(charged);
    expect(balancesAfter(wrong, fee, dispute)).toEqual({ stripeCash: -1_675, stripeFees: 1_675 });
    expect(balancesAfter(wrong, fee, dispute, undone(dispute))).toEqual(charged);
    expect(balancesAfter(wrong, fee, refund, dispute)).toEqual({
      stripeCash: -6_675,
      stripeFees: 1_675,
      disputes: 5_000,
    });
    const { entries } = journalAfter(wrong, fee, refund)!;
    expect(entries.map((entry) => entry.reversal)).toEqual([undefined, undefined, 'refund']);
  });

  it('omit a payment in another currency, along with its fee, refunds, and disputes', () => {
    const foreign = {
      type: 'EliteMismatchCharged',
      data: {
        userId: 'ann',
        plan: 'founding',
        paidBy: 'in_1',
        amountCents: 19_900,
        currency: 'eur',
        processorFeeCents: 607,
        card: null,
        chargedAt: '2027-03-10T12:00:00.000Z',
      },
    };
    const fee = {
      type: 'EliteFeeRecorded',
      data: { userId: 'ann', plan: 'founding', paidBy: 'in_1', processorFeeCents: 700 },
    };
    const refund = reversal('refund', 19_900);
    expect(
      balancesAfter(foreign, fee, refund, undone(refund), reversal('dispute', 19_900)),
    ).toEqual({});
  });

  it('record a fee that Stripe reports late', () => {
    const fee = {
      type: 'EliteFeeRecorded',
      data: { userId: 'ann', plan: 'monthly', paidBy: 'in_1', processorFeeCents: 420 },
    };
    expect(balancesAfter(monthly, fee)).toEqual({
      stripeCash: 9_580,
      membershipRevenue: -10_000,
      stripeFees: 420,
    });
  });

  it('earn every cent of any payment and period', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 400 }),
        (amountCents, days) => {
          const from = '2027-03-10T12:00:00.000Z';
          const until = new Date(Date.parse(from) + days * 86_400_000).toISOString();
          const { entries } = journalAfter(
            monthlyActivated({ amountCents, processorFeeCents: 0, from, until }),
          )!;
          for (const entry of entries) expect(imbalanceOf(amountsOf(entry))).toBe(0);
          const { deferredMemberships = 0, membershipRevenue = 0 } = sumOf(entries);
          expect([deferredMemberships, 0 - membershipRevenue]).toEqual([0, amountCents]);
        },
      ),
    ));
});
