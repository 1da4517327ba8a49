import { defineProjection } from '../../platform/projections/projection.js';
import type { EmailVerificationEvent } from './email-verification.events.js';
import { type Person, evolvePerson } from './person.js';
import type { UserEvent } from './user.events.js';

export type { Person };

export const people = defineProjection<Person, UserEvent | EmailVerificationEvent>({
  name: 'people',
  version: 10,
  indexes: [
    { roles: 1 },
    { names: 1 },
    { 'suspension.since': 1 },
    { 'suspension.until': 1 },
    { registeredAt: -1, _id: -1 },
  ],
  handles: [
    'UserRegistered',
    'RoleGranted',
    'RoleRevoked',
    'UserSuspended',
    'SuspensionLifted',
    'ProfileChanged',
    'ProfilePictureChanged',
    'EmailChanged',
    'EmailVerified',
    'PasswordChanged',
    'PreferencesChanged',
    'PrivacyChanged',
    'WaiverAccepted',
    'AccountErasureRequested',
  ],
  key: ({ data }) => data.userId,
  evolve(person, event) {
    if (event.type !== 'EmailVerified') return evolvePerson(person, event);
    return person?.email === event.data.email ? { ...person, isEmailProven: true } : person;
  },
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
