import { describe, expect, it } from '@jest/globals';
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
    paymentStatus: 'not_required',
    payBy: null,
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

describe('a request that requires payment', () => {
  const payBy = '2027-03-10T12:15:00.000Z';
  const payment = {
    id: `payment.${bookingId}`,
    due: payBy,
    data: { bookingId, deadline: 'payment' },
  };

  it('schedules the payment deadline', () => {
    const [event] = inStream<CourtDayEvent>(
      'courtDay-roxbury_2027-03-13',
      bookingRequested({ payBy }),
    );
    expect(react(event!)).toEqual([payment, answer, end]);
  });

  it('awaits only the payment until it is authorized, then the host', () => {
    const live = { bookingId, status: 'pending', payBy, answerBy, endTime } as const;
    expect(sweep!.jobs({ ...live, paymentStatus: 'unpaid' })).toEqual([payment]);
    expect(sweep!.jobs({ ...live, paymentStatus: 'authorised' })).toEqual([answer]);
  });
});
