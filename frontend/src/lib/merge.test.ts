import { expect, it } from '@jest/globals';
import { compareChanges } from './merge';

const base = { monday: ['7'], tuesday: ['7'], lead: 60, instant: false };

it('names the fields that both sides changed to different values', () => {
  const own = { ...base, monday: ['8'], tuesday: ['9'], instant: true };
  const current = { ...base, tuesday: ['10'], lead: 120, instant: true };
  expect(compareChanges(base, own, current)).toEqual({
    collisions: ['tuesday'],
    others: ['lead', 'instant'],
  });
});
