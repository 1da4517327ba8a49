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
} from './data-folder.mjs';
import { checkKept, FORMAT, FORMAT_FILE, keep } from './folder-format.mjs';
import { holderOf, inTurn, takeLock } from './lock.mjs';
import { startOf } from './processes.mjs';
import { secretsOf } from './secrets.mjs';

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

  it('lets work be done in turns, also after work that failed', async () => {
    const seen: string[] = [];
    const work = (name: string) => async () => {
      seen.push(`${name} begins`);
      await new Promise(setImmediate);
      seen.push(`${name} ends`);
      if (name === 'one') throw new Error('It failed.');
    };
    const done = await Promise.allSettled([
      inTurn(folder, work('one')),
      inTurn(folder, work('other')),
    ]);
    expect(done.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(seen).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing else behind', () => {
    lockFor(process.pid, 'stale');
    takeLock(folder);
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});

/** Root may write everywhere, so it becomes nobody for a moment. */
function withoutRights(work: () => void) {
  const { getuid, seteuid } = process;
  const isRoot = getuid!() === 0;
  if (isRoot) seteuid!(65_534);
  try {
    work();
  } finally {
    if (isRoot) seteuid!(0);
  }
}

describe('a data folder that cannot be used', () => {
  const cannot = (data: string, reason: string) =>
    `The data folder ${data} cannot be used: ${reason}`;

  it('since it is a file, or lies under one, is named in a sentence', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const inTheWay = `a file is where a folder is needed (ENOTDIR, ${file})`;
    expect(() => openFolder(file)).toThrow(
      cannot(file, `${inTheWay}. Move it away, or choose another with --data.`),
    );
    expect(() => checkFolder(file)).toThrow(cannot(file, inTheWay));
    expect(() => openFolder(join(file, 'data'))).toThrow(
      cannot(join(file, 'data'), 'a file is where a folder is needed'),
    );
  });

  it('since it is read-only is named in a sentence, and left as it was', () => {
    chmodSync(folder, 0o555);
    const refusal = cannot(folder, 'this user may not write there (EACCES');
    withoutRights(() => expect(() => openFolder(folder)).toThrow(refusal));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('since a folder in it is a file is named in a sentence', () => {
    openFolder(folder)();
    rmSync(join(folder, 'uploads'), { recursive: true });
    writeFileSync(join(folder, 'uploads'), '');
    expect(() => openFolder(folder)).toThrow(`(EEXIST, ${join(folder, 'uploads')})`);
  });
});

describe('the format of a data folder', () => {
  const describeAs = (description: object) =>
    writeFileSync(join(folder, FORMAT_FILE), JSON.stringify({ keeps: [], ...description }));

  it('is remembered', () => {
    openFolder(folder)();
    expect(JSON.parse(readFileSync(join(folder, FORMAT_FILE), 'utf8'))).toEqual({
      format: FORMAT,
      keeps: [],
    });
    openFolder(folder)();
  });

  it('of an older Courtly is refused, and may be emptied', () => {
    writeFileSync(join(folder, 'secret'), 'of the first format');
    writeFileSync(join(folder, 'eventstore.db'), '');
    expect(() => openFolder(folder)).toThrow(
      /An older Courtly wrote .* start from nothing with --reset/,
    );
    openFolder(folder, { reset: true })();
    expect(readdirSync(folder).sort()).toEqual([FORMAT_FILE, 'uploads']);
  });

  it.each([
    [FORMAT - 1, /An older Courtly .* --reset/],
    [FORMAT + 1, /A newer Courtly .* --data/],
  ])('%d is refused', (format, words) => {
    describeAs({ format });
    expect(() => openFolder(folder)).toThrow(words);
  });

  it('that cannot be read is refused in a sentence', () => {
    writeFileSync(join(folder, FORMAT_FILE), '{"format":');
    expect(() => openFolder(folder)).toThrow(`${join(folder, FORMAT_FILE)} is damaged`);
  });
});

describe('what belongs together in a data folder', () => {
  const stores = ['eventstore.db', 'vault/keys.bsonlog'];
  beforeEach(() => {
    openFolder(folder)();
    mkdirSync(join(folder, 'vault'));
    for (const file of stores) writeFileSync(join(folder, file), '');
    checkKept(folder, stores);
    secretsOf(folder, {});
    keep(folder, stores);
  });

  it('is found again', () => {
    openFolder(folder)();
    expect(() => checkKept(folder, stores)).not.toThrow();
    expect(() => checkKept(folder, [])).not.toThrow();
  });

  it.each(stores)('is refused without %s', (file) => {
    rmSync(join(folder, file));
    expect(() => checkKept(folder, stores)).toThrow(`${join(folder, file)} is missing`);
  });

  it('is refused with other stores than before', () => {
    expect(() => checkKept(folder, ['eventstore.db', 'mongo'])).toThrow(
      'keeps eventstore.db and vault/keys.bsonlog, this start would keep eventstore.db and mongo',
    );
    expect(() => checkKept(folder, ['eventstore.db'])).toThrow(/begun with/);
  });

  it('is refused without the secrets that open it, unless the environment brings them', () => {
    rmSync(join(folder, 'secrets.json'));
    expect(() => secretsOf(folder, {})).toThrow(`${join(folder, 'secrets.json')} is missing`);
    const given = { SESSION_SECRETS: 'a', KEY_SECRETS: 'b', LOOKUP_SECRETS: 'c' };
    expect(secretsOf(folder, given)).toEqual(given);
  });
});

describe('the secrets of a data folder', () => {
  it('are three of 32 bytes, apart from each other, that only the owner can read', () => {
    const secrets = secretsOf(folder, {});
    expect(Object.keys(secrets)).toEqual(['SESSION_SECRETS', 'KEY_SECRETS', 'LOOKUP_SECRETS']);
    for (const secret of Object.values(secrets))
      expect(Buffer.from(secret, 'base64')).toHaveLength(32);
    expect(new Set(Object.values(secrets)).size).toBe(3);
    expect(secretsOf(folder, {})).toEqual(secrets);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('give way to those of the environment', () => {
    const kept = secretsOf(folder, {});
    expect(secretsOf(folder, { KEY_SECRETS: 'new,old', SESSION_SECRETS: '' })).toEqual({
      ...kept,
      KEY_SECRETS: 'new,old',
    });
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
    const before = secretsOf(folder, {});
    markSeeded(folder, []);
    mkdirSync(join(folder, 'redis.damaged-2026'));
    writeFileSync(join(folder, 'eventstore.db-wal'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
    openFolder(folder, { reset: true })();
    expect(readdirSync(folder).sort()).toEqual([FORMAT_FILE, 'notes.txt', 'uploads']);
    expect(secretsOf(folder, {})).not.toEqual(before);
  });

  it('remembers the accounts of the demo', () => {
    const accounts = [{ role: 'admin', email: 'admin@courtly.example', password: 'open sesame' }];
    expect(isSeeded(folder)).toBe(false);
    markSeeded(folder, accounts);
    expect(isSeeded(folder)).toBe(true);
    expect(accountsOf(folder)).toEqual(accounts);
  });

  it('says what runs on it only while that is alive', () => {
    const run = {
      pid: process.pid,
      url: 'http://127.0.0.1:3000',
      env: { EVENTSTORE_URL: 'esdb://127.0.0.1:2113' },
    };
    writeRun(folder, run);
    expect(currentRun(folder)).toBeUndefined();
    const release = takeLock(folder);
    expect(currentRun(folder)).toEqual(run);
    release();
    expect(readFileSync(join(folder, 'run.json'), 'utf8')).not.toContain('SECRET');
  });
});
