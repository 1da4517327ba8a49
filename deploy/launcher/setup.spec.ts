import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addresses, portsOf } from './application.ts';
import { fingerprint } from './compile.ts';
import { tallyJourneys } from './journeys.mjs';
import { tally, verdict } from './layers.mjs';
import { answers, claimPort } from './ports.ts';
import { socketPath } from './redis-service.ts';
import { isInstalledByHand, withoutPackageBinaries } from './setup.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtly-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what is installed', () => {
  const install = (wanted: object, found: object, packages?: 'start' | 'all') => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ packages: { '': {}, ...wanted } }),
    );
    writeFileSync(
      join(folder, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: found }),
    );
    return isInstalledByHand(folder, packages);
  };
  const zod = { version: '4.6.7', integrity: 'sha512-a' };

  it('agrees with the lock file when each package is there in its version', () => {
    expect(install({ zod, fsevents: { version: '2.0.0', optional: true } }, { zod })).toBe(true);
  });

  it.each([
    ['another version', { zod: { ...zod, version: '4.0.0' } }],
    ['other contents', { zod: { ...zod, integrity: 'sha512-b' } }],
    ['a missing package', {}],
    ['a package too many', { zod, left: zod }],
  ])('does not agree with %s', (_what, found) => {
    expect(install({ zod }, found)).toBe(false);
  });

  it('needs no development packages to start', () => {
    const jest = { version: '30.5.2', integrity: 'sha512-j', dev: true };
    expect(install({ zod, jest }, { zod }, 'start')).toBe(true);
    expect(install({ zod, jest }, { zod }, 'all')).toBe(false);
  });

  it('is run by an npm that does not find the Node that it deletes', () => {
    const env = withoutPackageBinaries({
      PATH: '/app/node_modules/.bin:/usr/bin:/node_modules/.bin/:/bin',
      HOME: '/root',
    });
    expect(env).toEqual({ PATH: '/usr/bin:/bin', HOME: '/root' });
  });
});

describe('the fingerprint of the sources', () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1_000, 1_000);
  };

  it('changes when a file is written, comes or goes', () => {
    write('a.ts', 'one');
    const first = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(first);
    write('a.ts', 'longer');
    const second = fingerprint([folder]);
    write('b.ts', '');
    expect(new Set([first, second, fingerprint([folder])]).size).toBe(3);
  });

  it('does not change with specs and results, which no start needs', () => {
    write('a.ts', 'one');
    const before = fingerprint([folder]);
    write('a.spec.ts', 'two');
    for (const results of ['dist', 'dist-types']) {
      mkdirSync(join(folder, results));
      write(`${results}/a.js`, 'three');
    }
    expect(fingerprint([folder])).toBe(before);
  });
});

describe('a port', () => {
  it('that is taken is refused by its number', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await answers({ host: '127.0.0.1', port })).toBe(true);
    await expect(claimPort(port)).rejects.toThrow(`Port ${port} is taken by another program`);
    await new Promise((resolve) => server.close(resolve));
    expect(await claimPort(port)).toBe(port);
    expect(await answers({ host: '127.0.0.1', port })).toBe(false);
  });

  it('is found free when none is asked for', async () => {
    expect(await claimPort(0)).toBeGreaterThan(1023);
  });
});

describe('the socket of Redis', () => {
  it('lies in the data folder, or elsewhere where that path is too long for the kernel', () => {
    expect(socketPath('/data/redis')).toBe('/data/redis/redis.sock');
    const elsewhere = socketPath(`/${'x'.repeat(100)}`);
    expect(Buffer.byteLength(elsewhere)).toBeLessThan(100);
    rmSync(join(elsewhere, '..'), { recursive: true });
  });
});

describe('what the application is told', () => {
  const stores = {
    eventstore: { url: 'esdb://e' },
    mongodb: { url: 'mongodb://m' },
    redis: { url: '/r.sock' },
  };
  const setting = { folder: '/data', publicUrl: 'http://localhost:3000' };

  it('names the stores, the folder and the clock, and no secret', () => {
    const told = addresses({ ...setting, clockOffsetMs: 60_000, policy: '/p.json' }, stores, {
      KEY_SECRETS: 's',
      STRIPE_SECRET_KEY: 'k',
    });
    expect(told).toMatchObject({
      NODE_ENV: 'development',
      EVENTSTORE_URL: 'esdb://e',
      MONGODB_URI: 'mongodb://m',
      REDIS_URL: '/r.sock',
      UPLOADS_FOLDER: '/data/uploads',
      CLOCK_OFFSET_MS: '60000',
      POLICY_FILE: '/p.json',
      LOG_LEVEL: 'warn',
    });
    expect(Object.keys(told)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/SECRET|STRIPE/)]),
    );
  });

  it('follows the environment where that says otherwise', () => {
    const env = {
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://courtly.example',
      MONGODB_DATABASE: 'club',
      LOG_LEVEL: 'debug',
    };
    expect(addresses(setting, stores, env)).toMatchObject(env);
  });
});

describe('the ports of a process', () => {
  it('are its own for metrics, too, which are off unless the environment asks for them', () => {
    expect(portsOf('api', 3000, {})).toEqual({ PORT: '3000', METRICS_PORT: '0' });
    expect(portsOf('projector,worker', 40_000, {})).toEqual({ PORT: '40000', METRICS_PORT: '0' });
    expect(portsOf('api', 3000, { METRICS_PORT: '9464' }).METRICS_PORT).toBe('9464');
    expect(portsOf('projector,worker', 40_000, { METRICS_PORT: '9464' }).METRICS_PORT).toBe('9465');
  });
});

describe('the result of a test run', () => {
  const counts = {
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 0,
    numRuntimeErrorTestSuites: 2,
  };
  const report = { ...counts, testResults: [] };

  it('counts a file that could not run as a failure', () => {
    expect(tally(report, 1)).toMatchObject({ passed: 7, failed: 3, skipped: 0 });
  });

  it('is a failure when the runner failed without saying where', () => {
    expect(tally(undefined, 134)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(tally({ ...report, numFailedTests: 0, numRuntimeErrorTestSuites: 0 }, 1).failed).toBe(1);
  });

  it('counts journeys, and what went wrong outside of them', () => {
    const stats = { expected: 9, unexpected: 2, flaky: 1, skipped: 1 };
    const journeys = { stats, errors: [{ message: 'no such file' }], suites: [] };
    expect(tallyJourneys(journeys, 1)).toMatchObject({ passed: 9, failed: 4, skipped: 1 });
    const quiet = { ...stats, unexpected: 0, flaky: 0 };
    expect(tallyJourneys({ stats: quiet, errors: [], suites: [] }, 1).failed).toBe(1);
    expect(tallyJourneys(undefined, 1)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('names what failed, for whoever sees only the end', () => {
    const passed = { status: 'passed', fullName: 'a day is booked' };
    const failed = {
      status: 'failed',
      fullName: 'a day is closed',
      failureMessages: ['\u001b[31mnot closed\u001b[39m\nat'],
    };
    const file = {
      name: resolve('a.spec.ts'),
      status: 'failed',
      message: 'all of it',
      assertionResults: [passed, failed],
    };
    const broken = {
      name: resolve('b.spec.ts'),
      status: 'failed',
      message: 'no such module',
      assertionResults: [],
    };
    expect(tally({ ...counts, testResults: [file, broken] }, 1).failures).toEqual([
      'a.spec.ts › a day is closed: not closed',
      'b.spec.ts › did not run: no such module',
    ]);
    const walked = (status: string) => ({
      projectName: 'phone',
      status,
      results: [{ error: { message: 'no button\nat' } }],
    });
    const specs = [
      {
        title: 'a player books',
        file: 'books.spec.ts',
        tests: [walked('expected'), walked('unexpected')],
      },
    ];
    const journeys = {
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      errors: [{ message: 'no such browser' }],
      suites: [{ specs: [], suites: [{ specs }] }],
    };
    expect(tallyJourneys(journeys, 1).failures).toEqual([
      '[phone] books.spec.ts › a player books: no button',
      'journeys › outside of any: no such browser',
    ]);
  });

  it('is one line that names what was skipped only if something was', () => {
    expect(verdict([{ passed: 2, failed: 0, skipped: 0 }, tally(report, 1)])).toBe(
      '9 passed, 3 failed',
    );
    expect(verdict([{ passed: 0, failed: 0, skipped: 1 }])).toBe('0 passed, 0 failed, 1 skipped');
  });
});
