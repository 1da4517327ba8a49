import { expect, it } from '@jest/globals';
import { courtHoursLike } from '../../testing/court';
import { courtZone } from '../../testing/court-zone';
import { clockFormatter } from './clock-labels';

const zone = 'America/Los_Angeles';

it('names the zone of each time on a day when the clocks change', () => {
  const summerHours = courtHoursLike('2027-11-07', zone, '-07:00').slice(0, 2);
  const winterHours = courtHoursLike('2027-11-07', zone, '-08:00').slice(1);
  const formatClock = clockFormatter(courtZone(zone), [...summerHours, ...winterHours]);
  expect(
    ['2027-11-07T08:00:00.000Z', '2027-11-07T09:00:00.000Z', '2027-11-07T10:00:00.000Z'].map(
      formatClock,
    ),
  ).toEqual(['1:00 AM PDT', '1:00 AM PST', '2:00 AM PST']);
});
