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

  it.each(['Ro\nbin', 'Ro\u202Ebin', 'Ro\u200Bbin', 'Ro\u2028bin', 'Ro\u0000bin', 'R'])(
    'rejects the name %j',
    (name) => {
      expect(messages({ firstName: name })[0]).toMatch(/^First name must be/);
      expect(messages({ lastName: name })[0]).toMatch(/^Last name must be/);
    },
  );

  it.each(['not a phone at all', '480555012x', '12-34-5 ( )', '1234567890123456', '٤٨٠٥٥٥٠١٢٣'])(
    'rejects the phone number %j',
    (phone) => expect(messages({ phone })[0]).toMatch(/digits/),
  );
});
