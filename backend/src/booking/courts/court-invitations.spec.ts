import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import {
  MOST_GUESTS_BY_LINK,
  MOST_INVITATIONS,
  courtAccessFor,
  courtInvitations,
  isInvited,
} from './court-invitations.js';
import type { CourtInvitationEvent } from './court-invitations.events.js';

const given = specification(courtInvitations);
const court = { courtId: 'roxbury', hostId: 'hana' };
const recordedAt = '2027-03-10T12:00:00.000Z';
const KEEP_UNTIL = '2028-03-09T12:00:00.000Z';

const invitation = (invitationId: string, emailHash: string | null = null) => ({
  ...court,
  invitationId,
  email: emailHash === null ? '' : 'ann@example.test',
  emailHash,
  invitedAt: recordedAt,
  keepUntil: emailHash === null ? null : KEEP_UNTIL,
});
const invite = (id: string, emailHash: string | null = null) =>
  ({ type: 'InviteGuest', data: invitation(id, emailHash) }) as const;
const invited = (id: string, emailHash: string | null = null): CourtInvitationEvent => ({
  type: 'GuestInvited',
  data: invitation(id, emailHash),
});
const accept = (invitationId: string, playerId = 'ann') =>
  ({
    type: 'AcceptInvitation',
    data: { courtId: 'roxbury', invitationId, playerId, acceptedAt: recordedAt },
  }) as const;
const accepted = (invitationId: string, playerId = 'ann'): CourtInvitationEvent => ({
  type: 'InvitationAccepted',
  data: { ...court, invitationId, playerId, acceptedAt: recordedAt },
});
const revoke = (invitationId: string) =>
  ({ type: 'RevokeInvitation', data: { ...court, invitationId, revokedAt: recordedAt } }) as const;
const revoked = (invitationId: string): CourtInvitationEvent => ({
  type: 'InvitationRevoked',
  data: { ...court, invitationId, revokedAt: recordedAt },
});
const many = (length: number, make: (index: number) => CourtInvitationEvent) =>
  Array.from({ length }, (_, i) => make(i));

describe('an id equal to the name of an inherited property', () => {
  it.each(['constructor', '__proto__'])('does not identify an invitation: %s', (id) => {
    given(invited('one')).when(revoke(id)).thenRefused('not_found');
    given(invited('one')).when(accept(id)).thenRefused('not_found');
    given().when(invite(id)).then(invited(id));
  });
});

describe('inviting a guest', () => {
  it('works by email or link', () => {
    given().when(invite('one', 'hash of ann')).then(invited('one', 'hash of ann'));
    given().when(invite('one')).then(invited('one'));
  });

  it('invites an email once until the invitation is revoked', () => {
    given(invited('one', 'hash of ann')).when(invite('two', 'hash of ann')).thenNothing();
    given(invited('one', 'hash of ann'), revoked('one'))
      .when(invite('two', 'hash of ann'))
      .then(invited('two', 'hash of ann'));
  });

  it('sends an email again as a new invitation, which ends the earlier one', () => {
    const again = (id: string, replacedId: string) =>
      ({
        type: 'SendInvitationAgain',
        data: {
          ...court,
          invitationId: id,
          replacedId,
          invitedAt: recordedAt,
          keepUntil: KEEP_UNTIL,
        },
      }) as const;
    given(invited('one', 'hash of ann'))
      .when(again('two', 'one'))
      .then(revoked('one'), invited('two', 'hash of ann'));
    given(invited('one', 'hash of ann'), revoked('one'))
      .when(again('two', 'one'))
      .thenRefused('not_found');
    given(invited('link')).when(again('two', 'link')).thenRefused('not_found');
    const erasedData = { ...court, invitationId: 'one', erasedAt: KEEP_UNTIL };
    given(invited('one', 'hash of ann'), { type: 'InvitationEmailErased', data: erasedData })
      .when(again('two', 'one'))
      .thenRefused('not_found');
    given(...many(MOST_INVITATIONS, (index) => invited(`${index}`, 'hash of ann')))
      .when(again('one more', '0'))
      .thenRefused('fair_use');
  });

  it('fails if its id belongs to another invitation', () =>
    given(invited('one')).when(invite('one')).thenRefused('conflict'));

  it('is refused at the limit per court, which includes revoked invitations', () =>
    given(...many(MOST_INVITATIONS, (index) => invited(`${index}`)), revoked('0'))
      .when(invite('one more'))
      .thenRefused('fair_use'));
});

describe('accepting an invitation link', () => {
  it('makes a player a guest once', () => {
    given(invited('one')).when(accept('one')).then(accepted('one'));
    given(invited('one'), accepted('one')).when(accept('one')).thenNothing();
  });

  it('fails for unknown, revoked, and email invitations', () => {
    given().when(accept('one')).thenRefused('not_found');
    given(invited('one'), revoked('one')).when(accept('one')).thenRefused('not_found');
    given(invited('one', 'hash of ann')).when(accept('one')).thenRefused('not_found');
  });

  it('stops at the limit of guests per court', () =>
    given(
      invited('one'),
      ...many(MOST_GUESTS_BY_LINK, (index) => accepted('one', `player ${index}`)),
    )
      .when(accept('one'))
      .thenRefused('fair_use'));
});

it('revokes only valid invitations', () => {
  given(invited('one')).when(revoke('one')).then(revoked('one'));
  given(invited('one'), revoked('one')).when(revoke('one')).thenRefused('not_found');
});

describe('a guest of a court', () => {
  const after = (...events: CourtInvitationEvent[]) =>
    events.reduce(courtInvitations.evolve, courtInvitations.initial);

  /**
   * Whether a player with a verified email may book. The secret, and thus the hash, has changed
   * since.
   */
  const mayBook = (events: readonly CourtInvitationEvent[], playerId: string) => {
    const email = `${playerId}@example.test`;
    const verifiedEmail = verifiedEmailOf({ email, isEmailProven: false }, new Set([email]));
    const keyedHashes = { hashesOfName: () => ['older hash', `hash of ${playerId}`] };
    const emailHashes = verifiedEmailHashes(keyedHashes, 'email', verifiedEmail);
    return isInvited(after(...events), playerId, emailHashes);
  };

  it('needs an email invitation or an accepted valid link', () => {
    expect(mayBook([invited('one', 'hash of ann')], 'ann')).toBe(true);
    expect(mayBook([invited('one', 'hash of ann')], 'bob')).toBe(false);
    expect(mayBook([invited('one'), accepted('one')], 'ann')).toBe(true);
    expect(mayBook([invited('one'), accepted('one')], 'bob')).toBe(false);
  });

  it('loses access when the invitation is revoked', () => {
    expect(mayBook([invited('one', 'hash of ann'), revoked('one')], 'ann')).toBe(false);
    expect(mayBook([invited('one'), accepted('one'), revoked('one')], 'ann')).toBe(false);
  });
});

it.each([
  ['public', { elite: false, invited: false }, true],
  ['elite', { elite: true, invited: false }, true],
  ['elite', { elite: false, invited: true }, false],
  ['invite', { elite: true, invited: false }, false],
  ['invite', { elite: false, invited: true }, true],
] as const)('opens a court with access "%s" to %j: %s', (courtAccess, userAccess, mayBook) => {
  const access = courtAccessFor({ courtAccess }, userAccess);
  expect(access).toMatchObject({ kind: courtAccess, mayBook });
  expect(access.how === null).toBe(mayBook);
});

describe('the email of a guest', () => {
  const erase = (invitationId: string) =>
    ({ type: 'EraseEmail', data: { ...court, invitationId, erasedAt: KEEP_UNTIL } }) as const;
  const erased = (invitationId: string): CourtInvitationEvent => ({
    type: 'InvitationEmailErased',
    data: { ...court, invitationId, erasedAt: KEEP_UNTIL },
  });
  const revoked: CourtInvitationEvent = {
    type: 'InvitationRevoked',
    data: { ...court, invitationId: 'a', revokedAt: recordedAt },
  };
  const stateAfter = (...events: CourtInvitationEvent[]) => foldAll(courtInvitations, events);

  it('is erased once, and the invitation remains valid', () => {
    given(invited('a', 'hash-ann')).when(erase('a')).then(erased('a'));
    given(invited('a', 'hash-ann'), erased('a')).when(erase('a')).thenNothing();
    given(invited('a')).when(erase('a')).thenNothing();
    const state = stateAfter(invited('a', 'hash-ann'), erased('a'));
    expect(state.invitations['a']).toMatchObject({ email: '', emailHash: 'hash-ann' });
  });

  it('is due at the end of its period, or when the invitation is revoked', () => {
    expect(stateAfter(invited('a', 'hash-ann'), invited('b')).emailsUntil).toEqual({
      a: KEEP_UNTIL,
    });
    expect(stateAfter(invited('a', 'hash-ann'), revoked).emailsUntil).toEqual({ a: recordedAt });
    given(invited('a', 'hash-ann'), revoked).when(erase('a')).then(erased('a'));
    expect(stateAfter(invited('a', 'hash-ann'), revoked, erased('a')).emailsUntil).toEqual({});
  });
});
