import type { DatabaseSync } from 'node:sqlite';
import { type RecordedEvent, categoryOf } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

const categories = ['emailClaim', 'usernameClaim'];

/**
 * Checks that each name has one account and each account one email address and one username. Only
 * the holder releases a claim, and erased users hold none. During a change of email address, a user
 * holds both.
 */
export const claimChecker = (spill: DatabaseSync): Check => {
  const holders = new SpilledMap<string>(spill, 'claim holders');
  /** The claims of a user, separated by spaces, by category and user id. */
  const held = new SpilledMap<string>(spill, 'claims by user');
  const claimsOf = (category: string, userId: string) =>
    held.get(`${category} ${userId}`)?.split(' ') ?? [];
  const keep = (category: string, userId: string, claims: readonly string[]) =>
    claims.length > 0
      ? held.set(`${category} ${userId}`, claims.join(' '))
      : held.delete(`${category} ${userId}`);
  const registered = new SpilledMap<string>(spill, 'registered users');

  const claim = (category: string, stream: string, userId: string): string[] => {
    const holder = holders.get(stream);
    const others = claimsOf(category, userId).filter((one) => one !== stream);
    const most = category === 'emailClaim' && registered.has(userId) ? 1 : 0;
    holders.set(stream, userId);
    keep(category, userId, [...others, stream]);
    return [
      ...(holder === undefined ? [] : [`${userId} claims a name that ${holder} holds`]),
      ...(others.length <= most ? [] : [`${userId} holds ${others.join(' and ')} already`]),
    ];
  };

  const release = (category: string, stream: string, userId: string): string[] => {
    const holder = holders.get(stream);
    holders.delete(stream);
    keep(
      category,
      userId,
      claimsOf(category, userId).filter((one) => one !== stream),
    );
    return holder === userId ? [] : [`${userId} releases a name that ${holder ?? 'no one'} holds`];
  };

  return ({ stream, type, data }: RecordedEvent) => {
    const { userId } = data as { userId: string };
    const category = categoryOf(stream);
    if (type === 'UserRegistered') {
      registered.set(userId, '');
      return categories
        .filter((one) => claimsOf(one, userId).length === 0)
        .map((one) => `${userId} is registered without ${one}`);
    }
    if (type === 'EmailChanged' && claimsOf('emailClaim', userId).length < 2)
      return [`${userId} has changed to an unclaimed email address`];
    if (type === 'AccountErased')
      return categories
        .flatMap((one) => claimsOf(one, userId))
        .map((one) => `${userId} is erased but holds ${one}`);
    if (!categories.includes(category)) return [];
    return type === 'Claimed' ? claim(category, stream, userId) : release(category, stream, userId);
  };
};
