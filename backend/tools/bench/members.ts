import type { NotificationPreferences } from '@courtly/contracts/notifications';
import type { Session } from '../client.js';
import { join, listCourt } from '../club.js';

export const ZONE = 'America/Phoenix';

export const createClub = async (
  base: string,
  { players, courts }: Readonly<{ players: number; courts: number }>,
) => {
  const person = { firstName: 'Bench', lastName: 'Mark' };
  const owner = await join(base, { name: 'bench-owner', ...person, role: 'owner' });
  const courtIds: string[] = [];
  for (let index = 0; index < courts; index++) {
    const place = { location: 'Scottsdale', address: `${index + 1} Bench Road`, zone: ZONE };
    courtIds.push(
      await listCourt(owner, `bench-${index}`, {
        name: `Court ${index}`,
        hourlyRate: '100.00',
        ...place,
      }),
    );
  }
  const sessions: Session[] = [];
  for (let index = 0; index < players; index++)
    sessions.push(await join(base, { name: `bench-${index}`, ...person, role: 'player' }));
  return { courtIds, owner, sessions };
};

const noEmails: NotificationPreferences = {
  mail: { requests: false, bookings: false, reminders: false, matches: false, messages: false },
};

/** Leaves only in-app notifications on. */
export const disableEmails = (session: Session): Promise<unknown> =>
  session.expect({ method: 'PUT', path: '/api/notices/preferences', body: noEmails });

export const idOf = async (session: Session): Promise<string> =>
  (await session.expect<{ id: string }>({ method: 'GET', path: '/api/auth/me' })).id;
