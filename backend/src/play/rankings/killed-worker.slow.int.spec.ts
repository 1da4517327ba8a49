import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RatingReplay } from '@courtly/contracts/rating-replays';
import type { Comparison } from './replay.js';
import { type Caller, caller } from '../../../testing/caller.js';
import { commandLine } from '../../../testing/command-line.js';
import {
  type Processes,
  type Service,
  builtFile,
  startProcesses,
  untilReady,
} from '../../../testing/processes.js';
import { eventually } from '../../../testing/stores.js';

/** Enough matches for a replay to take a second or more. */
const MATCHES = 6_000;

let processes: Processes;
let worker: Service;
let admin: Caller;
let run: ReturnType<typeof commandLine>;
let folder: string;

const row = (_: unknown, index: number) => {
  const day = new Date(Date.UTC(2015, 0, 1 + Math.floor(index / 8))).toISOString().slice(0, 10);
  const winner = 1 + ((index * 7) % 100);
  return `${day},Hard,p${winner},p${1 + ((winner + 2 + (index % 30)) % 100)},6-${index % 5} 6-4,3`;
};

beforeAll(async () => {
  processes = await startProcesses();
  const [api] = await Promise.all([processes.courtly('api'), processes.courtly('projector')]);
  worker = await processes.courtly('worker');
  run = commandLine({
    ...processes.environment,
    NODE_ENV: 'test',
  });
  folder = await mkdtemp(join(tmpdir(), 'courtly-killed-'));
  const file = join(folder, 'matches.csv');
  const heading = 'played_on,surface,winner_id,loser_id,score,best_of';
  await writeFile(file, [heading, ...Array.from({ length: MATCHES }, row), ''].join('\n'));
  expect(await run(['matches', 'import', file])).toMatchObject({ code: 0 });
  await untilReady(api);
  admin = caller(api.port);
  const { email } = await admin.register('player');
  expect(await run(['users', 'grant', 'admin', email])).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await processes?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('the next worker restarts the replay of a killed worker and computes the same hash', async () => {
  const body = { formula: 'elo', parameters: { most: 200 } };
  const requestedReplay = await admin.call<RatingReplay>('POST', '/api/admin/rating-replays', {
    body,
  });
  expect(requestedReplay.status).toBe(201);
  const { id, asOf } = requestedReplay.body;
  // The stand-in for MongoDB may respond late while a worker is busy.
  const show = async (): Promise<Partial<RatingReplay>> =>
    (await admin.call<RatingReplay>('GET', `/api/admin/rating-replays/${id}`)).body;
  await eventually(
    'the replay has progress',
    async () => ((await show()).progress ?? 0) > 0,
    60_000,
  );
  await worker.end('SIGKILL');
  await eventually('the replay is still running', async () => (await show()).status === 'running');
  await worker.start();
  const { result } = await eventually(
    'another worker finished the replay',
    async () => {
      const currentReplay = await show();
      return currentReplay.status === 'finished' && currentReplay;
    },
    90_000,
  );
  const args = [
    'rankings',
    'replay',
    '--json',
    '--formula',
    'elo',
    '--set',
    'most=200',
    '--as-of',
    asOf,
  ];
  const comparison = JSON.parse((await run(args)).printed) as Comparison;
  expect(result).toMatchObject({ matches: MATCHES, replayed: { hash: comparison.replayed.hash } });
});

it('a killed command-line replay prints nothing, and later replays print equal results', async () => {
  const args = ['rankings', 'replay', '--json'];
  const command = spawn(process.execPath, [builtFile('backend/dist/cli/main.js'), ...args], {
    env: { ...process.env, ...processes.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The replay reports that it is reading the log, which takes a second or more.
  let printed = '';
  command.stdout.on('data', (text) => (printed += String(text)));
  await once(command.stderr, 'data');
  command.kill('SIGKILL');
  await once(command, 'close');
  expect([command.signalCode, printed]).toEqual(['SIGKILL', '']);
  const [firstRun, other] = [await run(args), await run(args)];
  expect(JSON.parse(firstRun.printed)).toMatchObject({ matches: MATCHES });
  expect(other.printed).toBe(firstRun.printed);
});
