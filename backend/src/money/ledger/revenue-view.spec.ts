import { describe, expect, it } from '@jest/globals';
import type { MembershipEvent } from '../../people/membership/membership.events.js';
import { foundingActivated, monthlyActivated } from '../../../testing/membership.js';
import {
  paymentCaptured,
  disputeClosed,
  paymentDisputed,
  paymentRefundFailed,
  paymentRefunded,
  payoutReversed,
  payoutTransferred,
} from '../../../testing/paid-booking.js';
import { fold, inStream } from '../../../testing/projection.js';
import type { MoneyEvent } from './entries.js';
import { revenue } from './revenue.projection.js';
import { firstMonth, revenueView } from './revenue-view.js';

type Handled = Parameters<typeof revenue.key>[0];
const monthAfter = (...events: readonly unknown[]) =>
  fold(revenue, ...inStream('log-all', ...(events as Handled[]))).get('2027-03')!;
const march = (...events: readonly unknown[]) => revenueView(monthAfter(...events), 0);
const nothing = { memberships: '0.00', refunds: '0.00', disputes: '0.00' };

describe('monthly revenue', () => {
  it.each<[string, readonly (MoneyEvent | MembershipEvent | unknown)[], object]>([
    [
      'a charge',
      [paymentCaptured],
      { ...nothing, commission: '330.00', fees: '9.87', net: '320.13' },
    ],
    [
      'a paid host',
      [paymentCaptured, payoutTransferred()],
      { commission: '33.00', fees: '9.87', net: '23.13' },
    ],
    [
      'a reversed payout',
      [paymentCaptured, payoutTransferred(), payoutReversed(29_700)],
      { commission: '330.00', fees: '9.87', net: '320.13' },
    ],
    [
      'a refund',
      [paymentCaptured, paymentRefunded(33_000)],
      { commission: '330.00', refunds: '330.00', net: '-9.87' },
    ],
    [
      'a failed refund',
      [paymentCaptured, paymentRefunded(500), paymentRefundFailed(500)],
      { refunds: '0.00', net: '320.13' },
    ],
    [
      'a dispute',
      [paymentCaptured, paymentDisputed()],
      { disputes: '330.00', fees: '24.87', net: '-24.87' },
    ],
    [
      'a dispute that was won',
      [paymentCaptured, paymentDisputed(), disputeClosed('won')],
      { disputes: '0.00', net: '320.13' },
    ],
    [
      'membership payments',
      [foundingActivated(), monthlyActivated()],
      { memberships: '299.00', commission: '0.00', fees: '9.27', net: '289.73' },
    ],
  ])('shows %s', (_, events, expectedMonth) =>
    expect(march(...events)).toMatchObject(expectedMonth),
  );

  it('subtracts what hosts have not received yet', () =>
    expect(revenueView(monthAfter(paymentCaptured), 29_700)).toMatchObject({
      commission: '33.00',
      net: '23.13',
    }));

  it('nets commission and memberships against fees, refunds, and disputes', () => {
    const revenueEvents = [
      paymentCaptured,
      paymentRefunded(5_000),
      payoutTransferred(20_000),
      paymentDisputed(10_000, 1_500),
      foundingActivated(),
    ];
    const { commission, memberships, fees, refunds, disputes, net } = march(...revenueEvents);
    const sum =
      Number(commission) + Number(memberships) - Number(fees) - Number(refunds) - Number(disputes);
    expect(sum.toFixed(2)).toBe(net);
  });
});

it.each([
  ['2027-03-31T23:59:59.000Z', 1, '2027-03'],
  ['2027-03-31T23:59:59.000Z', 3, '2027-01'],
  ['2027-03-31T23:59:59.000Z', 12, '2026-04'],
  ['2027-01-01T00:00:00.000Z', 36, '2024-02'],
])('at %s, %i months begin with %s', (now, months, first) =>
  expect(firstMonth(now, months)).toBe(first),
);
