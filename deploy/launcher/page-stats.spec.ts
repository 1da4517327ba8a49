import { describe, expect, it } from '@jest/globals';
import { isComplete, median, missedTargets, table } from './page-stats.ts';

const report = (performance: number, cls = 0, seo = 1) => ({
  categories: {
    performance: { score: performance },
    accessibility: { score: 1 },
    'best-practices': { score: 1 },
    seo: { score: seo },
  },
  audits: {
    'largest-contentful-paint': { numericValue: 1799.6 },
    'cumulative-layout-shift': { numericValue: cls },
    'total-blocking-time': { numericValue: 40 },
  },
  environment: { benchmarkIndex: 1500 },
});

describe('page statistics', () => {
  it('take the median of several runs', () => {
    const { values } = median([report(0.99, 0.01), report(0.7, 0.5), report(0.96, 0)]);
    expect(values).toEqual([96, 100, 100, 100, 1799.6, 0.01, 40, 1500]);
  });

  it('name each missed target', () => {
    expect(missedTargets({ page: 'home', ...median([report(0.95, 0.02)]) })).toEqual([]);
    expect(missedTargets({ page: 'home', ...median([report(0.94, 0.021, 0.99)]) })).toEqual([
      'home: performance is 94 but must be at least 95.',
      'home: SEO is 99 but must be at least 100.',
      'home: CLS is 0.021 but must be at most 0.02.',
    ]);
  });

  it('count missing values as missed targets', () => {
    expect(
      missedTargets({ page: 'home', ...median([{ categories: {}, audits: {} }]) }).length,
    ).toBeGreaterThan(4);
  });

  it('come only from complete runs', () => {
    expect(isComplete(report(0))).toBe(true);
    expect(isComplete({ categories: { performance: { score: null } }, audits: {} })).toBe(false);
  });

  it('fit into one table', () => {
    expect(table([{ page: 'home', ...median([report(0.96)]) }])).toBe(
      '      performance  accessibility  best practices  SEO  LCP ms    CLS  TBT ms  machine\n' +
        'home           96            100             100  100    1800  0.000      40     1500\n',
    );
  });
});
