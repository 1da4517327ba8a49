import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Request } from 'express';
import { BrowserReportsController } from './browser-reports.controller.js';

const report = {
  type: 'error',
  source: 'react',
  name: 'TypeError',
  message: 'x is undefined',
  stack: '',
  page: '/courts',
} as const;
let controller: BrowserReportsController;
let warn: jest.SpiedFunction<Logger['warn']>;

/** Sends a request with this many reports and returns whether it was accepted. */
const send = (ip: string, count = 1): Promise<boolean> =>
  controller
    .reportFromBrowser(
      { body: { reports: Array(count).fill(report) }, params: undefined, query: undefined },
      { ip } as Request,
    )
    .then(
      () => true,
      () => false,
    );

beforeEach(() => {
  jest.useFakeTimers();
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  controller = new BrowserReportsController();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('browser reports', () => {
  it('write at most ten log lines per address and 120 in total each minute', async () => {
    await send('203.0.113.1', 10);
    await send('203.0.113.1', 10);
    expect(warn).toHaveBeenCalledTimes(10);
    for (let n = 0; n < 20; n++) await send(`10.9.0.${n}`, 10);
    expect(warn).toHaveBeenCalledTimes(120);
    await jest.advanceTimersByTimeAsync(60_000);
    await send('203.0.113.1', 10);
    expect(warn).toHaveBeenCalledTimes(130);
  });

  it('are limited to 60 requests per address and 600 in total each minute', async () => {
    const accepted = { one: 0, many: 0 };
    for (let n = 0; n < 70; n++) accepted.one += Number(await send('203.0.113.1'));
    for (let n = 0; n < 600; n++) accepted.many += Number(await send(`10.9.${n % 4}.${n >> 2}`));
    expect(accepted).toEqual({ one: 60, many: 540 });
  });
});
