import { expect, it } from '@jest/globals';
import { differenceJobs } from './difference-jobs.js';

it('settles each booking, payout, and membership with a difference once', () => {
  const jobs = differenceJobs(
    [
      { object: { bookingId: 'b-1' } },
      { object: { bookingId: 'b-1' } },
      { object: { userId: 'ann', paidBy: 'in_1' } },
      { object: null },
    ],
    '2027-03-13T10:10:00.000Z',
  );
  expect(jobs.map(({ process, job }) => [process.name, job.data])).toEqual([
    ['settlement', { bookingId: 'b-1' }],
    ['payouts', { bookingId: 'b-1' }],
    ['membershipSettlement', { userId: 'ann', paidBy: 'in_1' }],
  ]);
});
