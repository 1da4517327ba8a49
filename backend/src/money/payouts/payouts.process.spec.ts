import { describe, expect, it } from '@jest/globals';
import { systemContext } from '../../platform/kernel/context.js';
import {
  paymentCaptured,
  disputeClosed,
  OTHER_BOOKING,
  paidBooking,
  payoutOffset,
  payoutRefused,
  payoutTransferred,
  paymentRefunded,
} from '../../../testing/paid-booking.js';
import { inStream } from '../../../testing/projection.js';
import { PayHostCommand, SettlePayoutCommand } from './payouts.commands.js';
import { payoutAccountsProcess, payoutsProcess } from './payouts.process.js';

const { react, sweep, command, handles } = payoutsProcess;
type Event = Parameters<typeof react>[0];
const jobsOf = (event: object) => react(inStream('a-stream', event as Event)[0] as Event);
const account = {
  hostId: 'hana',
  accountId: 'acct_1',
  isSubmitted: true,
  changedAt: '2027-03-10T12:00:00.000Z',
};
const changed = (transfers: string, payoutsEnabled = true) => ({
  type: 'PayoutAccountChanged',
  data: { ...account, transfers, payoutsEnabled },
});
const context = systemContext('a job', '2027-03-14T19:00:00.000Z');

describe('the payouts process', () => {
  it('reacts to refunds and closed disputes', () => {
    const job = { id: 'payout.a-stream#0', due: null, data: { bookingId: paidBooking.bookingId } };
    expect(jobsOf(paymentRefunded(33_000))).toEqual([job]);
    expect(jobsOf(disputeClosed('won'))).toEqual([job]);
    expect(handles).toContain('PaymentRefundOrdered');
    expect(handles).not.toContain(paymentCaptured.type);
  });

  it('reacts only to an active account', () => {
    expect(jobsOf(changed('active'))).toEqual([
      { id: 'payout.a-stream#0', due: null, data: { hostId: 'hana' } },
    ]);
    expect(jobsOf(changed('inactive'))).toEqual([]);
    expect(jobsOf(changed('active', false))).toEqual([]);
  });

  it('reacts to an offset by settling the booking with the debt', () =>
    expect(jobsOf(payoutOffset(10_000)).map(({ data }) => data)).toEqual([
      { bookingId: OTHER_BOOKING },
    ]));

  it('reads the account after a successful or refused transfer', () => {
    for (const event of [payoutRefused('2027-03-14T20:00:00.000Z'), payoutTransferred()])
      expect(payoutAccountsProcess.react(inStream('a-stream', event)[0] as never)).toEqual([
        { id: 'account.a-stream#0', due: null, data: { hostId: 'hana', accountId: null } },
      ]);
  });

  it('reacts to the end of a hold', () => {
    const hold = {
      hostId: 'hana',
      reason: 'Settled.',
      releasedBy: 'ada',
      releasedAt: account.changedAt,
    };
    const released = (bookingId: string | null) =>
      jobsOf({ type: 'PayoutReleased', data: { ...hold, bookingId } }).map(({ data }) => data);
    expect(released(null)).toEqual([{ hostId: 'hana' }]);
    expect(released('booking-1')).toEqual([{ bookingId: 'booking-1' }]);
  });

  it('reacts to the approval of a host and to the end of a suspension', () => {
    const granted = (role: string) =>
      jobsOf({ type: 'RoleGranted', data: { userId: 'hana', role, reason: '' } });
    const job = { id: 'payout.a-stream#0', due: null, data: { hostId: 'hana' } };
    expect(granted('host')).toEqual([job]);
    expect(granted('owner')).toEqual([]);
    expect(jobsOf({ type: 'SuspensionLifted', data: { userId: 'hana' } })).toEqual([job]);
  });

  it('sweeps due payouts once per host', () => {
    const dueAt = '2027-03-14T19:00:00.000Z';
    // The runner's sweep looks half an hour ahead.
    expect(sweep!.filters('2027-03-14T19:30:00.000Z')).toEqual([{ dueAt: { $lte: dueAt } }]);
    const job = { id: 'payout.hana', due: dueAt, data: { hostId: 'hana' } };
    expect(sweep!.jobs({ hostId: 'hana', dueAt })).toEqual([job]);
  });

  it('maps jobs to a booking or a host', () => {
    expect(command({ bookingId: 'booking-1' }, context)).toEqual(
      new SettlePayoutCommand({ bookingId: 'booking-1' }, context),
    );
    expect(command({ hostId: 'hana' }, context)).toEqual(
      new PayHostCommand({ hostId: 'hana' }, context),
    );
  });
});
