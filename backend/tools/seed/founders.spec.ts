import { expect, it } from '@jest/globals';
import { DAY_MS } from '@courtly/backend/platform/kernel/local-time';
import { demoFounders } from './founders.js';
import { demoPeople } from './people.js';
import { REGISTERED_DAYS_AGO } from './settle.js';

const nowMs = Date.parse('2027-03-10T17:00:00.000Z');
const founders = demoFounders(nowMs);
const names = founders.map(({ person }) => person.username);

it('lists 46 different founders, so that the next is number 47', () => {
  expect(new Set(names).size).toBe(46);
  expect(new Set(founders.map(({ person }) => person.phone)).size).toBe(46);
});

it('includes one demo login, marcus', () => {
  const usernames = demoPeople.map(({ username }) => username);
  expect(names.filter((name) => usernames.includes(name))).toEqual(['marcus']);
});

it('spreads purchases over half a year of the demo', () => {
  const bought = founders.map(({ boughtAt }) => boughtAt);
  expect(bought).toEqual([...bought].sort());
  expect(Date.parse(bought[0]!)).toBeGreaterThan(nowMs - (REGISTERED_DAYS_AGO - 1) * DAY_MS);
  expect(Date.parse(bought.at(-1)!)).toBeLessThan(nowMs - DAY_MS);
  expect(new Set(bought.map((at) => at.slice(0, 7))).size).toBeGreaterThanOrEqual(6);
});
