import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { PlatformTopUpEvent } from './platform-top-up.events.js';
import { platformTopUp } from './platform-top-up.js';

const given = specification(platformTopUp);
const at = '2027-03-16T12:00:00.000Z';
const topUp = { topUpId: 'tu_1', amountCents: 100_000 };
const toppedUpAt = '2027-03-15T00:00:00.000Z';
const record = (isReversed: boolean) =>
  ({ type: 'RecordPlatformTopUp', data: { ...topUp, isReversed, toppedUpAt, at } }) as const;
const received: PlatformTopUpEvent = {
  type: 'PlatformToppedUp',
  data: { ...topUp, toppedUpAt },
};
const reversed: PlatformTopUpEvent = {
  type: 'PlatformTopUpReversed',
  data: { ...topUp, reversedAt: at },
};

describe("a top-up of Courtly's balance", () => {
  it('is recorded once', () => {
    given().when(record(false)).then(received);
    given(received).when(record(false)).thenNothing();
  });

  it('is recorded once as reversed, even if it is read late', () => {
    given(received).when(record(true)).then(reversed);
    given().when(record(true)).then(received, reversed);
    given(received, reversed).when(record(true)).thenNothing();
    given(received, reversed).when(record(false)).thenNothing();
  });
});
