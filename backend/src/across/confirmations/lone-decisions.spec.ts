import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { LoneDecisionEvent } from './lone-decision.events.js';
import { isNeedForSecondAdmin, loneDecisions, needsSecondAdmin } from './lone-decisions.js';

const given = specification(loneDecisions);
const decision = (
  amountCents: number,
  decidedAt = '2027-03-13T18:00:00.000Z',
): LoneDecisionEvent['data'] => ({
  adminId: 'ada',
  act: 'payout_adjustment',
  bookingId: 'b1',
  userId: null,
  amountCents,
  currency: 'usd',
  decidedAt,
});
const counted = (...args: Parameters<typeof decision>): LoneDecisionEvent => ({
  type: 'LoneDecisionCounted',
  data: decision(...args),
});
const count = (amountCents: number) =>
  ({
    type: 'CountDecision',
    data: {
      decision: decision(amountCents),
      since: '2027-03-12T18:00:00.000Z',
      mostCents: 50_000,
    },
  }) as const;

describe('what an admin decides alone', () => {
  it('adds up to at most the limit', () => {
    given().when(count(50_000)).then(counted(50_000));
    given().when(count(50_001)).thenRefused('forbidden');
    given(counted(30_000)).when(count(20_000)).then(counted(20_000));
    given(counted(30_000), counted(10_000)).when(count(10_001)).thenRefused('forbidden');
  });

  it('no longer counts once the period is over', () => {
    given(counted(50_000, '2027-03-12T18:00:00.000Z')).when(count(50_000)).then(counted(50_000));
    given(counted(50_000, '2027-03-12T18:00:00.001Z')).when(count(1)).thenRefused('forbidden');
  });

  it('is refused with a distinct error', () =>
    expect([needsSecondAdmin(), new Error('No.')].map(isNeedForSecondAdmin)).toEqual([
      true,
      false,
    ]));
});
