import { expect, it } from '@jest/globals';
import { type Expected, type Made, moneyProblems } from './money-sums.js';

const paidOut: Expected = {
  chargedCents: 11_000,
  refundedCents: null,
  transferredCents: 9_900,
  reversedCents: null,
};
const made: Made = {
  intents: 1,
  capturedCents: [11_000],
  refundedCents: [],
  transferredCents: [9_900],
  reversedCents: [],
};
const noted = ['PaymentIntentCreated', 'PaymentAuthorised', 'PaymentCaptured', 'PayoutTransferred'];

it('finds nothing wrong where each thing happened once and is noted once', () =>
  expect(moneyProblems(paidOut, made, noted)).toEqual([]));

it.each([
  ['a second intent', { intents: 2 }, '2 intents'],
  ['a second charge', { capturedCents: [11_000, 11_000] }, 'charges of 11000, 11000'],
  ['a charge of another amount', { capturedCents: [10_999] }, 'charges of 10999'],
  ['a refund that nobody asked for', { refundedCents: [11_000] }, 'refunds of 11000'],
  ['a second transfer', { transferredCents: [9_900, 9_900] }, 'transfers of 9900, 9900'],
  ['no transfer', { transferredCents: [] }, 'transfers of '],
  ['a reversal', { reversedCents: [9_900] }, 'reversals of 9900'],
])('finds %s', (_, changes, problem) =>
  expect(moneyProblems(paidOut, { ...made, ...changes }, noted)).toEqual([problem]),
);

it('finds what is not noted, and what is noted twice', () =>
  expect(moneyProblems(paidOut, made, [...noted.slice(0, 3), 'PaymentCaptured'])).toEqual([
    'PaymentCaptured is noted 2 times',
    'PayoutTransferred is noted 0 times',
  ]));

it('finds what Stripe never heard of', () =>
  expect(moneyProblems(paidOut, undefined, noted)).toEqual(['Stripe knows nothing of it']));
