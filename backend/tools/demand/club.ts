import { readFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Session } from '../client.js';
import { join, listCourt } from '../club.js';
import { DEMAND_ZONE } from './plan.js';

type Row = Readonly<Record<string, string>>;

export type Records = Readonly<Record<'facilities' | 'members' | 'bookings', readonly Row[]>>;

/** Court ids by facility and sessions by member. */
export type Club = Readonly<{
  courts: ReadonlyMap<string, string>;
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

const lettersOf = (tableName: string) => tableName.replace(/[^\p{L}]/gu, '').padEnd(2, 'x');

/** Lists each facility as a court and registers each member. Idempotent by run id. */
export const createClub = async (
  baseUrl: string,
  runId: string,
  { facilities, members }: Records,
): Promise<Club> => {
  const tableName = `club-${runId}`;
  const hostSession = await join(baseUrl, {
    name: tableName,
    firstName: 'Club',
    lastName: 'Secretary',
    role: 'owner',
  });
  const courts = new Map<string, string>();
  for (const { facility_id: id, name: facility, guest_cost: cost } of facilities)
    courts.set(
      id!,
      await listCourt(hostSession, `${tableName}-court-${id}`, {
        name: facility!,
        location: 'Scottsdale',
        address: `${100 + Number(id)} Clubhouse Drive`,
        hourlyRate: Math.max(1, Number(cost)).toFixed(2),
        zone: DEMAND_ZONE,
      }),
    );
  const sessions = new Map<string, Session>();
  for (const { member_id: id, first_name: first, surname } of members) {
    const person = {
      firstName: lettersOf(first!),
      lastName: lettersOf(surname!),
      role: 'player',
    } as const;
    sessions.set(id!, await join(baseUrl, { name: `member-${runId}-${id}`, ...person }));
  }
  return { courts, members: sessions };
};
