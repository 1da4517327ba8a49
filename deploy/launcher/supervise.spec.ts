import { afterEach, describe, expect, it } from '@jest/globals';
import { claimPort } from './ports.ts';
import { probes } from './probes.ts';
import { isHealthy, until, untilComplete } from './readiness.ts';
import { nextDelay, supervise, type Supervised } from './supervise.ts';

const serves = async () => undefined;
const shell = (script: string) => ({ name: 'shell', file: '/bin/sh', args: ['-c', script] });

const delays = (served: boolean) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce<number[]>(
    (previous) => [...previous, nextDelay(previous.at(-1) ?? 0, { upMs: 100, served })],
    [],
  );

describe('the delay before a restart', () => {
  it('doubles from 250 ms to 10 s if the process never served', () => {
    expect(delays(false)).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('stays below 2 s if the process has served', () => {
    expect(delays(true)).toEqual([250, 500, 1000, 2000, 2000, 2000, 2000, 2000]);
    expect(nextDelay(8000, { upMs: 100, served: true })).toBe(2000);
  });

  it('starts over after 30 s of serving', () => {
    expect(nextDelay(2000, { upMs: 30_000, served: true })).toBe(250);
    expect(nextDelay(2000, { upMs: 29_999, served: true })).toBe(2000);
    expect(nextDelay(8000, { upMs: 30_000, served: false })).toBe(10_000);
  });
});

describe('a supervised process', () => {
  it('fails startup with its last lines if it ends before it serves', async () => {
    const start = supervise(
      { ...shell('echo out of coffee; exit 3'), ready: () => new Promise(() => undefined) },
      () => undefined,
    );
    await expect(start).rejects.toThrow(
      'shell ended (exit code 3) before it was ready.\nout of coffee',
    );
  });

  it('reports why it cannot start', async () => {
    const start = supervise(
      { name: 'ghost', file: '/no/such/file', args: [], ready: () => new Promise(() => undefined) },
      () => undefined,
    );
    await expect(start).rejects.toThrow(/ENOENT/);
  });

  it('restarts after it dies and reports the restart', async () => {
    const reports: string[] = [];
    let resolveRestart: () => void;
    const restarted = new Promise<void>((resolve) => (resolveRestart = resolve));
    const report = (message: string) => {
      reports.push(message);
      if (message.includes('is back')) resolveRestart();
    };
    const supervised = await supervise({ ...shell('exec sleep 60'), ready: serves }, report);
    const firstPid = supervised.pid();
    process.kill(firstPid, 'SIGKILL');
    await restarted;
    expect(supervised.pid()).not.toBe(firstPid);
    expect(reports[0]).toBe('shell ended (SIGKILL); restarting it in 250 ms.');
    await supervised.stop(1_000);
  });

  it('is killed with SIGKILL if it does not stop in time', async () => {
    let resolveReady: () => void;
    const ready = new Promise<void>((resolve) => (resolveReady = resolve));
    const stubborn = {
      ...shell(`trap '' TERM; echo ready; while :; do sleep 60; done`),
      onLine: () => resolveReady(),
      ready: () => ready,
    };
    const supervised = await supervise(stubborn, () => undefined);
    const pid = supervised.pid();
    await supervised.stop(50);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

/** A server that blocks its event loop after /hang and becomes ready after /become-ready. */
const server = `
  let ready = false;
  process.on('SIGTERM', () => process.exit());
  const probes = { live: 0 };
  require('node:http').createServer(({ url }, response) => {
    if (url === '/hang') for (;;);
    if (url === '/become-ready') ready = true;
    if (url === '/live') probes.live += 1;
    response.statusCode = url === '/ready' && !ready ? 503 : 200;
    const details = { redis: true, eventStore: false, behind: [{ readModel: 'courts' }, { readModel: 'bookings' }] };
    response.end(url === '/ready' ? JSON.stringify({ code: 'store_unavailable', details }) : String(probes.live));
  }).listen(Number(process.argv[1]), '127.0.0.1');`;

describe('a watched process', () => {
  let supervised: Supervised | undefined;
  afterEach(() => supervised?.stop(500));

  const start = async (timing: { probeIntervalMs: number }) => {
    const reports: string[] = [];
    const url = `http://127.0.0.1:${await claimPort(0)}`;
    supervised = await supervise(
      {
        name: 'server',
        file: process.execPath,
        args: ['-e', server, new URL(url).port],
        ready: (_child, signal) => until(() => isHealthy(`${url}/live`), signal),
        answers: probes.http(`${url}/live`),
      },
      (message) => reports.push(message),
      timing,
    );
    const get = async (path: string) => (await fetch(url + path)).text();
    const untilReported = (words: string) =>
      until(async () => reports.some((line) => line.includes(words)), timeout);
    return { url, reports, get, untilReported, pid: supervised.pid };
  };
  const timeout = AbortSignal.timeout(60_000);

  it('restarts when it hangs', async () => {
    const { reports, get, untilReported, pid } = await start({ probeIntervalMs: 100 });
    const firstPid = pid();
    await get('/hang').catch(() => undefined);
    await untilReported('is back');
    expect(reports.slice(0, 2)).toEqual([
      'server has not responded for 0.4 s: stopping it.',
      'server ended (SIGKILL); restarting it in 250 ms.',
    ]);
    expect(pid()).not.toBe(firstPid);
    expect(await get('/live')).toMatch(/^\d+$/);
  });

  it('keeps running while it responds, ready or not', async () => {
    const { url, reports, get, pid } = await start({ probeIntervalMs: 20 });
    const firstPid = pid();
    await until(async () => Number(await get('/live')) > 50, timeout);
    expect(await isHealthy(`${url}/ready`)).toBe(false);
    expect(pid()).toBe(firstPid);
    expect(reports).toEqual([]);
  });

  it('keeps running after a pause that is shorter than the limit', async () => {
    const { reports, get, pid } = await start({ probeIntervalMs: 2000 });
    process.kill(pid(), 'SIGSTOP');
    setTimeout(() => process.kill(pid(), 'SIGCONT'), 3000);
    const probesBefore = Number(await get('/live'));
    await until(async () => Number(await get('/live')) > probesBefore + 5, timeout);
    expect(reports).toEqual([]);
  });

  it('reports what is missing until it is ready', async () => {
    const { url, get } = await start({ probeIntervalMs: 1000 });
    const reports: string[] = [];
    await untilComplete(
      `${url}/ready`,
      (line) => {
        reports.push(line);
        if (line.includes('eventStore')) void get('/become-ready');
      },
      100,
    );
    expect(reports.at(-1)).toMatch(/^waiting for eventStore; behind: courts, bookings \(\d+ s\)$/);
  });
});
