import { describe, it } from '@jest/globals';
import { specification } from '../../../testing/specification.js';
import type { MoneyCaseEvent } from './money-case.events.js';
import { moneyCase } from './money-case.js';

const given = specification(moneyCase);
const closing: MoneyCaseEvent['data'] = {
  caseId: 'mismatch.pi_1',
  openedAt: '2027-03-10T12:00:00.000Z',
  reason: 'Refunded in the dashboard.',
  closedBy: 'avery',
  closedAt: '2027-03-10T13:00:00.000Z',
};
const closed = (data: MoneyCaseEvent['data']): MoneyCaseEvent => ({
  type: 'MoneyCaseClosed',
  data,
});

describe('a money case', () => {
  it('closes once each time it opens', () => {
    const again = { ...closing, openedAt: '2027-04-01T12:00:00.000Z' };
    given().when({ type: 'CloseCase', data: closing }).then(closed(closing));
    given(closed(closing)).when({ type: 'CloseCase', data: closing }).thenNothing();
    given(closed(closing)).when({ type: 'CloseCase', data: again }).then(closed(again));
  });
});
