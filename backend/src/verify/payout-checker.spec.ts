import { describe, expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { bookingRequested } from '../../testing/court-day.js';
import {
  lateCancellation,
  paymentCaptured,
  created,
  disputeClosed,
  disputeOpened,
  paymentDisputed,
  paymentAuthorised,
  onlyConfirmed,
  paidBooking,
  payBy,
  playedBooking,
  paymentRefundFailed,
  paymentRefunded,
  refundOrdered,
  OTHER_BOOKING,
  payoutAdjusted,
  payoutOffset,
  payoutRecovered,
  payoutReversed,
  payoutTransferred,
  settledOtherwise,
} from '../../testing/paid-booking.js';
import { payoutChecker } from './payout-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const charge = [created, paymentAuthorised, paymentCaptured];
const over = [...playedBooking, ...charge];
const late = [...lateCancellation, ...charge, paymentRefunded(16_500)];

const playedAt = '2027-03-13T19:00:00.000Z';
/** An admin adjusts the payout at 19:00 on the next day. */
const recordedAt = (at: string, event: Message) => ({ ...event, metadata: { at } }) as Message;

const problemsOf = (...history: readonly Message[]): string[] => {
  const check = payoutChecker(openSpill());
  const stream = ({ type, data }: Message) =>
    type.startsWith('Payout') ? `payout-${(data as typeof paidBooking).bookingId}` : 'any-stream';
  return history.flatMap((event) =>
    check({ metadata: { at: playedAt }, ...event, stream: stream(event) } as RecordedEvent),
  );
};
/** The same event for another booking, whose share repays the example booking. */
const asOtherBooking = ({ type, data }: Message): Message => ({
  type,
  data: {
    ...data,
    bookingId: OTHER_BOOKING,
    ...(type === 'PayoutOffset' && { debtBookingId: paidBooking.bookingId }),
  },
});
const early = {
  ...payoutTransferred(),
  data: { ...payoutTransferred().data, transferredAt: '2027-03-14T18:59:59.999Z' },
} as Message;

describe('valid payouts', () => {
  it.each<[string, readonly Message[]]>([
    ['none for a booking without a card', [bookingRequested()]],
    ['the payout of an hour', [...over, payoutTransferred()]],
    [
      'the charged part of an hour with a tax whose rest was waived',
      [
        bookingRequested({ payBy, taxCents: 2_444 }),
        ...playedBooking.slice(1),
        ...charge.slice(0, 2),
        { ...paymentCaptured, data: { ...paymentCaptured.data, amountCents: 10_000 } } as Message,
        settledOtherwise('charge', 23_000, { outcome: 'waived' }),
        payoutTransferred(10_000),
      ],
    ],
    ["the host's part of a late cancellation", [...late, payoutTransferred(14_850)]],
    [
      'a dispute that was won first',
      [...over, paymentDisputed(), disputeClosed('won'), payoutTransferred()],
    ],
    [
      'a full reversal',
      [...over, payoutTransferred(), paymentRefunded(33_000), payoutReversed(29_700)],
    ],
    [
      'a reversal in parts',
      [...over, payoutTransferred(), payoutReversed(10_000), payoutReversed(19_700, 'trr_2')],
    ],
    [
      'a second transfer after a dispute that was won on appeal',
      [
        ...over,
        payoutTransferred(),
        paymentDisputed(),
        disputeClosed('lost'),
        payoutReversed(29_700),
        disputeOpened(),
        disputeClosed('won'),
        payoutTransferred(29_700, 'tr_2'),
      ],
    ],
    [
      'an offset against the debt of another booking',
      [
        ...over,
        payoutTransferred(),
        paymentRefunded(33_000),
        ...[...over, payoutOffset(29_700, 'booking-2:0')].map(asOtherBooking),
        payoutRecovered(29_700),
      ],
    ],
    [
      'an adjustment, which is paid with the rest',
      [...over, payoutAdjusted(3_300), payoutTransferred(33_000)],
    ],
    [
      'a deduction that was decided while a lost dispute was being recorded',
      [
        ...over,
        recordedAt('2027-03-14T18:59:30.000Z', paymentDisputed()),
        recordedAt('2027-03-14T18:59:30.000Z', disputeClosed('lost')),
        payoutAdjusted(-20_000),
      ],
    ],
    [
      'a deduction that was decided while a refund by the host was being ordered',
      [
        ...over,
        recordedAt('2027-03-14T19:00:00.100Z', refundOrdered({ hostCents: 20_000 })),
        payoutAdjusted(-20_000),
      ],
    ],
    [
      'a transfer that was decided while a refund by the host was being ordered',
      [
        ...over,
        recordedAt('2027-03-14T19:00:00.100Z', refundOrdered({ hostCents: 20_000 })),
        payoutTransferred(),
        payoutReversed(20_000),
      ],
    ],
    [
      'a transfer that was decided while a dispute was being recorded',
      [...over, recordedAt('2027-03-14T18:00:00.001Z', paymentDisputed()), payoutTransferred()],
    ],
    [
      'a deduction while a dispute is open, and the rest once it is won',
      [
        ...over,
        paymentDisputed(),
        payoutAdjusted(-1),
        disputeClosed('won'),
        payoutTransferred(29_699),
      ],
    ],
    [
      'the full share after a refund in the dashboard',
      [...over, paymentRefunded(33_000, 're_1', { source: 'dashboard' }), payoutTransferred()],
    ],
    [
      'a refund that failed first',
      [...over, paymentRefunded(33_000), paymentRefundFailed(33_000), payoutTransferred()],
    ],
  ])('may be %s', (_, history) => expect(problemsOf(...history)).toEqual([]));
});

describe('invalid payouts', () => {
  it.each<[string, readonly Message[], string]>([
    [
      'a second transfer of the paid amount',
      [...over, payoutTransferred(), payoutTransferred(1, 'tr_2')],
      "paid $297.01, but the host's part is $297.00",
    ],
    [
      'the full share after a deduction',
      [...over, payoutAdjusted(-5_000), payoutTransferred()],
      "paid $297.00, but the host's part is $247.00",
    ],
    [
      'an adjustment beyond the price',
      [...over, payoutAdjusted(3_301)],
      "its host's part of $330.00 is adjusted to $330.01",
    ],
    [
      'a deduction of more than the share',
      [...over, payoutAdjusted(-29_701)],
      "its host's part is adjusted to -$0.01",
    ],
    [
      'a deduction a minute after a lost dispute was recorded',
      [
        ...over,
        recordedAt('2027-03-14T18:59:00.000Z', paymentDisputed()),
        recordedAt('2027-03-14T18:59:00.000Z', disputeClosed('lost')),
        payoutAdjusted(-20_000),
      ],
      "its host's part is adjusted to -$200.00",
    ],
    [
      'an adjustment for a lost dispute in addition to the share once it is won',
      [
        ...over,
        ...[paymentDisputed(), disputeClosed('lost'), payoutAdjusted(29_700), payoutTransferred()],
        ...[disputeClosed('won'), payoutTransferred(29_700, 'tr_2')],
      ],
      "paid $594.00, but the host's part is $330.00",
    ],
    [
      'an offset and a transfer',
      [...over, payoutOffset(10_000), payoutTransferred()],
      "paid $397.00, but the host's part is $297.00",
    ],
    [
      'a repeated offset',
      [...over, payoutOffset(10_000), payoutOffset(10_000)],
      'an offset is recorded twice',
    ],
    [
      'a debt that no booking repays',
      [...over, payoutTransferred(), paymentRefunded(33_000), payoutRecovered(29_700)],
      'no other booking repays its debt',
    ],
    [
      'a repeated transfer',
      [...over, payoutTransferred(10_000), payoutTransferred(10_000)],
      'a transfer is recorded twice',
    ],
    [
      'a payout after a lost dispute and a refund that the platform bears',
      [
        ...over,
        refundOrdered({ platformCents: 5_000 }),
        paymentRefunded(5_000),
        paymentDisputed(28_000),
        disputeClosed('lost'),
        payoutTransferred(5_000),
      ],
      "paid $50.00, but the host's part is $0.00",
    ],
    [
      'a payout an hour after a refund by the host was ordered',
      [
        ...over,
        recordedAt('2027-03-14T18:00:00.000Z', refundOrdered({ hostCents: 20_000 })),
        payoutTransferred(),
      ],
      "paid $297.00, but the host's part is $97.00",
    ],
    [
      'a payout of a share that was due only during an inquiry',
      [
        ...over,
        recordedAt('2027-03-14T17:50:00.000Z', disputeOpened(true)),
        recordedAt('2027-03-14T18:20:00.000Z', refundOrdered({ hostCents: 20_000 })),
        recordedAt('2027-03-14T18:30:00.000Z', disputeClosed('lost')),
        payoutTransferred(),
      ],
      "paid $297.00, but the host's part is $97.00",
    ],
    [
      'an offset a minute after a refund by the host was ordered',
      [
        ...over,
        recordedAt('2027-03-14T18:59:00.000Z', refundOrdered({ hostCents: 20_000 })),
        payoutOffset(29_700),
      ],
      "paid $297.00, but the host's part is $97.00",
    ],
    [
      'a payout an hour after a dispute was recorded',
      [...over, recordedAt('2027-03-14T18:00:00.000Z', paymentDisputed()), payoutTransferred()],
      'its host is paid while a dispute is open',
    ],
    [
      'a payout during an inquiry',
      [...over, disputeOpened(true), payoutTransferred()],
      'its host is paid while a dispute is open',
    ],
    [
      'too much of one transfer taken back',
      [
        ...over,
        payoutTransferred(10_000),
        payoutTransferred(19_700, 'tr_2'),
        payoutReversed(10_001),
      ],
      '$0.01 more is reversed than its host was paid',
    ],
    [
      'a cent too much',
      [...over, payoutTransferred(29_701)],
      "paid $297.01, but the host's part is $297.00",
    ],
    [
      'a cent too much for a late cancellation',
      [...late, payoutTransferred(14_851)],
      "paid $148.51, but the host's part is $148.50",
    ],
    [
      'more than the rest of the charge',
      [...over, paymentRefunded(20_000), payoutTransferred()],
      "the host's part is $130.00",
    ],
    [
      'a payout without a charge',
      [...playedBooking, payoutTransferred()],
      "the host's part is $0.00",
    ],
    [
      'a payout a millisecond too early',
      [...over, early],
      'its host is paid before 2027-03-14T19:00:00.000Z',
    ],
    [
      'a payout before the end',
      [...onlyConfirmed, ...charge, payoutTransferred()],
      'its host is paid before the booking ends',
    ],
    [
      'a payout while the payment is disputed',
      [...over, paymentDisputed(), payoutTransferred()],
      'its host is paid while a dispute is open',
    ],
    [
      'too much taken back',
      [...over, payoutTransferred(), payoutReversed(29_701)],
      '$0.01 more is reversed than its host was paid',
    ],
    ['a reversal of nothing', [...over, payoutReversed(1)], 'an unknown transfer is reversed'],
    [
      'a payout for a free booking',
      [bookingRequested(), payoutTransferred()],
      'for a free booking',
    ],
  ])('are reported: %s', (_, history, problem) =>
    expect(problemsOf(...history)).toEqual(
      expect.arrayContaining([expect.stringContaining(problem)]),
    ),
  );
});
