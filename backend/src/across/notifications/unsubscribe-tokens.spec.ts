import { expect, it } from '@jest/globals';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

const [old, recent] = ['an old secret of lookups for tests', 'a new secret of lookups for tests'];
const tokens = (...LOOKUP_SECRETS: string[]) =>
  new UnsubscribeTokens(new KeyedHashes({ LOOKUP_SECRETS }));
const subscription = { userId: '0b0e5c3a-1111-8222-9333-444455556666', kind: 'reminders' } as const;

it('names who wants no more mail of which kind, for as long as its secret is listed', () => {
  const token = tokens(old).of(subscription);
  expect(tokens(recent, old).read(token)).toEqual(subscription);
  expect(tokens(recent).read(token)).toBeNull();
});

it('is of one person and kind alone', () => {
  const [userId, kind, proof] = tokens(old).of(subscription).split('.');
  expect(tokens(old).read(`${userId}.requests.${proof}`)).toBeNull();
  expect(tokens(old).read(`another.${kind}.${proof}`)).toBeNull();
  expect(tokens(old).read(`${userId}.letters.${proof}`)).toBeNull();
  expect(tokens(old).read(`${userId}.${kind}.${'0'.repeat(64)}`)).toBeNull();
});
