import { expect, it } from '@jest/globals';
import { BlockedNames } from './blocked-names.service.js';

const namesWith = (storedPeople: Readonly<Record<string, object | null>>) =>
  new BlockedNames(
    { load: async (_decider: unknown, userId: string) => storedPeople[userId] } as never,
    {
      opponentsAmong: async () => new Map(),
      acquaintedAmong: async (_viewerId: string, ids: readonly string[]) => new Set(ids),
    } as never,
  ).namesFor('ann', Object.keys(storedPeople));

it('a blocked person without an account is a former member, even in a shared booking', async () =>
  expect([
    ...(await namesWith({
      bob: { firstName: 'Bob', email: 'bob@example.test' },
      erased: { firstName: '', email: null },
      gone: null,
    })),
  ]).toEqual([
    ['bob', 'Bob'],
    ['erased', 'Former member'],
    ['gone', 'Former member'],
  ]));
