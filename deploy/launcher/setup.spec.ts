import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addresses, portsOf } from './application.ts';
import { commitOf, fingerprint } from './compile.ts';
import { answers, claimPort } from './ports.ts';
import type { Output } from './progress.mjs';
import { socketPath } from './redis-service.ts';
import { isInstalledByHand, mentionEnvFile, root, withoutPackageBinaries } from './setup.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the installed packages', () => {
  const install = (locked: object, installed: object, packages?: 'start' | 'all') => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ packages: { '': {}, ...locked } }),
    );
    writeFileSync(
      join(folder, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: installed }),
    );
    return isInstalledByHand(folder, packages);
  };
  const zod = { version: '4.6.7', integrity: 'sha512-a' };

  it('match the lock file if each package has its locked version', () => {
    expect(install({ zod, fsevents: { version: '2.0.0', optional: true } }, { zod })).toBe(true);
  });

  it.each([
    ['another version', { zod: { ...zod, version: '4.0.0' } }],
    ['other contents', { zod: { ...zod, integrity: 'sha512-b' } }],
    ['a missing package', {}],
    ['an extra package', { zod, left: zod }],
  ])('do not match the lock file with %s', (_difference, installed) => {
    expect(install({ zod }, installed)).toBe(false);
  });

  it('need no development packages to start', () => {
    const jest = { version: '30.5.2', integrity: 'sha512-j', dev: true };
    expect(install({ zod, jest }, { zod }, 'start')).toBe(true);
    expect(install({ zod, jest }, { zod }, 'all')).toBe(false);
  });

  it('are installed by an npm outside node_modules', () => {
    const env = withoutPackageBinaries({
      PATH: '/app/node_modules/.bin:/usr/bin:/node_modules/.bin/:/bin',
      HOME: '/root',
    });
    expect(env).toEqual({ PATH: '/usr/bin:/bin', HOME: '/root' });
  });
});

describe('the source fingerprint', () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1_000, 1_000);
  };

  it('changes when a file is written, added, or removed', () => {
    write('a.ts', 'one');
    const first = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(first);
    write('a.ts', 'longer');
    const second = fingerprint([folder]);
    write('b.ts', '');
    expect(new Set([first, second, fingerprint([folder])]).size).toBe(3);
  });

  it('stays the same when the folder is moved', () => {
    mkdirSync(join(folder, 'here'));
    write('here/a.ts', 'one');
    const before = fingerprint([join(folder, 'here')]);
    renameSync(join(folder, 'here'), join(folder, 'there'));
    expect(fingerprint([join(folder, 'there')])).toBe(before);
  });

  it('ignores specs and build results', () => {
    write('a.ts', 'one');
    const originalHash = fingerprint([folder]);
    write('a.spec.ts', 'two');
    for (const results of ['dist', 'dist-types']) {
      mkdirSync(join(folder, results));
      write(`${results}/a.js`, 'three');
    }
    expect(fingerprint([folder])).toBe(originalHash);
  });
});

describe('the commit of the sources', () => {
  const [COMMIT, OTHER] = ['0c00a291b4d5', 'ffffffffffff'].map((start) => start.padEnd(40, '0'));
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, '.git', name, '..'), { recursive: true });
    writeFileSync(join(folder, '.git', name), text);
  };

  it.each([
    ['on a branch', { HEAD: 'ref: refs/heads/main\n', 'refs/heads/main': `${COMMIT}\n` }],
    [
      'on a packed branch',
      {
        HEAD: 'ref: refs/heads/main\n',
        'packed-refs': `# pack-refs with: peeled\n${OTHER} refs/remotes/origin/main\n${COMMIT} refs/heads/main\n`,
      },
    ],
    ['without a branch', { HEAD: `${COMMIT}\n` }],
  ])('is found %s', (_, files) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    expect(commitOf(folder)).toBe('0c00a291b4d5');
  });

  it('is unknown outside a repository, and before the first commit', () => {
    expect(commitOf(folder)).toBeUndefined();
    write('HEAD', 'ref: refs/heads/main\n');
    expect(commitOf(folder)).toBeUndefined();
  });
});

it('nest-cli.json names files that exist, so that `nest g` adds to the application', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { sourceRoot, entryFile, compilerOptions } = read('nest-cli.json');
  const files = [`${sourceRoot}/app.module.ts`, `${sourceRoot}/${entryFile}.ts`];
  expect(
    [...files, compilerOptions.tsConfigPath].filter((file) => !existsSync(join(root, file))),
  ).toEqual([]);
});

describe('.env', () => {
  it('is mentioned if it exists, because only Compose reads it', () => {
    const notes: string[] = [];
    const out = { write: (text: string) => notes.push(text) > 0 } as unknown as Output;
    mentionEnvFile(out, folder);
    expect(notes).toEqual([]);
    writeFileSync(join(folder, '.env'), 'KEY_SECRETS=abc\n');
    mentionEnvFile(out, folder);
    expect(notes.join('')).toBe(
      'Note: only docker compose reads .env. This command reads the environment.\n',
    );
  });
});

describe('a port', () => {
  it('is named in the error if it is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await answers({ host: '127.0.0.1', port })).toBe(true);
    await expect(claimPort(port)).rejects.toThrow(`Port ${port} is in use`);
    await new Promise((resolve) => server.close(resolve));
    expect(await claimPort(port)).toBe(port);
    expect(await answers({ host: '127.0.0.1', port })).toBe(false);
  });

  it('is chosen by the system if it is 0', async () => {
    expect(await claimPort(0)).toBeGreaterThan(1023);
  });
});

describe('the Redis socket', () => {
  it('has a path in the data folder, or a short one if that is too long', () => {
    expect(socketPath('/data/redis')).toBe('/data/redis/redis.sock');
    const shortPath = socketPath(`/${'x'.repeat(100)}`);
    expect(Buffer.byteLength(shortPath)).toBeLessThan(100);
    rmSync(join(shortPath, '..'), { recursive: true });
  });
});

describe('the environment of the application', () => {
  const stores = {
    eventstore: { url: 'esdb://e' },
    mongodb: { url: 'mongodb://m' },
    redis: { url: '/r.sock' },
  };
  const setting = { folder: '/data', publicUrl: 'http://localhost:3000' };

  it('names the stores, the folder, and the clock, but no secrets', () => {
    const environment = addresses(
      { ...setting, clockOffsetMs: 60_000, policy: '/p.json' },
      stores,
      {
        KEY_SECRETS: 's',
        STRIPE_SECRET_KEY: 'k',
      },
    );
    expect(environment).toMatchObject({
      NODE_ENV: 'development',
      EVENTSTORE_URL: 'esdb://e',
      MONGODB_URI: 'mongodb://m',
      REDIS_URL: '/r.sock',
      UPLOADS_FOLDER: '/data/uploads',
      ERASURES_FOLDER: '/data/erasures',
      CLOCK_OFFSET_MS: '60000',
      POLICY_FILE: '/p.json',
      LOG_LEVEL: 'warn',
    });
    expect(Object.keys(environment)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SECRET|STRIPE/)]),
    );
  });

  it('prefers values from the outer environment', () => {
    const env = {
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://courtly.example',
      MONGODB_DATABASE: 'club',
      LOG_LEVEL: 'debug',
    };
    expect(addresses(setting, stores, env)).toMatchObject(env);
  });
});

describe('process ports', () => {
  it('include a metrics port only if the environment sets one', () => {
    expect(portsOf('api', 3000, {})).toEqual({ PORT: '3000', METRICS_PORT: '0' });
    expect(portsOf('projector,worker', 40_000, {})).toEqual({ PORT: '40000', METRICS_PORT: '0' });
    expect(portsOf('api', 3000, { METRICS_PORT: '9464' }).METRICS_PORT).toBe('9464');
    expect(portsOf('projector,worker', 40_000, { METRICS_PORT: '9464' }).METRICS_PORT).toBe('9465');
  });
});
