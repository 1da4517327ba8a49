import { describe, expect, it } from '@jest/globals';
import { bookingApproved, bookingCompleted, bookingRequested } from '../../testing/court-day.js';
import { recordedLog } from '../../testing/audited-log.js';
import { allEvents } from '../event-sets.js';
import { auditLog } from '../verify/audit.js';
import { findingOfViolation } from '../across/money-checks/check-money.commands.js';
import { separateAcknowledged } from './verify.js';

const explanation = { reason: 'The host was paid in cash.', acknowledgedBy: 'ada' };

/** A played hour that was never charged, next to another booking of the same hour. */
const violationsOfLog = () => {
  const log = auditLog([], allEvents);
  log.take(
    recordedLog([
      bookingRequested(),
      bookingRequested({ bookingId: 'booking-2' }),
      bookingApproved(),
      bookingCompleted(),
    ]),
  );
  return [...log.violations(), ...log.overdue('2030-01-01T00:00:00.000Z', 6).violations];
};

describe('an acknowledged violation', () => {
  const violations = violationsOfLog();
  const acknowledged = Object.fromEntries(
    violations.map((violation) => [findingOfViolation(violation).findingId, explanation]),
  );
  const separated = separateAcknowledged(violations, { acknowledged });

  it('does not count if it is a money problem', () => {
    expect(separated.acknowledged).not.toEqual([]);
    for (const violation of separated.acknowledged)
      expect(violation).toMatchObject({ isMoney: true, ...explanation });
    expect(separated.acknowledged.map(({ problem }) => problem)).toContainEqual(
      expect.stringContaining('has been due since'),
    );
  });

  it('does not count if it is a price under an unknown policy', () =>
    expect(separated.acknowledged.map(({ problem }) => problem)).toContain(
      'booking booking-1: its policy standard-1 never took effect',
    ));

  it('counts if it is a double booking', () =>
    expect(separated.violations.map(({ problem }) => problem)).toContainEqual(
      expect.stringContaining('booking-2'),
    ));

  it('counts again if its text changes', () => {
    const [violation] = violations.filter(({ isMoney }) => isMoney);
    const changed = { ...violation!, problem: `${violation!.problem}, and more` };
    expect(separateAcknowledged([changed], { acknowledged }).violations).toEqual([changed]);
  });
});
