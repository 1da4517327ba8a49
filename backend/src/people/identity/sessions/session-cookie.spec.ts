import { describe, expect, it } from '@jest/globals';
import { sign } from 'cookie-signature';
import { sessionIdReader } from './session-cookie.js';

const secrets = ['the new secret', 'the old secret'];
const sessionIdIn = sessionIdReader(secrets, 2);
const cookie = (id: string, secret: string) =>
  `courtly=${encodeURIComponent(`s:${sign(id, secret)}`)}`;

describe('sessionIdReader', () => {
  it('finds the session cookie among others', () => {
    const header = `courtly_device=a.b.c; ${cookie('abc-1_2', secrets[0]!)}; courtly_signed_in=1`;
    expect(sessionIdIn(header)).toBe('abc-1_2');
  });

  it('accepts signatures of older secrets and no others', () => {
    expect(sessionIdIn(cookie('abc', secrets[1]!))).toBe('abc');
    expect(sessionIdIn(cookie('abc', 'another secret'))).toBeNull();
  });

  it('finds a session again after many other cookies', () => {
    const headers = ['a', 'b', 'c'].map((id) => cookie(id, secrets[0]!));
    expect([...headers, ...headers].map(sessionIdIn)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it.each([
    ['no cookie', undefined],
    ['another cookie', 'courtly_device=s%3Aabc.def'],
    ['a cookie without a signature', 'courtly=s%3Aabc'],
    [
      'a cookie without the signed prefix',
      `courtly=${encodeURIComponent(sign('abc', secrets[0]!))}`,
    ],
    ['a cookie without an id', cookie('', secrets[0]!)],
    ['a value that cannot be decoded', 'courtly=s%3Aabc.%E0%A4%A'],
    ['a very long value', `courtly=s%3A${'a'.repeat(10_000)}.b`],
  ])('finds no session in %s', (_, header) => {
    expect(sessionIdIn(header)).toBeNull();
  });
});
