import { afterEach, describe, expect, it } from '@jest/globals';
import { claimPort } from './ports.mjs';
import { probes } from './probes.mjs';
import { isHealthy, until, untilWhole } from './readiness.mjs';
import { nextDelay, supervise, type Supervised } from './supervise.mjs';

const serves = async () => undefined;
const shell = (script: string) => ({ name: 'shell', file: '/bin/sh', args: ['-c', script] });

const waits = (served: boolean) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce<number[]>(
    (all) => [...all, nextDelay(all.at(-1) ?? 0, { upMs: 100, served })],
    [],
  );

describe('the wait before a restart', () => {
  it('doubles from 250 ms to 10 s while the process never serves', () => {
    expect(waits(false)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('ends at 2 s for a process that served, since people wait for it', () => {
    expect(waits(true)).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000, 2000]);
    expect(nextDelay(8000, { upMs: 100, served: true })).toBe(2000);
  });

  it('is short again after 30 s of serving', () => {
    expect(nextDelay(2000, { upMs: 30_000, served: true })).toBe(250);
    expect(nextDelay(2000, { upMs: 29_999, served: true })).toBe(2000);
    expect(nextDelay(8000, { upMs: 30_000, served: false })).toBe(10_000);
  });
});

describe('a supervised process', () => {
  it('that ends before it serves fails the start with its last lines', async () => {
    const start = supervise(
      { ...shell('echo out of coffee; exit 3'), ready: () => new Promise(() => undefined) },
      () => undefined,
    );
    await expect(start).rejects.toThrow(
      'shell ended (exit code 3) before it was ready.\nout of coffee',
    );
  });

  it('that cannot be started at all says why', async () => {
    const start = supervise(
      { name: 'ghost', file: '/no/such/file', args: [], ready: () => new Promise(() => undefined) },
      () => undefined,
    );
    await expect(start).rejects.toThrow(/ENOENT/);
  });

  it('is started again when it dies, and says so', async () => {
    const said: string[] = [];
    let back: () => void;
    const isBack = new Promise<void>((resolve) => (back = resolve));
    const say = (message: string) => {
      said.push(message);
      if (message.includes('is back')) back();
    };
    const supervised = await supervise({ ...shell('exec sleep 60'), ready: serves }, say);
    const first = supervised.pid();
    process.kill(first, 'SIGKILL');
    await isBack;
    expect(supervised.pid()).not.toBe(first);
    expect(said[0]).toBe('shell ended (SIGKILL); starting it again in 250 ms.');
    await supervised.stop(1_000);
  });

  it('is killed when it does not stop within its grace', async () => {
    let ready: () => void;
    const trapped = new Promise<void>((resolve) => (ready = resolve));
    const stubborn = {
      ...shell(`trap '' TERM; echo ready; while :; do sleep 60; done`),
      onLine: () => ready(),
      ready: () => trapped,
    };
    const supervised = await supervise(stubborn, () => undefined);
    const pid = supervised.pid();
    await supervised.stop(50);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

/** A server whose event loop never comes back once /hang has been asked for, and which is ready once /become-ready was. */
const server = `
  let ready = false;
  process.on('SIGTERM', () => process.exit());
  const probed = { live: 0 };
  require('node:http').createServer(({ url }, response) => {
    if (url === '/hang') for (;;);
    if (url === '/become-ready') ready = true;
    if (url === '/live') probed.live += 1;
    response.statusCode = url === '/ready' && !ready ? 503 : 200;
    const details = { redis: true, eventStore: false, behind: ['courts', 'bookings'] };
    response.end(url === '/ready' ? JSON.stringify({ code: 'store_unavailable', details }) : String(probed.live));
  }).listen(Number(process.argv[1]), '127.0.0.1');`;

describe('a process that is watched', () => {
  let supervised: Supervised | undefined;
  afterEach(() => supervised?.stop(500));

  const start = async (timing: { probeEveryMs: number }) => {
    const said: string[] = [];
    const url = `http://127.0.0.1:${await claimPort(0)}`;
    supervised = await supervise(
      {
        name: 'server',
        file: process.execPath,
        args: ['-e', server, new URL(url).port],
        ready: (_child, signal) => until(() => isHealthy(`${url}/live`), signal),
        answers: probes.http(`${url}/live`),
      },
      (message) => said.push(message),
      timing,
    );
    const get = async (path: string) => (await fetch(url + path)).text();
    const says = (words: string) =>
      until(async () => said.some((line) => line.includes(words)), patience);
    return { url, said, get, says, pid: supervised.pid };
  };
  const patience = AbortSignal.timeout(60_000);

  it('is ended and started again when it hangs', async () => {
    const { said, get, says, pid } = await start({ probeEveryMs: 100 });
    const first = pid();
    await get('/hang').catch(() => undefined);
    await says('is back');
    expect(said.slice(0, 2)).toEqual([
      'server has not answered for 0.4 s: ending it.',
      'server ended (SIGKILL); starting it again in 250 ms.',
    ]);
    expect(pid()).not.toBe(first);
    expect(await get('/live')).toMatch(/^\d+$/);
  });

  it('is left alone while it answers, ready or not', async () => {
    const { url, said, get, pid } = await start({ probeEveryMs: 20 });
    const first = pid();
    await until(async () => Number(await get('/live')) > 50, patience);
    expect(await isHealthy(`${url}/ready`)).toBe(false);
    expect(pid()).toBe(first);
    expect(said).toEqual([]);
  });

  it('is left alone when it was stopped for less than the time that it has', async () => {
    const { said, get, pid } = await start({ probeEveryMs: 2000 });
    process.kill(pid(), 'SIGSTOP');
    setTimeout(() => process.kill(pid(), 'SIGCONT'), 3000);
    const before = Number(await get('/live'));
    await until(async () => Number(await get('/live')) > before + 5, patience);
    expect(said).toEqual([]);
  });

  it('may be waited for until it is ready, with a line that says what is missing', async () => {
    const { url, get } = await start({ probeEveryMs: 1000 });
    const said: string[] = [];
    await untilWhole(
      `${url}/ready`,
      (line) => {
        said.push(line);
        if (said.length === 2) void get('/become-ready');
      },
      100,
    );
    expect(said[0]).toBe(
      'Waiting for the application to be ready, for 0 s now: eventStore; behind: courts, bookings.',
    );
    expect(said).toHaveLength(2);
  });
});
