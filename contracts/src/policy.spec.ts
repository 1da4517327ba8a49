import { expect, it } from '@jest/globals';
import { ConductPolicy, Policy } from './policy.js';

it('requires hosts to respond while the card can still be charged', () => {
  const { hostAnswerMinutes } = Policy.shape;
  const sixDays = 6 * 24 * 60;
  expect(hostAnswerMinutes.safeParse(sixDays).success).toBe(true);
  expect(hostAnswerMinutes.safeParse(sixDays + 1).success).toBe(false);
});

it.each(['noShowReportMinutes', 'damageReportMinutes'] as const)(
  'limits %s to 7 days, because a report period blocks the deletion of an account',
  (name) => {
    const reportMinutes = ConductPolicy.shape[name];
    const sevenDays = 7 * 24 * 60;
    expect(reportMinutes.safeParse(sevenDays).success).toBe(true);
    expect(reportMinutes.safeParse(sevenDays + 1).success).toBe(false);
  },
);
