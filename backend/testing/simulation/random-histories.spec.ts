import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkRandomHistories } from './random-histories.js';

const { SIMULATIONS } = process.env;
afterEach(() => {
  if (SIMULATIONS === undefined) delete process.env['SIMULATIONS'];
  else process.env['SIMULATIONS'] = SIMULATIONS;
});
/** Histories that take measurable processor time, which some systems count in ticks. */
const checkSlowly = (numRuns: number, slowest: number) => {
  let startedAt: number | undefined;
  const runUntilMeasurable = async () => {
    startedAt ??= process.cpuUsage().user;
    while (process.cpuUsage().user === startedAt);
  };
  return checkRandomHistories('slow histories', fc.nat(), runUntilMeasurable, { numRuns }, slowest);
};

describe('the rate of random histories', () => {
  it('fails the layer of simulations if it is too low', () => {
    process.env['SIMULATIONS'] = '100';
    return expect(checkSlowly(100, Infinity)).rejects.toThrow('slow histories ran in a minute');
  });

  it('never fails the gate or a run of only a few histories', async () => {
    process.env['SIMULATIONS'] = '10';
    await checkSlowly(10, Infinity);
    delete process.env['SIMULATIONS'];
    await checkSlowly(100, Infinity);
  });
});
