import { expect, it } from '@jest/globals';
import {
  guestAdded,
  guestErased,
  guestErasureRequested,
  guestRemoved,
  waiverSigned,
} from '../../../testing/guest-waivers.js';
import { fold, inStream } from '../../../testing/projection.js';
import { bookings } from '../bookings/bookings.projection.js';
import type { GuestWaiverEvent } from './guest-waivers.events.js';
import { guestWaivers } from './guest-waivers.projection.js';
import { GuestWaiverQueries } from './guest-waivers.queries.js';

const { bookingId } = guestAdded().data;
const booking = { playerId: 'ann', hostId: 'hana' };
const storedAfter = (...events: GuestWaiverEvent[]) => {
  const [document] = fold(
    guestWaivers,
    ...inStream(`guestWaivers-${bookingId}`, ...events),
  ).values();
  const stored = new Map<unknown, unknown>([
    [bookings, booking],
    [guestWaivers, document],
  ]);
  const readModels = {
    read: async (model: unknown, read: (collection: unknown) => unknown) =>
      read({ findOne: async () => stored.get(model) ?? null }),
  };
  return new GuestWaiverQueries(readModels as never, {} as never).storedGuestsOf(bookingId);
};
const gus = {
  id: 'gus',
  name: 'Gus Guest',
  signedAt: null,
  isRemoved: false,
  isErasureRequested: false,
};
const { signedAt } = waiverSigned().data;

it('admins see the guests of a booking whose data is stored, including removed ones', async () => {
  expect(await storedAfter()).toEqual({ userIds: ['ann', 'hana'], guests: [] });
  expect(await storedAfter(guestAdded())).toEqual({ userIds: ['ann', 'hana'], guests: [gus] });
  expect(await storedAfter(guestAdded(), waiverSigned())).toMatchObject({
    guests: [{ ...gus, signedAt }],
  });
  expect(await storedAfter(guestAdded(), waiverSigned(), guestRemoved())).toMatchObject({
    guests: [{ ...gus, signedAt, isRemoved: true }],
  });
  expect(
    await storedAfter(guestAdded(), waiverSigned(), guestRemoved(), guestErased()),
  ).toMatchObject({ guests: [] });
  expect(await storedAfter(guestAdded(), guestErasureRequested())).toMatchObject({
    guests: [{ ...gus, isErasureRequested: true }],
  });
  expect(await storedAfter(guestAdded(), waiverSigned(), guestErased())).toMatchObject({
    guests: [],
  });
});
