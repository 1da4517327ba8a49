import { beforeEach, expect, it } from '@jest/globals';
import { challengedAt, rememberChallenge } from './challenge';

beforeEach(() => localStorage.clear());

it('only the latest twenty challenges are stored', () => {
  for (let hour = 0; hour <= 20; hour++) rememberChallenge(`b${hour}`, `u${hour}`);
  expect(challengedAt('b0')).toBeUndefined();
  expect(challengedAt('b1')).toBe('u1');
  expect(challengedAt('b20')).toBe('u20');
});

it('invalid stored data contains no challenge', () => {
  localStorage.setItem('courtly:challenges', '{');
  expect(challengedAt('b1')).toBeUndefined();
});
