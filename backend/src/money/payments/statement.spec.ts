import { describe, expect, it } from '@jest/globals';
import { statementOf } from './statement.js';

describe('a card statement', () => {
  it("shows the day of the hour in the court's time zone", () =>
    expect(statementOf({ startTime: '2027-03-14T05:00:00.000Z', zone: 'America/Phoenix' })).toEqual(
      { description: 'Court hour, 2027-03-13 22:00', statement_descriptor_suffix: 'HOUR 3/13' },
    ));

  it('has at most 10 characters after the prefix', () =>
    expect(
      statementOf({ startTime: '2027-12-31T20:00:00.000Z', zone: 'America/Phoenix' })
        .statement_descriptor_suffix,
    ).toHaveLength(10));
});
