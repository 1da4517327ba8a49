import { describe, expect, it } from '@jest/globals';
import {
  type AccountEmail,
  accountEmailAfter,
  everVerified,
  verifiedEmailHashes,
  verifiedEmailOf,
} from './account-email.js';
import { accountNames } from './account-names.js';
import type { UserEvent } from './user.events.js';

const recordedAt = '2027-03-10T12:00:00.000Z';
const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    userId: 'u1',
    email: 'robin@example.test',
    username: 'robin',
    firstName: 'Robin',
    lastName: 'Baseline',
    phone: '4805550123',
    role: 'player',
    registeredAt: recordedAt,
  },
};
const changed: UserEvent = {
  type: 'EmailChanged',
  data: {
    userId: 'u1',
    email: 'new@example.test',
    previous: 'robin@example.test',
    changedAt: recordedAt,
  },
};
const newPassword = (proof: 'password' | 'mail'): UserEvent => ({
  type: 'PasswordChanged',
  data: { userId: 'u1', proof, changedAt: recordedAt },
});
const none = new Set<string>();
const { email } = registered.data;
const verifiedAfter = (verifications: ReadonlySet<string>, ...events: UserEvent[]) =>
  verifiedEmailOf(
    events.reduce<AccountEmail>(accountEmailAfter, { email: '', isEmailProven: false }),
    verifications,
  );

describe('the verified email of an account', () => {
  it('is missing after a registration and a change of password', () => {
    expect(verifiedAfter(none, registered)).toBeNull();
    expect(verifiedAfter(none, registered, newPassword('password'))).toBeNull();
  });

  it('is the current one after a verification link or a password reset', () => {
    expect(verifiedAfter(new Set([email]), registered)).toBe(email);
    expect(verifiedAfter(none, registered, newPassword('mail'))).toBe(email);
  });

  it('is the new one after an email change, which the link verifies', () => {
    expect(verifiedAfter(none, registered, changed)).toBe('new@example.test');
    expect(verifiedAfter(new Set([email]), registered, changed)).toBe('new@example.test');
  });

  it('is missing if only another email was verified', () =>
    expect(verifiedAfter(new Set(['new@example.test']), registered)).toBeNull());

  it('is missing after an erasure, and without an account', () => {
    const { userId } = registered.data;
    const erasure = { userId, by: 'person', reference: '', requestedAt: recordedAt } as const;
    const erased: UserEvent = { type: 'AccountErasureRequested', data: erasure };
    const verifications = new Set([email]);
    expect(verifiedAfter(verifications, registered, erased)).toBeNull();
    expect(verifiedAfter(verifications)).toBeNull();
    expect(verifiedEmailOf(null, verifications)).toBeNull();
  });
});

it('an email has hashes for matching only if it is verified', () => {
  const keyedHashes = { hashesOfName: (kind: string, name: string) => [`${kind} ${name}`] };
  const hashesWith = (verifications: ReadonlySet<string>) =>
    verifiedEmailHashes(keyedHashes, 'email', verifiedAfter(verifications, registered));
  expect(hashesWith(none)).toEqual([]);
  expect(hashesWith(new Set([email]))).toEqual([`email ${email}`]);
});

it('lists every email that a person has verified', () => {
  const names = [registered, changed].reduce(accountNames.evolve, accountNames.initial);
  expect(everVerified(names, none)).toEqual(new Set(['new@example.test']));
  expect(everVerified(names, new Set([email]))).toEqual(new Set([email, 'new@example.test']));
});
