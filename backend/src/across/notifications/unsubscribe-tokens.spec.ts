import { expect, it } from '@jest/globals';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

const [old, recent] = ['an old secret of lookups for tests', 'a new secret of lookups for tests'];
const unsubscribeTokens = (...LOOKUP_SECRETS: string[]) =>
  new UnsubscribeTokens(new KeyedHashes({ LOOKUP_SECRETS }));
const subscription = { userId: '0b0e5c3a-1111-8222-9333-444455556666', kind: 'reminders' } as const;

it('an unsubscribe token names a user and an email kind while its secret is configured', () => {
  const unsubscribeToken = unsubscribeTokens(old).tokenOf(subscription);
  expect(unsubscribeTokens(recent, old).readToken(unsubscribeToken)).toEqual(subscription);
  expect(unsubscribeTokens(recent).readToken(unsubscribeToken)).toBeNull();
});

it('an unsubscribe token is valid for one user and kind only', () => {
  const [userId, kind, proof] = unsubscribeTokens(old).tokenOf(subscription).split('.');
  expect(unsubscribeTokens(old).readToken(`${userId}.requests.${proof}`)).toBeNull();
  expect(unsubscribeTokens(old).readToken(`another.${kind}.${proof}`)).toBeNull();
  expect(unsubscribeTokens(old).readToken(`${userId}.letters.${proof}`)).toBeNull();
  expect(unsubscribeTokens(old).readToken(`${userId}.${kind}.${'0'.repeat(64)}`)).toBeNull();
});
