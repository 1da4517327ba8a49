import type { NotificationPreferences } from '@courtly/contracts/notifications';
import type { Session } from '../client.js';
import { join, listCourt } from '../club.js';

export const ZONE = 'America/Phoenix';

export const createClub = async (
  baseUrl: string,
  { players, courts }: Readonly<{ players: number; courts: number }>,
) => {
  const profileName = { firstName: 'Bench', lastName: 'Mark' };
  const hostSession = await join(baseUrl, { name: 'bench-owner', ...profileName, role: 'owner' });
  const courtIds: string[] = [];
  for (let memberIndex = 0; memberIndex < courts; memberIndex++) {
    const courtPlace = {
      location: 'Scottsdale',
      address: `${memberIndex + 1} Bench Road`,
      zone: ZONE,
    };
    courtIds.push(
      await listCourt(hostSession, `bench-${memberIndex}`, {
        name: `Court ${memberIndex}`,
        hourlyRate: '100.00',
        ...courtPlace,
      }),
    );
  }
  const sessions: Session[] = [];
  for (let memberIndex = 0; memberIndex < players; memberIndex++)
    sessions.push(
      await join(baseUrl, { name: `bench-${memberIndex}`, ...profileName, role: 'player' }),
    );
  return { courtIds, owner: hostSession, sessions };
};

const noEmails: NotificationPreferences = {
  mail: { requests: false, bookings: false, reminders: false, matches: false, messages: false },
};

/** Turns all emails off, so that only in-app notifications remain. */
export const disableEmails = (userSession: Session): Promise<unknown> =>
  userSession.expect({ method: 'PUT', path: '/api/notices/preferences', body: noEmails });

export const idOf = async (userSession: Session): Promise<string> =>
  (await userSession.expect<{ id: string }>({ method: 'GET', path: '/api/auth/me' })).id;
