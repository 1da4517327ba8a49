import { expect, it } from '@jest/globals';
import { SeededScheduler } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';

/** The order in which the steps of three tasks, three steps each, ran. */
const orderWith = async (seed: number): Promise<string> => {
  const scheduler = new SeededScheduler(seed);
  const order: string[] = [];
  const taskOf = (name: string) => async () => {
    for (let stepCount = 0; stepCount < 3; stepCount++) {
      order.push(name);
      await scheduler.turn();
    }
  };
  await scheduler.runTogether(['a', 'b', 'c'].map(taskOf));
  return order.join('');
};

it('interleaves tasks in an order that depends on its seed', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, (_, seed) => orderWith(seed)));
  expect(new Set(orders).size).toBeGreaterThan(10);
  expect(await orderWith(3)).toBe(orders[3]);
});

it('refuses tasks that wait for something else', () =>
  expect(
    new SeededScheduler(1).runTogether([
      () => new Promise<never>(() => undefined),
      async () => undefined,
    ]),
  ).rejects.toThrow('1 tasks wait'));

it('kills a process between two steps, and none of its tasks continue', async () => {
  const simulatedProcess = new SimulatedProcess(new SeededScheduler(1));
  simulatedProcess.killAfter(2);
  const done: number[] = [];
  const work = async () => {
    for (let stepCount = 1; stepCount <= 5; stepCount++) {
      await simulatedProcess.step();
      done.push(stepCount);
    }
  };
  await Promise.race([work(), simulatedProcess.death]);
  expect(done).toEqual([1, 2]);
});

it('ends the calls that a failed task leaves behind', async () => {
  const scheduler = new SeededScheduler(1);
  let isEnded = false;
  const slowCall = async () => {
    for (let turns = 0; turns < 5; turns++) await scheduler.turn();
    isEnded = true;
  };
  const failing = async () => {
    await scheduler.turn();
    throw new Error('request lost');
  };
  const task = () => Promise.all([slowCall(), failing()]).catch(() => undefined);
  await scheduler.runTogether([task, async () => undefined]);
  expect(isEnded).toBe(true);
});
