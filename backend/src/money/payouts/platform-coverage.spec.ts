import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { platformCoverage } from './platform-coverage.js';
import type { PlatformCoverageEvent } from './platform-coverage.events.js';

const given = specification(platformCoverage);
const FIRST = '2027-03-13T10:00:00.000Z';
const SOON_AFTER = '2027-03-13T10:09:59.999Z';
const LATER = '2027-03-13T10:10:00.000Z';
const record = (uncoveredCents: number, at = LATER) =>
  ({ type: 'RecordCoverage', data: { uncoveredCents, hostsCents: 29_700, at } }) as const;
const read = (uncoveredCents: number, readAt = FIRST): PlatformCoverageEvent => ({
  type: 'PlatformCoverageRead',
  data: { uncoveredCents, hostsCents: 29_700, readAt },
});
const uncovered: PlatformCoverageEvent = {
  type: 'PlatformBalanceUncovered',
  data: { uncoveredCents: 500, hostsCents: 29_700, foundAt: LATER },
};
const covered: PlatformCoverageEvent = {
  type: 'PlatformBalanceCovered',
  data: { coveredAt: LATER },
};

describe('the record of whether the balance covers what belongs to hosts', () => {
  it('changes once a second check confirms the new result', () => {
    given().when(record(0)).thenNothing();
    given().when(record(500, FIRST)).then(read(500));
    given(read(300)).when(record(500)).then(uncovered);
    given(read(500), uncovered).when(record(900)).thenNothing();
    given(uncovered).when(record(0, FIRST)).then(read(0));
    given(uncovered, read(0)).when(record(0)).then(covered);
    given(uncovered, read(0), covered).when(record(500, FIRST)).then(read(500));
  });

  it('does not change if the second check has the opposite result', () => {
    given(read(500)).when(record(0)).then(read(0, LATER));
    given(read(500), read(0)).when(record(500)).then(read(500, LATER));
    given(uncovered, read(0)).when(record(500)).then(read(500, LATER));
    given(uncovered, read(0), read(500)).when(record(500)).thenNothing();
  });

  it('does not change if two processes check at about the same time', () => {
    given(read(500)).when(record(500, SOON_AFTER)).thenNothing();
    given(uncovered, read(0)).when(record(0, SOON_AFTER)).thenNothing();
  });
});
