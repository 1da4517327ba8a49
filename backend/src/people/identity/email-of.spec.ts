import { describe, expect, it } from '@jest/globals';
import { foldAll } from '../../platform/kernel/decider.js';
import { verifiedEmailOf } from './email-of.js';
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
const foldVerifiedEmail = (...events: UserEvent[]) => foldAll(verifiedEmailOf, events);

describe('the verified email', () => {
  it('starts unverified after registration', () => {
    expect(foldVerifiedEmail(registered)).toEqual({
      email: 'robin@example.test',
      isVerified: false,
    });
    expect(foldVerifiedEmail(registered, newPassword('password')).isVerified).toBe(false);
  });

  it('counts once its link was used', () => {
    expect(foldVerifiedEmail(registered, newPassword('mail'))).toEqual({
      email: 'robin@example.test',
      isVerified: true,
    });
    expect(foldVerifiedEmail(registered, changed)).toEqual({
      email: 'new@example.test',
      isVerified: true,
    });
  });
});
