import { it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import { platformCoverage } from './platform-coverage.js';
import type { PlatformCoverageEvent } from './platform-coverage.events.js';

const given = specification(platformCoverage);
const at = '2027-03-13T10:00:00.000Z';
const record = (uncoveredCents: number) =>
  ({ type: 'RecordCoverage', data: { uncoveredCents, hostsCents: 29_700, at } }) as const;
const uncovered: PlatformCoverageEvent = {
  type: 'PlatformBalanceUncovered',
  data: { uncoveredCents: 500, hostsCents: 29_700, foundAt: at },
};
const covered: PlatformCoverageEvent = { type: 'PlatformBalanceCovered', data: { coveredAt: at } };

it('records when the balance no longer covers what belongs to hosts, and when it does again', () => {
  given().when(record(0)).thenNothing();
  given().when(record(500)).then(uncovered);
  given(uncovered).when(record(900)).thenNothing();
  given(uncovered).when(record(0)).then(covered);
  given(uncovered, covered).when(record(500)).then(uncovered);
});
