import { expect, it } from '@jest/globals';
import { progressBar } from './rebuild.js';

const running = { id: 'r1', state: 'running', startedAt: 0, hash: null, error: null } as const;

it('shows the share of the log, the rate, and the remaining time', () =>
  expect(
    progressBar(
      { ...running, events: 12_000, seconds: 2, position: '00000000000000000250' },
      '00000000000000001000',
    ),
  ).toBe(`[${'='.repeat(8)}${' '.repeat(22)}] 25 %, 6,000 events/s, 6 s left`));

it('shows no remaining time at the start', () =>
  expect(progressBar({ ...running, events: 0, seconds: 0, position: null }, null)).toBe(
    `[${' '.repeat(30)}] 0 %, 0 events/s, ? s left`,
  ));
