import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { Logger } from '@nestjs/common';
import type supertest from 'supertest';
import { type Courtly, startCourtly } from '../../../testing/courtly.js';
import { metrics } from '../stores/metrics.js';

const REPORTS = '/api/browser-reports';
const CSP = '/api/csp-reports';
let courtly: Courtly;
let warn: jest.SpiedFunction<Logger['warn']>;

beforeAll(async () => {
  courtly = await startCourtly({ TRUST_PROXY: '1' });
  // Earlier suites in the same process have counted reports too.
  metrics.resetMetrics();
});
beforeEach(() => {
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => courtly?.stop());

const send = (
  path: string,
  body: object,
  type = 'application/json',
  address = '203.0.113.1',
): supertest.Test =>
  courtly
    .visitor()
    .post(path)
    .set({ 'Content-Type': type, 'X-Forwarded-For': address })
    .send(JSON.stringify(body));
const post = (...request: Parameters<typeof send>) => {
  warn.mockClear();
  return send(...request);
};
const logged = () => warn.mock.calls.map(([details]) => details as unknown);

const error = {
  type: 'error',
  source: 'react',
  name: 'TypeError',
  message: 'No ann@mail.example\nin /courts?search=Ann',
  stack: `at /guest-waivers/${'t'.repeat(43)}?a=1:2`,
  page: '/courts?search=Ann',
};

describe('reports of the website', () => {
  it('are logged without personal data, and counted', async () => {
    await post(REPORTS, { reports: [error] }).expect(204);
    expect(logged()).toEqual([
      {
        browserError: {
          source: 'react',
          name: 'TypeError',
          message: 'No …\nin /courts',
          stack: 'at /guest-waivers/…',
          page: '/courts',
        },
      },
    ]);
    await post(REPORTS, {
      reports: [
        { type: 'vital', name: 'LCP', value: 1_234 },
        { type: 'vital', name: 'CLS', value: 0.02 },
      ],
    }).expect(204);
    expect(logged()).toEqual([]);
    const text = await metrics.metrics();
    expect(text).toContain('courtly_browser_errors_total{source="react"} 1');
    expect(text).toContain('courtly_browser_vital_seconds_sum{name="LCP"} 1.234');
    expect(text).toContain('courtly_browser_layout_shift_count 1');
  });

  it.each([
    ['an unknown field', { reports: [{ ...error, user: 'ann' }] }],
    ['an unknown source', { reports: [{ ...error, source: 'made up' }] }],
    ['a long stack', { reports: [{ ...error, stack: 's'.repeat(1_501) }] }],
    ['too many reports', { reports: Array(11).fill(error) }],
    ['an impossible vital', { reports: [{ type: 'vital', name: 'LCP', value: -1 }] }],
    ['no reports', { reports: [] }],
  ])('are refused with %s', async (_what, body) => {
    await post(REPORTS, body).expect(400);
    expect(logged()).toEqual([]);
  });

  it('are refused above 100 kB and from other sites', async () => {
    await post(REPORTS, { reports: [], padding: 'x'.repeat(110_000) }).expect(413);
    await post(REPORTS, { reports: [error] })
      .set('Origin', 'https://evil.example')
      .expect(403);
  });
});

describe('reports of policy violations', () => {
  const legacy = {
    'csp-report': {
      'violated-directive': "img-src 'self'",
      'blocked-uri': 'https://evil.example/a.png?c=secret',
      'document-uri': 'https://courtly.example/verify-email#token',
      'script-sample': 'secret',
    },
  };
  const body = {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'inline',
    documentURL: 'https://courtly.example/courts?search=Ann',
    sourceFile: null,
  };

  it.each([
    [
      'application/csp-report',
      legacy,
      {
        directive: 'img-src',
        blocked: 'https://evil.example/a.png',
        page: 'https://courtly.example/verify-email',
        file: '',
      },
    ],
    [
      'application/reports+json',
      [
        { type: 'csp-violation', age: 1, url: 'x', body },
        { type: 'deprecation', body: {} },
      ],
      {
        directive: 'script-src-elem',
        blocked: 'inline',
        page: 'https://courtly.example/courts',
        file: '',
      },
    ],
  ])('are accepted as %s', async (type, report, cspViolation) => {
    await post(CSP, report, type).expect(204);
    expect(logged()).toEqual([{ cspViolation }]);
  });

  it('are read up to the twentieth of a large incident', async () => {
    const url = `https://evil.example/${'ab/'.repeat(600)}`;
    const report = { type: 'csp-violation', body: { ...body, blockedURL: url } };
    const address = '203.0.113.2';
    await post(CSP, Array(40).fill(report), 'application/reports+json', address).expect(204);
    expect(await metrics.metrics()).toContain(
      'courtly_csp_violations_total{directive="script-src-elem"} 21',
    );
    expect(logged()).toHaveLength(10);
  });

  it('create no metrics for directives that the website does not use', async () => {
    await post(CSP, { 'csp-report': { 'effective-directive': 'made-up' } }).expect(204);
    const text = await metrics.metrics();
    expect(text).toContain('courtly_csp_violations_total{directive="other"}');
    expect(text).not.toContain('made-up');
  });

  it('are the only requests that may have these media types', async () =>
    expect((await post('/api/auth/login', legacy, 'application/csp-report')).status).toBe(400));
});

it('reports from one address are limited', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 65; n++)
    statuses.push((await send(REPORTS, { reports: [error] }, undefined, '198.51.100.1')).status);
  expect(statuses).toEqual([...Array<number>(60).fill(204), ...Array<number>(5).fill(429)]);
});
