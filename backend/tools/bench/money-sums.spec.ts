import { expect, it } from '@jest/globals';
import { type Expected, type StripeEffects, findMoneyProblems } from './money-sums.js';

const paidOut: Expected = {
  chargedCents: 11_000,
  refundedCents: null,
  transferredCents: 9_900,
  reversedCents: null,
};
const made: StripeEffects = {
  intents: 1,
  capturedCents: [11_000],
  refundedCents: [],
  transferredCents: [9_900],
  reversedCents: [],
};
const noted = ['PaymentIntentCreated', 'PaymentAuthorised', 'PaymentCaptured', 'PayoutTransferred'];

it('finds no problem when each effect exists once and has one event', () =>
  expect(findMoneyProblems(paidOut, made, noted)).toEqual([]));

it.each([
  ['a second intent', { intents: 2 }, '2 intents'],
  ['a second charge', { capturedCents: [11_000, 11_000] }, 'charges of 11000, 11000'],
  ['a charge of a different amount', { capturedCents: [10_999] }, 'charges of 10999'],
  ['an unexpected refund', { refundedCents: [11_000] }, 'refunds of 11000'],
  ['a second transfer', { transferredCents: [9_900, 9_900] }, 'transfers of 9900, 9900'],
  ['no transfer', { transferredCents: [] }, 'transfers of '],
  ['a reversal', { reversedCents: [9_900] }, 'reversals of 9900'],
])('finds %s', (_, changes, problem) =>
  expect(findMoneyProblems(paidOut, { ...made, ...changes }, noted)).toEqual([problem]),
);

it('finds effects with no event or with two events', () =>
  expect(findMoneyProblems(paidOut, made, [...noted.slice(0, 3), 'PaymentCaptured'])).toEqual([
    'PaymentCaptured recorded 2 times',
    'PayoutTransferred recorded 0 times',
  ]));

it('finds a booking that is missing at Stripe', () =>
  expect(findMoneyProblems(paidOut, undefined, noted)).toEqual(['Stripe has no payment intent']));
