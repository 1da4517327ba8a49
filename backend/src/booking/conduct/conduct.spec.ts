import { describe, expect, it } from '@jest/globals';
import { ConductPolicy } from '@courtly/contracts/policy';
import { foldAll } from '../../platform/kernel/decider.js';
import { specification } from '../../../testing/specification.js';
import { conduct, currentStrikes, isInstantOnly } from './conduct.js';
import type { ConductEvent } from './conduct.events.js';

const given = specification(conduct);
const rules = ConductPolicy.parse({});
const strike = (number: number, recordedAt: string): ConductEvent => ({
  type: 'StrikeRecorded',
  data: {
    userId: 'pavel',
    incidentId: `booking-${number}.no_show`,
    bookingId: `booking-${number}`,
    policyId: 'standard-1',
    strikeDays: 90,
    recordedAt,
  },
});
const first = strike(1, '2027-01-01T12:00:00.000Z');
const second = strike(2, '2027-03-31T12:00:00.000Z');

describe('the conduct of a person', () => {
  it('counts each booking once, even if it has two reports by the same side', () => {
    const again = { ...first.data, incidentId: 'booking-1.no_show.host' };
    given(first).when({ type: 'RecordStrike', data: first.data }).thenNothing();
    given(first).when({ type: 'RecordStrike', data: again }).thenNothing();
    given(first).when({ type: 'RecordStrike', data: second.data }).then(second);
  });

  it('stops counting a strike after the days in the policy', () => {
    const state = foldAll(conduct, [first, second]);
    expect(currentStrikes(state, '2027-04-01T11:59:59.999Z')).toHaveLength(2);
    expect(currentStrikes(state, '2027-04-01T12:00:00.000Z')).toHaveLength(1);
  });

  it('limits bookings from the second strike on, while both count', () => {
    const state = foldAll(conduct, [first, second]);
    expect(isInstantOnly(foldAll(conduct, [first]), '2027-03-01T12:00:00.000Z', rules)).toBe(false);
    expect(isInstantOnly(state, '2027-04-01T11:59:59.999Z', rules)).toBe(true);
    expect(isInstantOnly(state, '2027-04-01T12:00:00.000Z', rules)).toBe(false);
  });
});
