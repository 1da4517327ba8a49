import { describe, it } from '@jest/globals';
import { specification } from '../../../../testing/specification.js';
import { adminRoll } from './admin-roll.js';
import type { AdminRollEvent } from './admin-roll.events.js';

const recordedAt = '2027-03-01T10:00:00.000Z';
const given = specification(adminRoll);
const dismiss = (userId: string, by: string) =>
  ({ type: 'DismissAdmin', data: { userId, by, at: recordedAt } }) as const;
const admit = (userId: string) =>
  ({ type: 'AdmitAdmin', data: { userId, at: recordedAt } }) as const;
const dismissed = (userId: string, dismissedBy: string): AdminRollEvent => ({
  type: 'AdminDismissed',
  data: { userId, dismissedBy, dismissedAt: recordedAt },
});
const admitted = (userId: string): AdminRollEvent => ({
  type: 'AdminAdmitted',
  data: { userId, admittedAt: recordedAt },
});

describe('the roll of admins', () => {
  it('lets one admin dismiss another, once', () => {
    given().when(dismiss('ada', 'eve')).then(dismissed('ada', 'eve'));
    given(dismissed('ada', 'eve')).when(dismiss('ada', 'eve')).thenNothing();
  });
  it('refuses to let admins dismiss themselves', () =>
    given().when(dismiss('ada', 'ada')).thenRefused('wrong_status'));
  it('keeps the first of two admins who dismiss each other', () =>
    given(dismissed('ada', 'eve')).when(dismiss('eve', 'ada')).thenRefused('forbidden'));
  it('admits a dismissed admin again, and records nothing for others', () => {
    given(dismissed('ada', 'eve')).when(admit('ada')).then(admitted('ada'));
    given(dismissed('ada', 'eve'), admitted('ada'))
      .when(dismiss('eve', 'ada'))
      .then(dismissed('eve', 'ada'));
    given().when(admit('ada')).thenNothing();
  });
});
