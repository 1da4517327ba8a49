import { describe, expect, it } from '@jest/globals';
import { nextDelay, supervise } from './supervise.mjs';

const serves = async () => undefined;
const shell = (script: string) => ({ name: 'shell', file: '/bin/sh', args: ['-c', script] });

describe('the wait before a restart', () => {
  it('doubles from 250 ms to 10 s', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7].reduce<number[]>((all) => [...all, nextDelay(all.at(-1) ?? 0, 100)], []);
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('is short again after 30 s of health', () => {
    expect(nextDelay(10_000, 30_000)).toBe(250);
    expect(nextDelay(10_000, 29_999)).toBe(10_000);
  });
});

describe('a supervised process', () => {
  it('that ends before it serves fails the start with its last lines', async () => {
    const start = supervise(
      { ...shell('echo out of coffee; exit 3'), ready: () => new Promise(() => undefined) },
      () => undefined,
    );
    await expect(start).rejects.toThrow('shell ended (exit code 3) before it was ready.\nout of coffee');
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
