import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Address, Session } from '../client.js';
import { join, listCourt, signIn } from '../club.js';
import { DEMAND_ZONE } from './plan.js';

type Row = Readonly<Record<string, string>>;

export type Records = Readonly<Record<'facilities' | 'members' | 'bookings', readonly Row[]>>;

/** The court ids and hosts' sessions by facility, and the members' sessions by member. */
export type Club = Readonly<{
  courts: ReadonlyMap<string, string>;
  hosts: ReadonlyMap<string, Session>;
  members: ReadonlyMap<string, Session>;
}>;

export const readRecords = async (folderPath: string): Promise<Records> => {
  const readTable = async (tableName: string) =>
    parse<Row>(await readFile(joinPath(folderPath, `${tableName}.csv`), 'utf8'), { columns: true });
  const [facilities, members, bookings] = await Promise.all([
    readTable('facilities'),
    readTable('members'),
    readTable('bookings'),
  ]);
  return { facilities, members, bookings };
};

/** The lowest possible rate is one dollar. */
export const rateOf = (guestCost: string): string => Math.max(1, Number(guestCost)).toFixed(2);

const lettersOf = (tableName: string) => tableName.replace(/[^\p{L}]/gu, '').padEnd(2, 'x');

const hostAccount = (runId: string, facility: string) => `club-${runId}-host-${facility}`;
const memberAccount = (runId: string, member: string) => `member-${runId}-${member}`;

/**
 * Lists each facility as a court of a separate host, and registers each member. Idempotent for a
 * run id.
 */
export const createClub = async (
  address: Address,
  runId: string,
  { facilities, members }: Records,
): Promise<Club> => {
  const hosts = new Map<string, Session>();
  const courts = new Map<string, string>();
  for (const { facility_id: id, name: facility, guest_cost: cost } of facilities) {
    const name = hostAccount(runId, id!);
    const hostSession = await join(address, {
      name,
      firstName: 'Club',
      lastName: 'Secretary',
      role: 'owner',
    });
    hosts.set(id!, hostSession);
    courts.set(
      id!,
      await listCourt(hostSession, name, {
        name: facility!,
        location: 'Scottsdale',
        address: `${100 + Number(id)} Clubhouse Drive`,
        hourlyRate: rateOf(cost!),
        zone: DEMAND_ZONE,
      }),
    );
  }
  const sessions = new Map<string, Session>();
  for (const { member_id: id, first_name: first, surname } of members) {
    const person = {
      firstName: lettersOf(first!),
      lastName: lettersOf(surname!),
      role: 'player',
    } as const;
    sessions.set(id!, await join(address, { name: memberAccount(runId, id!), ...person }));
  }
  return { courts, hosts, members: sessions };
};

/** Signs everyone in again, because the address has changed or their sessions have ended. */
export const signInAgain = async (baseUrl: string, runId: string, club: Club): Promise<Club> => {
  const signInAll = async (
    sessions: ReadonlyMap<string, Session>,
    accountOf: (runId: string, id: string) => string,
  ) => {
    const renewedSessions = new Map<string, Session>();
    for (const id of sessions.keys())
      renewedSessions.set(id, await signIn(baseUrl, accountOf(runId, id)));
    return renewedSessions;
  };
  return {
    courts: club.courts,
    hosts: await signInAll(club.hosts, hostAccount),
    members: await signInAll(club.members, memberAccount),
  };
};
