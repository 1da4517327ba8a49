import { describe, expect, it } from '@jest/globals';
import type { Message } from '../platform/kernel/decider.js';
import type { RecordedEvent } from '../platform/kernel/events.js';
import { requested } from '../../testing/court-day.js';
import {
  cancelledLate,
  captured,
  created,
  disputeClosed,
  disputed,
  held,
  onlyConfirmed,
  paid,
  played,
  refundFailed,
  refunded,
  reversed,
  transferred,
} from '../../testing/paid-booking.js';
import { payoutChecker } from './payout-checker.js';
import { openSpill } from '../platform/stores/spilled-map.js';

const charge = [created, held, captured];
const over = [...played, ...charge];
const late = [...cancelledLate, ...charge, refunded(16_500)];

const found = (...history: readonly Message[]): string[] => {
  const check = payoutChecker(openSpill());
  const stream = ({ type }: Message) =>
    type.startsWith('Payout') ? `payout-${paid.bookingId}` : 'any-stream';
  return history.flatMap((event) => check({ ...event, stream: stream(event) } as RecordedEvent));
};
const early = {
  ...transferred(),
  data: { ...transferred().data, transferredAt: '2027-03-14T18:59:59.999Z' },
} as Message;

describe('valid payouts', () => {
  it.each<[string, readonly Message[]]>([
    ['none for a booking without a card', [requested()]],
    ['the payout of an hour', [...over, transferred()]],
    ['the part of a late cancellation', [...late, transferred(14_850)]],
    ['a dispute that was won first', [...over, disputed(), disputeClosed('won'), transferred()]],
    ['a full reversal', [...over, transferred(), refunded(33_000), reversed(29_700)]],
    ['a reversal in parts', [...over, transferred(), reversed(10_000), reversed(19_700, 'trr_2')]],
    [
      'a refund that failed first',
      [...over, refunded(33_000), refundFailed(33_000), transferred()],
    ],
  ])('may be %s', (_, history) => expect(found(...history)).toEqual([]));
});

describe('invalid payouts', () => {
  it.each<[string, readonly Message[], string]>([
    [
      'a second transfer',
      [...over, transferred(), transferred(1, 'tr_2')],
      'its host is paid twice',
    ],
    ['a cent too much', [...over, transferred(29_701)], "paid 29701, but the host's part is 29700"],
    [
      'a cent too much of a late cancellation',
      [...late, transferred(14_851)],
      "paid 14851, but the host's part is 14850",
    ],
    [
      'more than is left of the charge',
      [...over, refunded(20_000), transferred()],
      "the host's part is 13000",
    ],
    ['a payout without a charge', [...played, transferred()], "the host's part is 0"],
    [
      'pay a millisecond too early',
      [...over, early],
      'its host is paid before 2027-03-14T19:00:00.000Z',
    ],
    [
      'pay before the end',
      [...onlyConfirmed, ...charge, transferred()],
      'its host is paid before the booking ends',
    ],
    [
      'pay while disputed',
      [...over, disputed(), transferred()],
      'its host is paid while a dispute is open',
    ],
    [
      'too much taken back',
      [...over, transferred(), reversed(29_701)],
      '1 more is reversed than its host was paid',
    ],
    ['a reversal of nothing', [...over, reversed(1)], 'an unknown transfer is reversed'],
    ['a payout for a free booking', [requested(), transferred()], 'for a free booking'],
  ])('are reported: %s', (_, history, problem) =>
    expect(found(...history)).toEqual(expect.arrayContaining([expect.stringContaining(problem)])),
  );
});
