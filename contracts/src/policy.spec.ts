import { expect, it } from '@jest/globals';
import { Policy } from './policy.js';

it('requires hosts to respond while the card can still be charged', () => {
  const { hostAnswerMinutes } = Policy.shape;
  const sixDays = 6 * 24 * 60;
  expect(hostAnswerMinutes.safeParse(sixDays).success).toBe(true);
  expect(hostAnswerMinutes.safeParse(sixDays + 1).success).toBe(false);
});
