import { describe, expect, it } from '@jest/globals';
import { fates, findOutcomeProblems, isSettled, middleOf, outcomeOf, planFates } from './fates.js';

const middleMs = Date.parse('2027-03-10T12:00:00Z');
const requestsAt = (hoursAfterMiddle: number) =>
  Array.from({ length: 1_000 }, () => ({
    facility: '0',
    member: '1',
    startTime: new Date(middleMs + hoursAfterMiddle * 3_600_000).toISOString(),
    endTime: new Date(middleMs + (hoursAfterMiddle + 1) * 3_600_000).toISOString(),
  }));
const fatesAt = (hoursAfterMiddle: number) => planFates(7, requestsAt(hoursAfterMiddle), middleMs);

it('puts the middle where most bookings are, no matter how late the last one is', () => {
  const hours = [0, 1, 2, 3, 4, 5_000];
  const requests = hours.map((hour) => requestsAt(hour)[0]!);
  expect(middleOf(requests.toReversed())).toBe(middleMs + 3 * 3_600_000);
});

describe('the fates of bookings', () => {
  it('repeat with their seed', () => expect(fatesAt(12)).toEqual(fatesAt(12)));
  it('include late cancellations only within a day after the middle', () => {
    expect(fatesAt(24)).toContain('canceled late');
    expect(fatesAt(25)).not.toContain('canceled late');
    expect(fatesAt(-1)).not.toContain('canceled late');
  });
  it('include cancellations by hosts only a day or more after the middle', () => {
    expect(fatesAt(25)).toContain('canceled by the host');
    expect(fatesAt(23)).not.toContain('canceled by the host');
  });
  it('all occur', () => expect(new Set([...fatesAt(12), ...fatesAt(48)])).toEqual(new Set(fates)));
});

it.each([
  ['played', 9_995, { keptCents: 10_995, hostCents: 9_895 }],
  ['played, then charged back', 9_995, { keptCents: 10_995, hostCents: 0 }],
  ['canceled late', 30_000, { keptCents: 16_500, hostCents: 14_850 }],
  ['canceled late', 1_550, { keptCents: 852, hostCents: 768 }],
  ['canceled in time', 30_000, { keptCents: 0, hostCents: 0 }],
] as const)('keeps the agreed cents if an hour is %s', (fate, rateCents, outcome) =>
  expect(outcomeOf(fate, rateCents)).toEqual(outcome),
);

const played = outcomeOf('played', 30_000);
const effects = {
  intents: 1,
  capturedCents: [33_000],
  refundedCents: [],
  transferredCents: [29_700],
  reversedCents: [],
};
const recorded = ['PaymentIntentCreated', 'PaymentCaptured', 'PayoutTransferred'];

it('accepts a paid hour', () => {
  expect(findOutcomeProblems(played, effects, recorded)).toEqual([]);
  expect(isSettled(played, effects)).toBe(true);
});

it.each([
  ['a missing payout', { transferredCents: [] }, 'the host has 0, not 29700'],
  ['a refund', { refundedCents: [33_000] }, '0 is kept, not 33000'],
  ['a second charge', { capturedCents: [16_500, 16_500] }, 'PaymentCaptured happened 2 times'],
])('finds %s', (_, changes, problem) => {
  expect(findOutcomeProblems(played, { ...effects, ...changes }, recorded)).toContain(problem);
  expect(isSettled(played, { ...effects, ...changes })).toBe(false);
});

it('finds an effect without its event', () =>
  expect(findOutcomeProblems(played, effects, recorded.slice(1))).toEqual([
    'PaymentIntentCreated is recorded 0 times, not 1',
  ]));
