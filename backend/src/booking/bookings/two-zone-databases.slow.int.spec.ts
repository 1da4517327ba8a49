import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CourtDetail } from '@courtly/contracts/courts';
import fc from 'fast-check';
import { type Caller, caller } from '../../../testing/caller.js';
import { commandLine } from '../../../testing/command-line.js';
import { type Observer, observe } from '../../../testing/observer.js';
import {
  type Processes,
  type Service,
  startProcesses,
  untilReady,
} from '../../../testing/processes.js';
import { HOUR_MS, addDays } from '../../platform/kernel/local-time.js';

/** The data file of an older ICU, such as `icudt67l.dat` of the npm package `icu4c-data`. */
const icuData = process.env['OLDER_ICU_DATA'];
const ZONE_FILES = ['zoneinfo64.res', 'metaZones.res', 'timezoneTypes.res', 'windowsZones.res'];
/** Vancouver stopped changing its clocks in 2026. In winter, older data is an hour behind. */
const ZONE = 'America/Vancouver';
const FIRST_DAY = '2027-01-10';
const PLAYERS = 4;

/** Copies the zone data from a data file of ICU, which starts with a table of its entries. */
const extractZoneData = (file: string, folder: string): void => {
  const data = readFileSync(file);
  const tableStart = data.readUInt16LE(0);
  const entries = Array.from({ length: data.readUInt32LE(tableStart) }, (_, index) => {
    const [name, start] = [0, 4].map((offset) =>
      data.readUInt32LE(tableStart + 4 + 8 * index + offset),
    );
    const nameStart = tableStart + name!;
    return {
      name: data.toString('latin1', nameStart, data.indexOf(0, nameStart)),
      start: tableStart + start!,
    };
  });
  for (const [index, { name, start }] of entries.entries()) {
    const zoneFile = ZONE_FILES.find((candidate) => /^[^/]+\/(.+)$/.exec(name)?.[1] === candidate);
    if (zoneFile)
      writeFileSync(join(folder, zoneFile), data.subarray(start, entries[index + 1]?.start));
  }
};

type Action = Readonly<{ process: 0 | 1; player: number; hour: number }>;
type Sold = Readonly<{ bookingId: string; courtId: string; startTime: string; endTime: string }>;

(icuData ? describe : describe.skip)('a court whose zone differs between two processes', () => {
  let folder: string | undefined;
  let processes: Processes;
  let apis: readonly [Service, Service];
  let observer: Observer;
  /** Each player's clients of both processes. */
  let players: readonly (readonly [Caller, Caller])[];
  let court: CourtDetail;
  let day = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'courtly-zones-'));
    extractZoneData(icuData!, folder);
    processes = await startProcesses();
    const older = await processes.courtly('api', { ICU_TIMEZONE_FILES_DIR: folder });
    const newer = await processes.courtly('api,projector');
    await Promise.all([older, newer].map(untilReady));
    apis = [older, newer];
    observer = await observe(processes.config);
    const host = caller(newer.port);
    await host.register('owner');
    court = await host.court({ zone: ZONE });
    players = await Promise.all(
      Array.from({ length: PLAYERS }, async () => {
        const player = caller(older.port);
        await player.register('player');
        return [player, caller(newer.port, player.cookie())] as const;
      }),
    );
  });
  afterAll(async () => {
    await observer?.close();
    await processes?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  const soldHours = async (): Promise<Sold[]> =>
    (await observer.log()).flatMap((event) =>
      !('unreadable' in event) && event.type === 'BookingRequested' ? [event.data as Sold] : [],
    );

  it('starts its days at different instants in both', async () => {
    const starts = await Promise.all(
      apis.map(async ({ port }) => {
        const path = `/api/courts/${court.id}/availability/${FIRST_DAY}`;
        const [first] = await caller(port).must<{ start: string }[]>(200, 'GET', path);
        return first!.start;
      }),
    );
    expect(starts).toEqual(['2027-01-10T08:00:00.000Z', '2027-01-10T07:00:00.000Z']);
  });

  it('sells each hour around midnight exactly once', async () => {
    const actions = fc.array(
      fc.record<Action>({
        process: fc.constantFrom(0, 1),
        player: fc.nat(PLAYERS - 1),
        hour: fc.nat(3),
      }),
      { minLength: 2, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(actions, async (requested) => {
        const firstHour = Date.parse(`${addDays(FIRST_DAY, day++)}T06:00:00.000Z`);
        const hourAt = (hour: number) => {
          const start = firstHour + hour * HOUR_MS;
          return { start: toInstant(start), end: toInstant(start + HOUR_MS) };
        };
        const answers = await Promise.all(
          requested.map(({ process, player, hour }) =>
            players[player]![process].book(court, hourAt(hour) as never),
          ),
        );
        expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
        const sold = (await soldHours()).map(({ startTime }) => startTime);
        for (const hour of new Set(requested.map((action) => action.hour)))
          expect(sold.filter((start) => start === hourAt(hour).start)).toHaveLength(1);
      }),
      { numRuns: 30, endOnFailure: true },
    );
    const run = commandLine(processes.environment);
    expect(await run(['verify', '--log-only'])).toMatchObject({ code: 0 });
  });
});

const toInstant = (ms: number) => new Date(ms).toISOString();
