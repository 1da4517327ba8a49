import { describe, expect, it } from '@jest/globals';
import { requestDeadlines } from './booking-request.js';

const rules = {
  hostAnswerMinutes: 1_440,
  hostAnswerBeforeStartMinutes: 60,
  paymentRequired: true,
  payMinutes: 15,
};
const requestedAt = '2027-03-13T10:00:00.000Z';
const deadlines = (startTime: string, instantBook = false, changes: Partial<typeof rules> = {}) =>
  requestDeadlines({ startTime, requestedAt, instantBook }, { ...rules, ...changes });

describe('the deadlines of a request', () => {
  it('give the host a day to respond and the player a few minutes to pay', () =>
    expect(deadlines('2027-03-16T10:00:00.000Z')).toEqual({
      answerBy: '2027-03-14T10:00:00.000Z',
      payBy: '2027-03-13T10:15:00.000Z',
    }));

  it('end the response an hour before the start, and the payment no later', () =>
    expect(deadlines('2027-03-13T11:05:00.000Z')).toEqual({
      answerBy: '2027-03-13T10:05:00.000Z',
      payBy: '2027-03-13T10:05:00.000Z',
    }));

  it('allow payment until the start of an instant booking', () => {
    expect(deadlines('2027-03-13T10:40:00.000Z', true).payBy).toBe('2027-03-13T10:15:00.000Z');
    expect(deadlines('2027-03-13T10:10:00.000Z', true).payBy).toBe('2027-03-13T10:10:00.000Z');
  });

  it('include no payment deadline if no payment is required', () =>
    expect(
      deadlines('2027-03-16T10:00:00.000Z', false, { paymentRequired: false }).payBy,
    ).toBeNull());
});
