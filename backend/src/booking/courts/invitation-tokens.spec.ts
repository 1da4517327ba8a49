import { describe, expect, it } from '@jest/globals';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { InvitationTokens } from './invitation-tokens.service.js';

const policy = { invitationDays: 14 } as never;
const tokens = new InvitationTokens(new KeyedHashes({ LOOKUP_SECRETS: ['a secret'] }), { policy });
const invitation = { courtId: 'roxbury', invitationId: 'one', emailHash: 'hash of ann' };
const { token, expiresAt } = tokens.emailTokenOf(invitation, '2027-03-10T12:00:00.000Z');

describe('the token of an emailed invitation', () => {
  it('expires after the number of days in the policy', () =>
    expect(expiresAt).toBe('2027-03-24T12:00:00.000Z'));

  it('is valid only for the invited address', () => {
    const emailToken = tokens.parseEmailToken(token)!;
    expect(emailToken).toMatchObject({ courtId: 'roxbury', invitationId: 'one' });
    expect(tokens.isValidEmailToken(emailToken, 'hash of ann')).toBe(true);
    expect(tokens.isValidEmailToken(emailToken, 'hash of bob')).toBe(false);
  });

  it('cannot be extended or used for another invitation', () => {
    const emailToken = tokens.parseEmailToken(token)!;
    for (const forgery of [
      { expirySeconds: String(Number(emailToken.expirySeconds) + 1) },
      { invitationId: 'two' },
      { courtId: 'other' },
    ])
      expect(tokens.isValidEmailToken({ ...emailToken, ...forgery }, 'hash of ann')).toBe(false);
  });

  it('is not interchangeable with the token of a link invitation', () => {
    expect(tokens.parseEmailToken(tokens.tokenOf(invitation))).toBeNull();
    expect(() => tokens.readToken(token)).toThrow(/doesn't exist/);
  });
});
