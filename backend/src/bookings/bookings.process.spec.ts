import { expect, it } from '@jest/globals';
import { systemContext } from '../kernel/context.js';
import { approved, aRequest, requested } from '../testing/court-day.js';
import { inStream } from '../testing/projection.js';
import { PassDeadline } from './bookings.commands.js';
import { bookingDeadlines } from './bookings.process.js';
import type { CourtDayEvent } from './court-day.events.js';

const { react, sweep, command } = bookingDeadlines;
const { bookingId, answerBy, endTime } = aRequest();
const answer = { id: `answer.${bookingId}`, due: answerBy, data: { bookingId, deadline: 'answer' } };
const end = { id: `end.${bookingId}`, due: endTime, data: { bookingId, deadline: 'end' } };

it('waits, from the request on, for the answer of the host and for the end of the hour', () => {
  const [first, second] = inStream<CourtDayEvent>('courtDay-roxbury_2027-03-13', requested(), approved());
  expect(react(first!)).toEqual([answer, end]);
  expect(react(second!)).toEqual([]);
});

it('derives the same deadlines from what a booking shows that is still live', () => {
  const live = { bookingId, answerBy, endTime };
  expect(sweep!.jobs({ ...live, status: 'pending' })).toEqual([answer]);
  expect(sweep!.jobs({ ...live, status: 'confirmed' })).toEqual([end]);
});

it('passes the deadline by a command', () => {
  const context = systemContext(answer.id, answerBy);
  expect(command({ bookingId, deadline: 'answer' }, context)).toEqual(new PassDeadline(bookingId, 'answer', context));
});
