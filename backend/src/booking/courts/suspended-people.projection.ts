import type { UserEvent } from '../../people/identity/user.events.js';
import { defineProjection } from '../../platform/projections/projection.js';

type SuspensionEvent = Extract<UserEvent, { type: 'UserSuspended' | 'SuspensionLifted' }>;

/**
 * Everyone who was ever suspended, by id. Lists of courts read it instead of all people, whose
 * changes would empty the cache of lists.
 */
export const suspendedPeople = defineProjection<
  Readonly<{ userId: string; isSuspended: boolean }>,
  SuspensionEvent
>({
  name: 'suspendedPeople',
  version: 1,
  indexes: [{ isSuspended: 1 }],
  handles: ['UserSuspended', 'SuspensionLifted'],
  key: ({ data }) => data.userId,
  evolve: (_, { type, data: { userId } }) => ({ userId, isSuspended: type === 'UserSuspended' }),
  audience: () => [],
  people: ({ userId }) => [userId],
});
