import { describe, expect, it } from '@jest/globals';
import { refundArrival } from './refund-arrival.js';

describe('the arrival of a refund', () => {
  it.each([
    ['a Monday', '2027-03-15', '2027-03-22', '2027-03-29'],
    ['a Friday', '2027-03-12', '2027-03-19', '2027-03-26'],
    ['a Saturday', '2027-03-13', '2027-03-19', '2027-03-26'],
    ['a Sunday', '2027-03-14', '2027-03-19', '2027-03-26'],
    ['the end of a year', '2027-12-29', '2028-01-05', '2028-01-12'],
  ])('is 5 to 10 business days after %s', (_, refundDay, from, until) =>
    expect(refundArrival(refundDay)).toEqual({ from, until }),
  );
});
