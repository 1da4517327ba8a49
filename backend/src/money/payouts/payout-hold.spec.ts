import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { payoutHold } from './payout-hold.js';
import type { PayoutHoldEvent } from './payout-hold.events.js';

const given = specification(payoutHold);
const holdFields = { hostId: 'hana', bookingId: null, reason: 'The court is closed.' };
const at = '2027-03-14T19:00:00.000Z';
const command = <T extends 'HoldPayout' | 'ReleasePayout'>(type: T) =>
  ({ type, data: { ...holdFields, adminId: 'ada', at } }) as const;
const held: PayoutHoldEvent = {
  type: 'PayoutHeld',
  data: { ...holdFields, heldBy: 'ada', heldAt: at },
};
const released: PayoutHoldEvent = {
  type: 'PayoutReleased',
  data: { ...holdFields, releasedBy: 'ada', releasedAt: at },
};

describe('a hold on payouts', () => {
  it('starts once, ends once, and can start again', () => {
    given().when(command('HoldPayout')).then(held);
    given(held).when(command('HoldPayout')).thenNothing();
    given(held).when(command('ReleasePayout')).then(released);
    given().when(command('ReleasePayout')).thenNothing();
    given(held, released).when(command('HoldPayout')).then(held);
  });
});
