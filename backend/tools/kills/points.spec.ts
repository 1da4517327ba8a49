import { expect, it } from '@jest/globals';
import { parseCall, points, createTally } from './points.js';

it.each([
  ['/v1/payment_intents', 'booking:b1:authorise:1', 'intent'],
  ['/v1/payment_intents/pi_1/capture', 'booking:b1:capture:2', 'charge'],
  ['/v1/refunds', 'booking:b1:refund:0:1', 'refund'],
  ['/v1/transfers', 'booking:b1:payout:0:1', 'transfer'],
  ['/v1/transfers/tr_1/reversals', 'booking:b1:reversal:0:0:1', 'reversal'],
])('recognizes %s', (requestPath, key, kind) =>
  expect(parseCall('POST', requestPath, key)).toEqual({ kind, bookingId: 'b1' }),
);

it('ignores reads and calls without a booking', () => {
  expect(parseCall('GET', '/v1/refunds', undefined)).toBeNull();
  expect(parseCall('POST', '/v1/payment_intents', 'elite:ann:intent:1:1')).toBeNull();
  expect(parseCall('POST', '/v1/accounts', 'booking:b1:x')).toBeNull();
});

it('covers each point as often as requested, starting with the rarest', () => {
  const tally = createTally(2);
  const killPoints = Array.from({ length: 8 }, () => {
    const killPoint = tally.next('refund')!;
    tally.count('refund', killPoint);
    return killPoint;
  });
  expect(killPoints).toEqual([...points, ...points]);
  expect(tally.next('refund')).toBeNull();
  expect(tally.isDone(['refund'])).toBe(true);
  expect(tally.isDone(['refund', 'charge'])).toBe(false);
  expect(points.map((killPoint) => tally.at(killPoint))).toEqual([2, 2, 2, 2]);
});
