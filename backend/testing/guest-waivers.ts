import type { GuestWaiverEvent } from '../src/booking/guest-waivers/guest-waivers.events.js';

type Event<Type extends GuestWaiverEvent['type']> = Extract<GuestWaiverEvent, { type: Type }>;

export const HOUR_ENDS_AT = '2027-03-13T19:00:00.000Z';
export const SIGNATURE_ENDS_AT = '2030-03-12T19:00:00.000Z';
const at = '2027-03-12T12:00:00.000Z';

/** Gus is a guest of Ann, who plays on Hana's court. */
const gus = {
  bookingId: 'roxbury-20270313-abcdefgh',
  courtId: 'roxbury',
  hostId: 'hana',
  playerId: 'ann',
  guestId: 'gus',
};

export const guestAdded = (changes: Partial<Event<'GuestAdded'>['data']> = {}) =>
  ({
    type: 'GuestAdded',
    data: {
      ...gus,
      name: 'Gus Guest',
      email: '',
      isEmailed: false,
      addedAt: at,
      keepUntil: HOUR_ENDS_AT,
      ...changes,
    },
  }) satisfies Event<'GuestAdded'>;

export const linkReplaced = (link: number) =>
  ({
    type: 'GuestLinkReplaced',
    data: { ...gus, link, isEmailed: false, replacedAt: at },
  }) satisfies Event<'GuestLinkReplaced'>;

export const guestRemoved = () =>
  ({ type: 'GuestRemoved', data: { ...gus, removedAt: at } }) satisfies Event<'GuestRemoved'>;

export const waiverSigned = () =>
  ({
    type: 'GuestWaiverSigned',
    data: {
      ...gus,
      version: '2026-01',
      textHash: 'hash',
      name: 'August Guest',
      guardian: null,
      userAgent: 'browser',
      ipAddress: '203.0.113.7',
      signedAt: at,
      keepUntil: SIGNATURE_ENDS_AT,
    },
  }) satisfies Event<'GuestWaiverSigned'>;

export const guestErasureRequested = () =>
  ({
    type: 'GuestErasureRequested',
    data: { ...gus, reference: 'letter 14', requestedAt: '2027-04-01T12:00:00.000Z' },
  }) satisfies Event<'GuestErasureRequested'>;

export const guestErased = () =>
  ({
    type: 'GuestErased',
    data: { ...gus, erasedAt: '2030-03-12T19:00:00.000Z' },
  }) satisfies Event<'GuestErased'>;
