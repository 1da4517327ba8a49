import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { browserReportRoutes } from '@courtly/contracts/browser-reports';
import { ApiError } from '../lib/api';
import {
  recordVital,
  reportBrowserError,
  rootErrorHandlers,
  startBrowserReports,
} from './browser-reports';

type NodeEvents = Record<'on' | 'off', (name: string, listener: () => void) => void>;

const { fetch, process } = globalThis as typeof globalThis & { process: NodeEvents };
const sendBeacon = jest.fn((_path: string, _body: Blob) => true);
let stop: () => void;

/** What the browser has sent, each checked against the contract. */
const sentReports = async () => {
  dispatchEvent(new Event('pagehide'));
  const bodies = await Promise.all(sendBeacon.mock.calls.map(([, body]) => body.text()));
  return bodies.flatMap(
    (body) => browserReportRoutes.reportFromBrowser.body.parse(JSON.parse(body)).reports,
  );
};

beforeEach(() => {
  sendBeacon.mockReset().mockReturnValue(true);
  Object.assign(navigator, { sendBeacon });
  stop = startBrowserReports(false);
});
afterEach(() => {
  stop();
  globalThis.fetch = fetch;
  jest.restoreAllMocks();
});

describe('an error in the browser', () => {
  it('is reported once with its stack, without queries', async () => {
    const error = new TypeError('Failed to load https://courtly.example/courts?search=Ann');
    error.stack = `${String(error)}\n    at f (http://localhost/assets/a.js?token=1:2:3)`;
    dispatchEvent(new ErrorEvent('error', { error }));
    reportBrowserError('react', error);
    reportBrowserError(
      'react',
      Object.assign(new TypeError(error.message), { stack: error.stack }),
    );
    expect(await sentReports()).toEqual([
      {
        type: 'error',
        source: 'uncaught',
        name: 'TypeError',
        message: 'Failed to load https://courtly.example/courts',
        stack: '\n    at f (http://localhost/assets/a.js)',
        page: '/',
      },
    ]);
  });

  it('from an API call leaves out the response', async () => {
    reportBrowserError(
      'rejection',
      new ApiError(409, '{"code":"taken","message":"ann@mail.example"}'),
    );
    const [report] = await sentReports();
    expect(report).toMatchObject({ message: '409 taken' });
    expect(JSON.stringify(report)).not.toContain('ann@');
  });

  it('is shortened to the limits of the contract', async () => {
    const error = new Error('m'.repeat(5_000));
    error.stack = 's'.repeat(50_000);
    error.name = 'n'.repeat(500);
    reportBrowserError('uncaught', error);
    expect(await sentReports()).toHaveLength(1);
  });

  it.each([
    ['of an extension', Object.assign(new Error('a'), { stack: 'at chrome-extension://x/a.js' })],
    ['of another site', new Error('Script error.')],
  ])('%s is not reported', async (_what, error) => {
    dispatchEvent(new ErrorEvent('error', { error }));
    expect(await sentReports()).toEqual([]);
  });

  it('is reported at most ten times per page view', async () => {
    for (let n = 0; n < 15; n++) reportBrowserError('uncaught', new Error(`error ${n}`));
    await sentReports();
    reportBrowserError('uncaught', new Error('later'));
    expect(await sentReports()).toHaveLength(10);
  });

  it('that wraps another one contains the message of its cause', async () => {
    const cause = new TypeError('Importing a module script failed.');
    reportBrowserError('react', new Error('A part of the page failed to load', { cause }));
    expect(await sentReports()).toMatchObject([
      { message: 'A part of the page failed to load: Importing a module script failed.' },
    ]);
  });

  it('without an error object contains its file and line', async () => {
    const place = { filename: 'http://localhost/assets/a.js?v=1', lineno: 12 };
    dispatchEvent(new ErrorEvent('error', { message: 'Syntax', ...place }));
    dispatchEvent(
      new ErrorEvent('error', { message: 'Theirs', filename: 'moz-extension://x/a.js', lineno: 1 }),
    );
    expect(await sentReports()).toMatchObject([
      { message: 'Syntax', stack: 'http://localhost/assets/a.js:12' },
    ]);
  });

  it('that React recovers from is reported as such, and logged as before', async () => {
    const log = jest.fn();
    Object.assign(globalThis, { reportError: log });
    const error = new Error('Hydration failed');
    rootErrorHandlers.onRecoverableError(error);
    expect(log).toHaveBeenCalledWith(error);
    expect(await sentReports()).toMatchObject([{ source: 'recovered' }]);
  });
});

it('each web vital is sent once per page view, with its latest value', async () => {
  for (let n = 0; n < 10; n++) reportBrowserError('uncaught', new Error(`error ${n}`));
  recordVital({ name: 'CLS', value: 0.01 });
  recordVital({ name: 'CLS', value: 0.02 });
  recordVital({ name: 'LCP', value: 900 });
  await sentReports();
  recordVital({ name: 'CLS', value: 0.03 });
  const reports = await sentReports();
  expect(reports.filter(({ type }) => type === 'error')).toHaveLength(10);
  expect(reports.filter(({ type }) => type === 'vital')).toEqual([
    { type: 'vital', name: 'CLS', value: 0.02 },
    { type: 'vital', name: 'LCP', value: 900 },
  ]);
});

describe('a report that cannot be sent', () => {
  it('falls back to `fetch`, whose failure causes no report', async () => {
    sendBeacon.mockReturnValue(false);
    const send = jest.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('Failed'));
    globalThis.fetch = send;
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    reportBrowserError('uncaught', new Error('first'));
    await sentReports();
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', unhandled);
    expect(send.mock.calls.map(([url, init]) => [url, init?.keepalive])).toEqual([
      ['/api/browser-reports', true],
    ]);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('is dropped if the browser throws', () => {
    sendBeacon.mockImplementation(() => {
      throw new TypeError('blocked');
    });
    reportBrowserError('uncaught', new Error('first'));
    expect(() => dispatchEvent(new Event('pagehide'))).not.toThrow();
  });
});
