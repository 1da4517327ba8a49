import type { UserEvent } from '../../people/identity/user.events.js';
import { person } from '../../people/identity/person.js';
import type { RecordedEvent } from '../../platform/kernel/events.js';
import type { Streams } from '../../platform/kernel/streams.js';

/**
 * How a user became an admin: when (UTC; null if the log does not say), and the admins who
 * appointed them, directly or through others, nearest first.
 */
export type Appointment = Readonly<{ at: string | null; by: readonly string[] }>;

type AdminGrant = RecordedEvent<Extract<UserEvent, { type: 'RoleGranted' }>>;

const isAdminGrant = (event: RecordedEvent): event is AdminGrant =>
  event.type === 'RoleGranted' && (event as AdminGrant).data.role === 'admin';

/** The appointment in force at an instant. One that an operator made has no appointers. */
export const loadAppointment = async (
  streams: Pick<Streams, 'events'>,
  userId: string,
  until: string | null = null,
): Promise<Appointment> => {
  const userHistory = await streams.events(`${person.category}-${userId}`);
  const grant = userHistory
    .filter(isAdminGrant)
    .findLast(({ data }) => until === null || data.grantedAt < until);
  if (!grant) return { at: null, by: [] };
  const { grantedAt: at } = grant.data;
  const { actor } = grant.metadata;
  if (actor.role !== 'admin') return { at, by: [] };
  const { by } = await loadAppointment(streams, actor.id, at);
  return { at, by: [actor.id, ...by] };
};
