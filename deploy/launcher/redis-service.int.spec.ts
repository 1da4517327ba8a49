import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRedis } from './redis.ts';
import { startRedis } from './redis-service.ts';
import { answers } from './ports.ts';

let folder: string;
let reports: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
  reports = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = async () =>
  startRedis(await findRedis(process.stdout), folder, (line) => reports.push(line));
const isAsked = (socket: string, question: string, answer: string) =>
  answers({ path: socket }, `${question}\r\n`, answer, 5_000);
const log = () => {
  const files = join(folder, 'redis', 'appendonlydir');
  return join(
    files,
    readdirSync(files).find((name) => name.endsWith('.incr.aof'))!,
  );
};

describe('Redis', () => {
  it('keeps its data across a restart', async () => {
    const first = await start();
    expect(await isAsked(first.socket, 'SET session 1', '+OK')).toBe(true);
    await first.process.stop(5_000);
    const second = await start();
    expect(await isAsked(second.socket, 'GET session', '$1\r\n1')).toBe(true);
    await second.process.stop(5_000);
    expect(reports).toEqual([]);
  });

  it('starts empty if its files are damaged, and keeps them in another folder', async () => {
    const first = await start();
    await isAsked(first.socket, 'SET session 1', '+OK');
    await first.process.stop(5_000);
    const damaged = `damage\r\n${readFileSync(log(), 'utf8')}`;
    writeFileSync(log(), damaged);

    const second = await start();
    expect(await isAsked(second.socket, 'EXISTS session', ':0')).toBe(true);
    await second.process.stop(5_000);
    const damagedFolder = readdirSync(folder).find((name) => name.startsWith('redis.damaged-'))!;
    expect(reports).toEqual([
      expect.stringContaining(
        `They are now in ${join(folder, damagedFolder)}, and Redis started empty`,
      ),
    ]);
    expect(readdirSync(join(folder, damagedFolder))).toContain('appendonlydir');
  });

  it('reports why it cannot start, and keeps its files', async () => {
    mkdirSync(join(folder, 'redis'));
    writeFileSync(join(folder, 'redis', 'dump.rdb'), 'kept');
    await expect(startRedis('/bin/false', folder, (line) => reports.push(line))).rejects.toThrow(
      'Redis ended (exit code 1) before it was ready.',
    );
    expect(readFileSync(join(folder, 'redis', 'dump.rdb'), 'utf8')).toBe('kept');
    expect(readdirSync(folder)).toEqual(['redis']);
  });
});
