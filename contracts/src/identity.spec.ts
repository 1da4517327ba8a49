import { describe, expect, it } from '@jest/globals';
import { RegisterBody } from './identity.js';

const form = {
  username: 'robin.baseline',
  email: 'robin@example.test',
  password: 'clay-court-rally',
  firstName: 'Robin',
  lastName: 'Baseline',
  phone: '+1 (480) 555-0123',
};
const messages = (change: Partial<typeof form>) =>
  RegisterBody.safeParse({ ...form, ...change }).error?.issues.map(({ message }) => message) ?? [];

describe('the registration schema', () => {
  it.each([
    {},
    { username: 'Ace' },
    { username: '4love' },
    { firstName: 'Jean-Luc', lastName: "O'Brien" },
    { firstName: '美咲', lastName: 'Đorđević y Núñez' },
    { phone: '480.555.0123' },
    { phone: '+44 20 7946 0958' },
    { phone: '\u202A+1\u00A0480\u2011555\u20110123\u202C' },
    { firstName: 'علی\u200Cرضا' },
    { username: ' robin.baseline\u200B' },
    { email: ' robin@müller.example' },
  ])('accepts %j', (change) => expect(messages(change)).toEqual([]));

  it.each([
    'courtly',
    'Support',
    'c.o.u.r.t.l.y',
    '_admin_',
    'security',
    '\u0430dmin',
    '...',
    '1234',
    'ab',
    'x'.repeat(31),
    'a b',
    'a\u202Eb',
  ])('rejects the username %j with a hint', (username) => {
    expect(messages({ username })).not.toEqual([]);
    expect(messages({ username })[0]).toMatch(/Use|Username|choose/);
  });

  it.each(['R', '\u202ER\u200B', '\u3164\u3164', ' \n '])('rejects the name %j', (name) => {
    expect(messages({ firstName: name })[0]).toMatch(/^First name must be/);
    expect(messages({ lastName: name })[0]).toMatch(/^Last name must be/);
  });

  it.each(['not a phone at all', '480555012x', '12-34-5 ( )', '1234567890123456'])(
    'rejects the phone number %j',
    (phone) => expect(messages({ phone })[0]).toMatch(/digits/),
  );
});
