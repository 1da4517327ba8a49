import { describe, expect, it } from '@jest/globals';
import { sign } from 'cookie-signature';
import { sessionIdReader } from './session-cookie.js';

const secrets = ['the new secret', 'the old secret'];
const sessionIdIn = sessionIdReader(secrets, 2);
const cookie = (id: string, secret: string) =>
  `courtly=${encodeURIComponent(`s:${sign(id, secret)}`)}`;

describe('the id in the cookie of a session', () => {
  it('is found among other cookies', () => {
    const header = `courtly_device=a.b.c; ${cookie('abc-1_2', secrets[0]!)}; courtly_signed_in=1`;
    expect(sessionIdIn(header)).toBe('abc-1_2');
  });

  it('counts as signed by an old secret, too, and by no other', () => {
    expect(sessionIdIn(cookie('abc', secrets[1]!))).toBe('abc');
    expect(sessionIdIn(cookie('abc', 'another secret'))).toBeNull();
  });

  it('is found again, however many others came meanwhile', () => {
    const headers = ['a', 'b', 'c'].map((id) => cookie(id, secrets[0]!));
    expect([...headers, ...headers].map(sessionIdIn)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it.each([
    ['no cookie', undefined],
    ['another cookie', 'courtly_device=s%3Aabc.def'],
    ['one without a signature', 'courtly=s%3Aabc'],
    ['one that is not marked as signed', `courtly=${encodeURIComponent(sign('abc', secrets[0]!))}`],
    ['one without an id', cookie('', secrets[0]!)],
    ['what cannot be decoded', 'courtly=s%3Aabc.%E0%A4%A'],
    ['one of any length', `courtly=s%3A${'a'.repeat(10_000)}.b`],
  ])('is none where there is %s', (_, header) => {
    expect(sessionIdIn(header)).toBeNull();
  });
});
