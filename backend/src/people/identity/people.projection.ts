import { defineProjection } from '../../platform/projections/projection.js';
import { type Person, evolvePerson } from './person.js';
import type { UserEvent } from './user.events.js';

export type { Person };

export const people = defineProjection<Person, UserEvent>({
  name: 'people',
  version: 5,
  indexes: [{ roles: 1 }, { names: 1 }, { 'suspension.since': 1 }, { registeredAt: -1, _id: -1 }],
  handles: [
    'UserRegistered',
    'RoleGranted',
    'RoleRevoked',
    'UserSuspended',
    'SuspensionLifted',
    'ProfileChanged',
    'ProfilePictureChanged',
    'EmailChanged',
    'PreferencesChanged',
    'WaiverAccepted',
    'AccountErasureRequested',
  ],
  key: ({ data }) => data.userId,
  evolve: evolvePerson,
  audience: ({ userId }) => [userId],
  people: ({ userId }) => [userId],
});
