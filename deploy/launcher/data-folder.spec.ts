import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountsOf, currentRun, isSeeded, markSeeded, openFolder, secretOf, writeRun } from './data-folder.mjs';
import { holderOf, takeLock } from './lock.mjs';
import { startOf } from './processes.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lockFor = (pid: number, startedAt: unknown) =>
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, startedAt }));

describe('the lock of a data folder', () => {
  it('is held by a living process until it is given back', () => {
    const release = takeLock(folder);
    expect(holderOf(folder)).toBe(process.pid);
    expect(() => takeLock(folder)).toThrow(`is in use by process ${process.pid}`);
    release();
    expect(holderOf(folder)).toBeUndefined();
    takeLock(folder)();
  });

  it('is taken over from a process that is gone', async () => {
    const gone = spawn('/bin/sh', ['-c', 'exit']);
    await once(gone, 'exit');
    lockFor(gone.pid!, '1');
    takeLock(folder);
    expect(holderOf(folder)).toBe(process.pid);
  });

  it('is taken over when the number belongs to a later process', () => {
    lockFor(process.pid, `not ${startOf(process.pid)}`);
    takeLock(folder);
    expect(holderOf(folder)).toBe(process.pid);
  });

  it('is taken over when it was cut short in writing', () => {
    writeFileSync(join(folder, 'lock'), '{"pid":');
    takeLock(folder);
    expect(holderOf(folder)).toBe(process.pid);
  });

  it('leaves nothing else behind', () => {
    lockFor(process.pid, 'stale');
    takeLock(folder);
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

describe('a data folder', () => {
  it('that holds other things is refused', () => {
    writeFileSync(join(folder, 'thesis.txt'), '');
    expect(() => openFolder(folder)).toThrow(/neither empty nor a data folder of Courtly/);
    expect(() => openFolder(folder, { reset: true })).toThrow(/neither empty/);
    expect(existsSync(join(folder, 'thesis.txt'))).toBe(true);
  });

  it('loses what Courtly keeps in it when it is reset, and nothing else', () => {
    openFolder(folder)();
    const before = secretOf(folder);
    markSeeded(folder, []);
    writeFileSync(join(folder, 'eventstore.db-wal'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    openFolder(folder, { reset: true })();
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'uploads']);
    expect(secretOf(folder)).not.toBe(before);
  });

  it('keeps one secret of 32 bytes that only its owner can read', () => {
    const secret = secretOf(folder);
    expect(Buffer.from(secret, 'base64')).toHaveLength(32);
    expect(secretOf(folder)).toBe(secret);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('remembers the accounts of the demo', () => {
    const accounts = [{ role: 'admin', email: 'admin@courtly.example', password: 'open sesame' }];
    expect(isSeeded(folder)).toBe(false);
    markSeeded(folder, accounts);
    expect(isSeeded(folder)).toBe(true);
    expect(accountsOf(folder)).toEqual(accounts);
  });

  it('says what runs on it only while that is alive', () => {
    const run = { pid: process.pid, url: 'http://127.0.0.1:3000', env: { EVENTSTORE_URL: 'esdb://127.0.0.1:2113' } };
    writeRun(folder, run);
    expect(currentRun(folder)).toBeUndefined();
    const release = takeLock(folder);
    expect(currentRun(folder)).toEqual(run);
    release();
    expect(readFileSync(join(folder, 'run.json'), 'utf8')).not.toContain('SECRET');
  });
});
