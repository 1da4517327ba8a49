import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findRedis } from './redis.mjs';
import { startRedis } from './redis-service.mjs';
import { answers } from './ports.mjs';

let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = async () =>
  startRedis(await findRedis(process.stdout), folder, (line) => said.push(line));
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
  it('finds again what it held', async () => {
    const first = await start();
    expect(await isAsked(first.socket, 'SET session 1', '+OK')).toBe(true);
    await first.process.stop(5_000);
    const second = await start();
    expect(await isAsked(second.socket, 'GET session', '$1\r\n1')).toBe(true);
    await second.process.stop(5_000);
    expect(said).toEqual([]);
  });

  it('starts empty when its files are damaged, which are moved beside them and told', async () => {
    const first = await start();
    await isAsked(first.socket, 'SET session 1', '+OK');
    await first.process.stop(5_000);
    const damaged = `damage\r\n${readFileSync(log(), 'utf8')}`;
    writeFileSync(log(), damaged);

    const second = await start();
    expect(await isAsked(second.socket, 'EXISTS session', ':0')).toBe(true);
    await second.process.stop(5_000);
    const aside = readdirSync(folder).find((name) => name.startsWith('redis.damaged-'))!;
    expect(said).toEqual([
      expect.stringContaining(`they are in ${join(folder, aside)} now, and it started empty`),
    ]);
    expect(readdirSync(join(folder, aside))).toContain('appendonlydir');
  });

  it('that cannot start with other files either says why, and keeps what it has', async () => {
    mkdirSync(join(folder, 'redis'));
    writeFileSync(join(folder, 'redis', 'dump.rdb'), 'kept');
    await expect(startRedis('/bin/false', folder, (line) => said.push(line))).rejects.toThrow(
      'Redis ended (exit code 1) before it was ready.',
    );
    expect(readFileSync(join(folder, 'redis', 'dump.rdb'), 'utf8')).toBe('kept');
    expect(readdirSync(folder)).toEqual(['redis']);
  });
});
