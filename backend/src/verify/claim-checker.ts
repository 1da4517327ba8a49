import type { DatabaseSync } from 'node:sqlite';
import { type RecordedEvent, categoryOf } from '../platform/kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

const categories = ['emailClaim', 'usernameClaim'];

/**
 * Proves that a name has one account and an account its two names: who holds a claim keeps it until it is released by them,
 * nobody holds two of a kind, nobody is registered without an e-mail address and a user name, and nobody erased holds any. Who moves to another e-mail
 * holds both for a while: the new one from before the change, the old one until after it.
 */
export const claimChecker = (spill: DatabaseSync): Check => {
  const holders = new SpilledMap<string>(spill, 'holders of claims');
  /** The claims that a person holds, with a blank between two, by category and person. */
  const held = new SpilledMap<string>(spill, 'claims of people');
  const claimsOf = (category: string, userId: string) =>
    held.get(`${category} ${userId}`)?.split(' ') ?? [];
  const keep = (category: string, userId: string, claims: readonly string[]) =>
    claims.length > 0
      ? held.set(`${category} ${userId}`, claims.join(' '))
      : held.delete(`${category} ${userId}`);
  const registered = new SpilledMap<string>(spill, 'registered people');

  const claim = (category: string, stream: string, userId: string): string[] => {
    const holder = holders.get(stream);
    const others = claimsOf(category, userId).filter((one) => one !== stream);
    const most = category === 'emailClaim' && registered.has(userId) ? 1 : 0;
    holders.set(stream, userId);
    keep(category, userId, [...others, stream]);
    return [
      ...(holder === undefined ? [] : [`${userId} claims what ${holder} holds`]),
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
    return holder === userId ? [] : [`${userId} releases what ${holder ?? 'nobody'} holds`];
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
      return [`${userId} has changed to an e-mail that they do not hold`];
    if (type === 'AccountErased')
      return categories
        .flatMap((one) => claimsOf(one, userId))
        .map((one) => `${userId} is erased and holds ${one}`);
    if (!categories.includes(category)) return [];
    return type === 'Claimed' ? claim(category, stream, userId) : release(category, stream, userId);
  };
};
