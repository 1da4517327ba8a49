import { expect, it } from '@jest/globals';
import type { BookingPayout } from '@courtly/contracts/payouts';
import { payoutAccountLike } from '../../testing/earnings';
import { payoutAccountTexts, payoutLabel } from './payout-labels';

const duePayout: BookingPayout = {
  bookingId: 'b1',
  courtId: 'c1',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  amount: '297.00',
  paid: '0.00',
  paidAt: null,
  startTime: '2027-03-13T17:00:00.000Z',
  endTime: '2027-03-13T18:00:00.000Z',
  dueAt: '2027-03-14T18:00:00.000Z',
  waitsFor: 'not_due',
  isDisputeLost: false,
  isDisputed: false,
};
const paidAt = '2027-03-15T03:00:00.000Z';

it.each<[string, Partial<BookingPayout>]>([
  ['Payout: $297.00, due Sun, Mar 14', {}],
  ['Payout: $297.00, due Sun, Mar 14', { waitsFor: null }],
  ['Payout: $297.00, processed Sun, Mar 14', { paid: '297.00', paidAt, waitsFor: null }],
  [
    'Payout: $197.00, processed Sun, Mar 14',
    { amount: '197.00', paid: '197.00', paidAt, waitsFor: null },
  ],
  ['Payout: reversed', { amount: '0.00', paidAt, waitsFor: null }],
  ['Payout: none', { amount: '0.00', waitsFor: null }],
  [
    "Payout: reversed. A dispute about the player's payment was lost.",
    { amount: '0.00', paidAt, waitsFor: null, isDisputeLost: true },
  ],
  [
    "Payout: $297.00, processed Sun, Mar 14. The player's bank is reviewing a dispute.",
    { paid: '297.00', paidAt, waitsFor: null, isDisputed: true },
  ],
  ['Payout: $297.00, waiting until your payout account is ready', { waitsFor: 'account' }],
  ["Payout: $297.00, waiting until you're approved as a host", { waitsFor: 'approval' }],
  [
    "Payout: $297.00, on hold while the player's bank reviews a dispute",
    { waitsFor: 'disputed', isDisputed: true },
  ],
  ["Payout: $297.00, Stripe couldn't pay it yet; we'll try again soon", { waitsFor: 'refused' }],
])('shows %s', (label, changes) => expect(payoutLabel({ ...duePayout, ...changes })).toBe(label));

it('says what Stripe needs and by when', () => {
  const textOf = (changes: Parameters<typeof payoutAccountLike>[0]) =>
    payoutAccountTexts(payoutAccountLike(changes));
  const deadline = '2027-03-31T18:00:00.000Z';
  expect(textOf({ state: 'active', needs: ['bank_account', 'identity'], deadline })).toEqual({
    title: 'Stripe needs information from you',
    text: 'Stripe needs your bank account details and proof of your identity by Wed, Mar 31. Without it, Stripe will stop your payouts.',
    action: 'See What Stripe Needs',
  });
  expect(textOf({ state: 'restricted', needs: ['identity'], deadline, isPastDue: true })).toEqual({
    title: 'Payouts are on hold',
    text: "Stripe needs proof of your identity. Your earnings are safe. We'll pay them out after that.",
    action: 'See What Stripe Needs',
  });
  expect(textOf({ state: 'restricted' }).text).toContain('Stripe is reviewing your account.');
});

it('says that an account is paid only once its host is approved', () => {
  const textOf = (needsApproval: boolean) =>
    payoutAccountTexts(payoutAccountLike({ state: 'active', needsApproval })).text;
  expect(textOf(false)).toContain("You're paid 1 day after each booking.");
  expect(textOf(true)).toContain('1 day after each booking, once Courtly has approved you as');
});

it('takes the time of a payout from the policy', () => {
  const textFor = (payoutDelayMinutes: number) =>
    payoutAccountTexts(payoutAccountLike({ state: 'active', payoutDelayMinutes })).text;
  expect(textFor(2_880)).toContain("You're paid 2 days after each booking.");
  expect(textFor(720)).toContain("You're paid 12 hours after each booking.");
  expect(textFor(90)).toContain("You're paid 90 minutes after each booking.");
  expect(textFor(0)).toContain("You're paid right after each booking.");
});

it('says that Stripe closed an account, whatever else it needs', () =>
  expect(
    payoutAccountTexts(
      payoutAccountLike({ state: 'restricted', needs: ['identity'], isRejected: true }),
    ),
  ).toEqual({
    title: 'Stripe closed your account',
    text: "Stripe doesn't accept this account, so we can't pay out your earnings. Please contact us.",
    action: 'Open Stripe',
  }));

it('says that Stripe refused payouts, unless it needs information', () => {
  const refused = { bookings: 2, amount: '445.50' };
  const textOf = (changes: Parameters<typeof payoutAccountLike>[0]) =>
    payoutAccountTexts(payoutAccountLike({ refused, ...changes }));
  expect(textOf({ state: 'active' })).toEqual({
    title: 'Some payouts are delayed',
    text: "Stripe couldn't send you $445.50 for 2 bookings yet. We'll keep trying until it arrives.",
    action: 'Open Stripe Dashboard',
  });
  expect(textOf({ state: 'active', needs: ['identity'] }).title).toBe(
    'Stripe needs information from you',
  );
  expect(textOf({ state: 'restricted' }).title).toBe('Payouts are on hold');
});

it('says why the bank returned a payout', () => {
  const returned = { amount: '297.00', failureCode: 'no_account', endedAt: '2027-03-16T10:00:00Z' };
  const restricted = { state: 'restricted', needs: ['bank_account'], returned } as const;
  expect(payoutAccountTexts(payoutAccountLike({ ...restricted, needs: ['bank_account'] }))).toEqual(
    {
      title: 'Your bank returned a payout',
      text: 'Your bank returned a payout of $297.00: check the account number. Stripe will then send it again.',
      action: 'Check Bank Account',
    },
  );
  const closed = { ...returned, failureCode: 'account_closed' };
  expect(
    payoutAccountTexts(payoutAccountLike({ state: 'active', returned: closed })).text,
  ).toContain('the bank account is closed. Enter another one.');
});
