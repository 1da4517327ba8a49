import { expect, it } from '@jest/globals';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { FeedTokens } from './feed-tokens.service.js';

const [old, recent] = ['an old secret of lookups for tests', 'a new secret of lookups for tests'];
const tokens = (...LOOKUP_SECRETS: string[]) => new FeedTokens(new KeyedHashes({ LOOKUP_SECRETS }));
const feed = { userId: '0b0e5c3a-1111-8222-9333-444455556666', feed: 3 };

it('accepts a token while its secret is configured', () => {
  const token = tokens(old).tokenOf(feed);
  expect(tokens(old).readToken(token)).toEqual(feed);
  expect(tokens(recent, old).readToken(token)).toEqual(feed);
  expect(tokens(recent).readToken(token)).toBeNull();
  expect(tokens(recent, old).tokenOf(feed)).not.toBe(token);
});

it.each([
  '',
  'nonsense',
  `${feed.userId}.3`,
  `${feed.userId}.3.${'0'.repeat(64)}`,
  `${feed.userId}.3.${'é'.repeat(64)}`,
])('rejects the token "%s"', (token) => expect(tokens(old).readToken(token)).toBeNull());

it('rejects the proof of another feed', () => {
  const proof = tokens(old).tokenOf(feed).split('.')[2]!;
  expect(tokens(old).readToken(`${feed.userId}.4.${proof}`)).toBeNull();
});
