import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { AccountingPeriodEvent } from './accounting-period.events.js';
import {
  type ClosePeriod,
  accountingPeriods,
  monthBefore,
  nextMonth,
} from './accounting-period.js';

const given = specification(accountingPeriods);
const period = (month: string) => ({
  month,
  balances: [{ account: 'stripeCash', amountCents: 2_313 }],
  closedBy: 'ada',
  closedAt: '2027-04-02T09:00:00.000Z',
});
const close = (month: string): ClosePeriod => ({
  type: 'ClosePeriod',
  data: { ...period(month), currentMonth: '2027-04' },
});
const closed = (month: string): AccountingPeriodEvent => ({
  type: 'AccountingPeriodClosed',
  data: period(month),
});

describe('closing a month of the books', () => {
  it('stores the balances of a month that is over', () =>
    given().when(close('2027-03')).then(closed('2027-03')));

  it('rejects the current month and later ones', () => {
    given().when(close('2027-04')).thenRefused('wrong_status');
    given().when(close('2027-05')).thenRefused('wrong_status');
  });

  it('closes each month once, in order', () => {
    given(closed('2027-02')).when(close('2027-02')).thenRefused('wrong_status');
    given(closed('2027-02')).when(close('2027-01')).thenRefused('wrong_status');
    given(closed('2027-01')).when(close('2027-03')).thenRefused('wrong_status');
    given(closed('2027-01'), closed('2027-02')).when(close('2027-03')).then(closed('2027-03'));
  });
});

it.each([
  ['2027-01', '2027-02'],
  ['2027-12', '2028-01'],
])('the month after %s is %s', (month, following) => {
  expect(nextMonth(month)).toBe(following);
  expect(monthBefore(following)).toBe(month);
});
