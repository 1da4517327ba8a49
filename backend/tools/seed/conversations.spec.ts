import { describe, expect, it } from '@jest/globals';
import { demoMessages } from './conversations.js';
import { planSeed } from './plan.js';

const nowMs = Date.parse('2027-03-10T17:00:00.000Z');
const demoPlan = planSeed(nowMs);
const written = demoMessages(demoPlan, nowMs);
const lastOf = [...Map.groupBy(written, ({ booking }) => booking).values()].map((lines) =>
  lines.at(-1)!,
);

describe('conversations of the demo', () => {
  it('connect player and host of an upcoming hour after its request', () => {
    for (const { booking, by, reader, at } of written) {
      const bookingRequest = demoPlan.find((demoAct) => demoAct.booking === booking)!;
      if (bookingRequest.act !== 'request')
        throw new Error(`${booking} does not begin with a request`);
      expect([by, reader].sort()).toEqual(
        [bookingRequest.player, bookingRequest.court.host].sort(),
      );
      expect([Date.parse(bookingRequest.startTime) > nowMs, at > bookingRequest.at]).toEqual([
        true,
        true,
      ]);
    }
  });

  it('lie in the past, with each message read before the next', () => {
    for (const [position, { booking, at, readAt }] of written.entries()) {
      const next = written[position + 1];
      expect(Date.parse(readAt ?? at)).toBeLessThanOrEqual(nowMs);
      if (next?.booking === booking) expect(readAt! < next.at).toBe(true);
    }
  });

  it('leave one unread message for a host and one for a player', () => {
    expect(written.filter(({ readAt }) => readAt === null).map(({ reader }) => reader)).toEqual([
      'hana',
      'imani',
    ]);
    expect(lastOf.filter(({ readAt }) => readAt === null)).toHaveLength(2);
  });
});
