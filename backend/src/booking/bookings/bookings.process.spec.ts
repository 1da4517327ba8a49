import { expect, it } from '@jest/globals';
import { systemContext } from '../../platform/kernel/context.js';
import { bookingApproved, bookingRequest, bookingRequested } from '../../../testing/court-day.js';
import { inStream } from '../../../testing/projection.js';
import { PassDeadlineCommand } from './bookings.commands.js';
import { bookingDeadlines } from './bookings.process.js';
import type { CourtDayEvent } from './court-day.events.js';

const { react, sweep, command } = bookingDeadlines;
const { bookingId, answerBy, endTime } = bookingRequest();
const answer = {
  id: `answer.${bookingId}`,
  due: answerBy,
  data: { bookingId, deadline: 'answer' },
};
const end = { id: `end.${bookingId}`, due: endTime, data: { bookingId, deadline: 'end' } };

it('schedules the response deadline and the end of the hour for a request', () => {
  const [first, second] = inStream<CourtDayEvent>(
    'courtDay-roxbury_2027-03-13',
    bookingRequested(),
    bookingApproved(),
  );
  expect(react(first!)).toEqual([answer, end]);
  expect(react(second!)).toEqual([]);
});

it('derives the same deadlines from live bookings', () => {
  const live = {
    bookingId,
    answerBy,
    endTime,
  } as const;
  expect(sweep!.jobs({ ...live, status: 'pending' })).toEqual([answer]);
  expect(sweep!.jobs({ ...live, status: 'confirmed' })).toEqual([end]);
});

it('sends a command when a deadline passes', () => {
  const context = systemContext(answer.id, answerBy);
  expect(command({ bookingId, deadline: 'answer' }, context)).toEqual(
    new PassDeadlineCommand({ bookingId, deadline: 'answer' }, context),
  );
});
