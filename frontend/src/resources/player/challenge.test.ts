import { beforeEach, expect, it } from '@jest/globals';
import { challengedPlayerOf, rememberChallenge } from './challenge';

beforeEach(() => localStorage.clear());

it('only the latest twenty challenges are stored', () => {
  for (let hour = 0; hour <= 20; hour++) rememberChallenge(`b${hour}`, `u${hour}`);
  expect(challengedPlayerOf('b0')).toBeUndefined();
  expect(challengedPlayerOf('b1')).toBe('u1');
  expect(challengedPlayerOf('b20')).toBe('u20');
});

it('invalid stored data counts as no challenge', () => {
  localStorage.setItem('courtly:challenges', '{');
  expect(challengedPlayerOf('b1')).toBeUndefined();
});
