import { describe, expect, it } from '@jest/globals';
import {
  HOUR_ENDS_AT,
  SIGNATURE_ENDS_AT,
  guestAdded,
  guestErased,
  guestErasureRequested,
  guestRemoved,
  linkReplaced,
  waiverSigned,
} from '../../../testing/guest-waivers.js';
import { specification } from '../../../testing/specification.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { foldAll } from '../../platform/kernel/decider.js';
import { GuestWaiverTokens } from './guest-waiver-tokens.service.js';
import { guestsView, mostGuestsOf, waiverCountOf } from './guest-waiver-view.js';
import type { GuestWaiverEvent } from './guest-waivers.events.js';
import { MOST_LINKS, guestWaivers, signatureCount } from './guest-waivers.js';

const EARLIER = '2027-03-12T13:00:00.000Z';
const given = specification(guestWaivers);
const stateAfter = (...events: GuestWaiverEvent[]) => foldAll(guestWaivers, events);
const add = (guestId = 'gus', mostGuests = 3) =>
  ({ type: 'AddGuest', data: { ...guestAdded({ guestId }).data, mostGuests } }) as const;
const sign = (link = 1) =>
  ({ type: 'SignWaiver', data: { ...waiverSigned().data, link } }) as const;
const { link: _, isEmailed: __, ...replacement } = linkReplaced(2).data;
const replace = { type: 'ReplaceLink', data: replacement } as const;
const remove = { type: 'RemoveGuest', data: guestRemoved().data } as const;
const erase = { type: 'EraseGuest', data: guestErased().data } as const;
const requestErasure = { type: 'RequestErasure', data: guestErasureRequested().data } as const;

describe('adding a guest', () => {
  it('stops at the number of players that the court allows', () => {
    given().when(add()).then(guestAdded());
    given(guestAdded()).when(add('eva', 1)).thenRefused('fair_use');
    given(guestAdded(), guestRemoved())
      .when(add('eva', 1))
      .then(guestAdded({ guestId: 'eva' }));
  });
  it('stops at a maximum number of links, including replaced and revoked ones', () => {
    const replaced = Array.from({ length: MOST_LINKS - 1 }, (_, i) => linkReplaced(i + 2));
    given(guestAdded(), ...replaced)
      .when(add('eva'))
      .thenRefused('fair_use');
    given(guestAdded(), ...replaced)
      .when(replace)
      .thenRefused('fair_use');
  });
  it('refuses an id that belongs to another guest, and treats inherited names as ids', () => {
    given(guestAdded()).when(add()).thenRefused('conflict');
    given()
      .when(add('constructor'))
      .then(guestAdded({ guestId: 'constructor' }));
  });
});

describe('signing', () => {
  it('works once', () => {
    given(guestAdded()).when(sign()).then(waiverSigned());
    given(guestAdded(), waiverSigned()).when(sign()).thenNothing();
  });
  it('needs the current link of a guest who was not removed or erased', () => {
    given().when(sign()).thenRefused('not_found');
    given(guestAdded(), linkReplaced(2)).when(sign(1)).thenRefused('not_found');
    given(guestAdded(), linkReplaced(2)).when(sign(2)).then(waiverSigned());
    given(guestAdded(), guestRemoved()).when(sign()).thenRefused('not_found');
    given(guestAdded(), guestErased()).when(sign()).thenRefused('not_found');
  });
  it('is refused once an erasure was requested', () => {
    given(guestAdded(), guestErasureRequested()).when(sign()).thenRefused('not_found');
    given(guestAdded(), guestErasureRequested(), guestErased())
      .when(sign())
      .thenRefused('not_found');
  });
});

it('replaces the link of a guest who has not signed', () => {
  given(guestAdded()).when(replace).then(linkReplaced(2));
  given(guestAdded(), linkReplaced(2)).when(replace).then(linkReplaced(3));
  given(guestAdded(), waiverSigned()).when(replace).thenRefused('wrong_status');
  given().when(replace).thenRefused('not_found');
});

it('removes a guest once', () => {
  given(guestAdded()).when(remove).then(guestRemoved());
  given(guestAdded(), guestRemoved()).when(remove).thenRefused('not_found');
});

describe('the data of a guest', () => {
  const keptUntil = (...events: GuestWaiverEvent[]) => stateAfter(...events).keptUntil['gus'];

  it('is kept until the hour ends, or longer if the guest has signed', () => {
    expect(keptUntil(guestAdded())).toBe(HOUR_ENDS_AT);
    expect(keptUntil(guestAdded(), waiverSigned())).toBe(SIGNATURE_ENDS_AT);
    expect(keptUntil(guestAdded(), waiverSigned(), guestRemoved())).toBe(SIGNATURE_ENDS_AT);
    expect(keptUntil(guestAdded(), guestRemoved())).toBe(guestRemoved().data.removedAt);
  });
  it('is erased on request', () => {
    given(guestAdded(), waiverSigned()).when(requestErasure).then(guestErasureRequested());
    given(guestAdded(), waiverSigned(), guestErasureRequested()).when(requestErasure).thenNothing();
    given(guestAdded(), guestErased()).when(requestErasure).thenRefused('not_found');
    given().when(requestErasure).thenRefused('not_found');
  });
  it('is erased at the time of the request, no matter what happens before then', () => {
    const { requestedAt } = guestErasureRequested().data;
    for (const later of [waiverSigned(), guestRemoved()])
      expect(keptUntil(guestAdded(), guestErasureRequested(), later)).toBe(requestedAt);
  });
  it('no longer counts as unsigned once erased before the hour ends or on request', () => {
    const early = { ...guestErased(), data: { ...guestErased().data, erasedAt: EARLIER } };
    expect(signatureCount(stateAfter(guestAdded(), early))).toEqual({ people: 1, signed: 1 });
    const onRequest = stateAfter(guestAdded(), guestErasureRequested(), guestErased());
    expect(onRequest).toMatchObject({ guests: {}, keptUntil: {}, erasureRequests: [] });
    const afterHour = stateAfter(guestAdded(), guestErased());
    expect(signatureCount(afterHour)).toEqual({ people: 2, signed: 1 });
  });
  it('is erased once, and the signature still counts', () => {
    given(guestAdded(), waiverSigned()).when(erase).then(guestErased());
    given(guestAdded(), waiverSigned(), guestErased()).when(erase).thenNothing();
    const state = stateAfter(guestAdded(), waiverSigned(), guestErased());
    expect(state.guests['gus']).toMatchObject({ name: '', signature: { name: '' } });
    expect(signatureCount(state)).toEqual({ people: 2, signed: 2 });
  });
});

it('counts the player as signed, and leaves out removed guests', () => {
  expect(signatureCount(stateAfter())).toEqual({ people: 1, signed: 1 });
  const two = [guestAdded(), guestAdded({ guestId: 'eva' }), waiverSigned()];
  expect(signatureCount(stateAfter(...two))).toEqual({ people: 3, signed: 2 });
  expect(signatureCount(stateAfter(...two, guestRemoved()))).toEqual({ people: 2, signed: 1 });
});

it('shows no count if no one is asked to sign or the booking is not confirmed', () => {
  const state = stateAfter(guestAdded());
  const count = { rule: 'warn', people: 2, signed: 1 };
  expect(waiverCountOf({ status: 'confirmed' }, state, 'warn')).toEqual(count);
  expect(waiverCountOf({ status: 'completed' }, state, 'block')).toEqual({
    ...count,
    rule: 'off',
  });
  expect(waiverCountOf({ status: 'pending' }, state, 'warn')).toBeNull();
  expect(waiverCountOf({ status: 'cancelled' }, state, 'warn')).toBeNull();
  expect(waiverCountOf({ status: 'confirmed' }, state, 'off')).toBeNull();
});

it('allows as many guests as the court has room for in addition to the player', () => {
  const neighborRules = { maxPlayers: 2 } as never;
  expect(mostGuestsOf({ neighborRules })).toBe(1);
  expect(mostGuestsOf({ neighborRules: { maxPlayers: 9 } as never })).toBe(3);
});

describe('the list of guests', () => {
  const booking = { bookingId: 'b', playerId: 'ann', status: 'confirmed', endTime: HOUR_ENDS_AT };
  const listFor = (userId: string, at: string, rule: 'warn' | 'off' = 'warn') =>
    guestsView(
      booking as never,
      stateAfter(guestAdded({ email: 'gus@example.test' }), guestAdded({ guestId: 'eva' })),
      { userId, at, rule, mostGuests: 3, tokenOf: ({ guestId }) => `token of ${guestId}` },
    );

  it('gives emails and links only to the player', () => {
    const before = '2027-03-13T18:30:00.000Z';
    expect(listFor('ann', before)).toMatchObject({
      canAdd: true,
      guests: [{ email: 'gus@example.test', token: 'token of gus' }, { token: 'token of eva' }],
    });
    expect(listFor('hana', before)).toMatchObject({
      canAdd: false,
      guests: [{ name: 'Gus Guest', email: null, token: null }, { token: null }],
    });
  });
  it('has no links after the hour, or if no one is asked', () => {
    expect(listFor('ann', HOUR_ENDS_AT)).toMatchObject({
      canAdd: false,
      rule: 'off',
      guests: [{ email: null, token: null }, {}],
    });
    expect(listFor('ann', '2027-03-13T18:30:00.000Z', 'off').canAdd).toBe(false);
  });
});

describe('the token of a link', () => {
  const tokens = new GuestWaiverTokens(new KeyedHashes({ LOOKUP_SECRETS: ['new', 'old'] }));
  const link = { bookingId: 'roxbury-20270313-abcdefgh', guestId: 'gus', link: 2 };
  const token = tokens.tokenOf(link);

  it('identifies its guest, even after the secrets change', () => {
    expect(tokens.readToken(token)).toEqual(link);
    const older = new GuestWaiverTokens(new KeyedHashes({ LOOKUP_SECRETS: ['old'] }));
    expect(tokens.readToken(older.tokenOf(link))).toEqual(link);
  });
  it.each([
    ['another guest', token.replace('-gus-', '-eva-')],
    ['another link', token.replace('-2-', '-3-')],
    ['another booking', token.replace('abcdefgh', 'abcdefgi')],
    ['another proof', token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')],
    ['no proof', token.slice(0, -33)],
    ['nothing', ''],
  ])('is refused for %s', (_, forged) =>
    expect(() => tokens.readToken(forged)).toThrow(expect.objectContaining({ code: 'not_found' })),
  );
});
