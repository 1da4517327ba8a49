import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  accountsOf,
  checkFolder,
  currentRun,
  isSeeded,
  markSeeded,
  openFolder,
  writeRun,
} from './data-folder.ts';
import {
  checkStoreFiles,
  dataNames,
  FOLDER_FORMAT,
  FORMAT_FILE,
  recordStoreFiles,
} from './folder-format.ts';
import { inTurn, lockOwnerOf, takeLock } from './lock.ts';
import { startOf } from './processes.mjs';
import { secretsOf } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const writeLock = (pid: number, startedAt: unknown) =>
  writeFileSync(join(folder, 'lock'), JSON.stringify({ pid, startedAt }));

describe('a data folder lock', () => {
  it('belongs to a living process until it is released', () => {
    const unlock = takeLock(folder);
    expect(lockOwnerOf(folder)).toBe(process.pid);
    expect(() => takeLock(folder)).toThrow(`is in use by process ${process.pid}`);
    unlock();
    expect(lockOwnerOf(folder)).toBeUndefined();
    takeLock(folder)();
  });

  it('is taken over from a process that has ended', async () => {
    const endedProcess = spawn('/bin/sh', ['-c', 'exit']);
    await once(endedProcess, 'exit');
    writeLock(endedProcess.pid!, '1');
    takeLock(folder);
    expect(lockOwnerOf(folder)).toBe(process.pid);
  });

  it('is taken over if a later process has the same process ID', () => {
    writeLock(process.pid, `not ${startOf(process.pid)}`);
    takeLock(folder);
    expect(lockOwnerOf(folder)).toBe(process.pid);
  });

  it('is taken over if its file is incomplete', () => {
    writeFileSync(join(folder, 'lock'), '{"pid":');
    takeLock(folder);
    expect(lockOwnerOf(folder)).toBe(process.pid);
  });

  it('runs tasks one after another, even after a failure', async () => {
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      if (name === 'one') throw new Error('It failed.');
    };
    const outcomes = await Promise.allSettled([
      inTurn(folder, work('one')),
      inTurn(folder, work('other')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(steps).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves only the lock file in the folder', () => {
    writeLock(process.pid, 'stale');
    takeLock(folder);
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

/** Root can write everywhere, so the test temporarily runs as another user. */
function withoutPermissions(work: () => void) {
  const { getuid, seteuid } = process;
  const isRoot = getuid!() === 0;
  if (isRoot) seteuid!(65_534);
  try {
    work();
  } finally {
    if (isRoot) seteuid!(0);
  }
}

describe('opening an unusable data folder', () => {
  const unusableMessage = (data: string, reason: string) =>
    `The data folder ${data} cannot be used: ${reason}`;

  it('reports a file in place of the folder or its parent', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const fileInTheWay = `a file exists where a folder is needed (ENOTDIR, ${file})`;
    expect(() => openFolder(file)).toThrow(
      unusableMessage(
        file,
        `${fileInTheWay}. Move the file, or choose another folder with --data.`,
      ),
    );
    expect(() => checkFolder(file)).toThrow(unusableMessage(file, fileInTheWay));
    expect(() => openFolder(join(file, 'data'))).toThrow(
      unusableMessage(join(file, 'data'), 'a file exists where a folder is needed'),
    );
  });

  it('reports that it is read-only and leaves it unchanged', () => {
    chmodSync(folder, 0o555);
    const errorMessage = unusableMessage(folder, 'this user cannot write to it (EACCES');
    withoutPermissions(() => expect(() => openFolder(folder)).toThrow(errorMessage));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reports a file in place of one of its subfolders', () => {
    openFolder(folder)();
    rmSync(join(folder, 'uploads'), { recursive: true });
    writeFileSync(join(folder, 'uploads'), '');
    expect(() => openFolder(folder)).toThrow(`(EEXIST, ${join(folder, 'uploads')})`);
  });
});

describe('checking the format of a data folder', () => {
  const describeAs = (description: object) =>
    writeFileSync(join(folder, FORMAT_FILE), JSON.stringify({ keeps: [], ...description }));

  it('accepts the format that the folder records', () => {
    openFolder(folder)();
    expect(JSON.parse(readFileSync(join(folder, FORMAT_FILE), 'utf8'))).toEqual({
      format: FOLDER_FORMAT,
      keeps: [],
    });
    openFolder(folder)();
  });

  it('rejects a folder from an older Courtly unless it is reset', () => {
    writeFileSync(join(folder, 'secret'), 'of the first format');
    writeFileSync(join(folder, 'eventstore.db'), '');
    expect(() => openFolder(folder)).toThrow(
      /An older version of Courtly wrote .* delete its data with --reset/,
    );
    openFolder(folder, { reset: true })();
    expect(readdirSync(folder).sort()).toEqual([FORMAT_FILE, 'uploads']);
  });

  it.each([
    [FOLDER_FORMAT - 1, /An older version .* --reset/],
    [FOLDER_FORMAT + 1, /A newer version .* --data/],
  ])('rejects format %d', (format, message) => {
    describeAs({ format });
    expect(() => openFolder(folder)).toThrow(message);
  });

  it('reports a damaged format file', () => {
    writeFileSync(join(folder, FORMAT_FILE), '{"format":');
    expect(() => openFolder(folder)).toThrow(`${join(folder, FORMAT_FILE)} is damaged`);
  });
});

describe('the store files of a data folder', () => {
  const stores = ['eventstore.db', 'vault/keys.bsonlog'];
  beforeEach(() => {
    openFolder(folder)();
    mkdirSync(join(folder, 'vault'));
    for (const file of stores) writeFileSync(join(folder, file), '');
    checkStoreFiles(folder, stores);
    secretsOf(folder, {});
    recordStoreFiles(folder, stores);
  });

  it('are accepted at every later start', () => {
    openFolder(folder)();
    expect(() => checkStoreFiles(folder, stores)).not.toThrow();
    expect(() => checkStoreFiles(folder, [])).not.toThrow();
  });

  it.each(stores)('prevent a start if %s is missing', (file) => {
    rmSync(join(folder, file));
    expect(() => checkStoreFiles(folder, stores)).toThrow(`${join(folder, file)} is missing`);
  });

  it('prevent a start with other stores', () => {
    expect(() => checkStoreFiles(folder, ['eventstore.db', 'mongo'])).toThrow(
      'contains eventstore.db and vault/keys.bsonlog, but this start would use eventstore.db and mongo',
    );
    expect(() => checkStoreFiles(folder, ['eventstore.db'])).toThrow(/same stores as before/);
  });

  it('prevent a start without the secrets that open them', () => {
    rmSync(join(folder, 'secrets.json'));
    expect(() => secretsOf(folder, {})).toThrow(`${join(folder, 'secrets.json')} is missing`);
    const envSecrets = { SESSION_SECRETS: 'a', KEY_SECRETS: 'b', LOOKUP_SECRETS: 'c' };
    expect(secretsOf(folder, envSecrets)).toEqual(envSecrets);
  });
});

describe('the secrets of a data folder', () => {
  it('consist of three different values of 32 bytes that only the owner can read', () => {
    const secrets = secretsOf(folder, {});
    expect(Object.keys(secrets)).toEqual(['SESSION_SECRETS', 'KEY_SECRETS', 'LOOKUP_SECRETS']);
    for (const secret of Object.values(secrets))
      expect(Buffer.from(secret, 'base64')).toHaveLength(32);
    expect(new Set(Object.values(secrets)).size).toBe(3);
    expect(secretsOf(folder, {})).toEqual(secrets);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('are overridden by secrets in the environment', () => {
    const folderSecrets = secretsOf(folder, {});
    expect(secretsOf(folder, { KEY_SECRETS: 'new,old', SESSION_SECRETS: '' })).toEqual({
      ...folderSecrets,
      KEY_SECRETS: 'new,old',
    });
  });
});

describe('a data folder', () => {
  it('rejects a folder with other files', () => {
    writeFileSync(join(folder, 'thesis.txt'), '');
    expect(() => openFolder(folder)).toThrow(/neither empty nor a Courtly data folder/);
    expect(() => openFolder(folder, { reset: true })).toThrow(/neither empty/);
    expect(existsSync(join(folder, 'thesis.txt'))).toBe(true);
  });

  it("loses only Courtly's files in a reset", () => {
    openFolder(folder)();
    const previousSecrets = secretsOf(folder, {});
    markSeeded(folder, []);
    for (const name of [...Object.values(dataNames), 'redis.damaged-2026', 'stripe.db-wal'])
      if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    openFolder(folder, { reset: true })();
    expect(readdirSync(folder).sort()).toEqual([FORMAT_FILE, 'notes.txt', 'uploads']);
    expect(secretsOf(folder, {})).not.toEqual(previousSecrets);
  });

  it('stores the demo accounts', () => {
    const accounts = [{ role: 'admin', email: 'admin@courtly.example', password: 'open sesame' }];
    expect(isSeeded(folder)).toBe(false);
    markSeeded(folder, accounts);
    expect(isSeeded(folder)).toBe(true);
    expect(accountsOf(folder)).toEqual(accounts);
  });

  it('names a running application while its launcher is alive', () => {
    const run = {
      pid: process.pid,
      url: 'http://127.0.0.1:3000',
      env: { EVENTSTORE_URL: 'esdb://127.0.0.1:2113' },
    };
    writeRun(folder, run);
    expect(currentRun(folder)).toBeUndefined();
    const unlock = takeLock(folder);
    expect(currentRun(folder)).toEqual(run);
    unlock();
    expect(readFileSync(join(folder, 'run.json'), 'utf8')).not.toContain('SECRET');
  });
});
