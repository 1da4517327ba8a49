import type { DatabaseSync } from 'node:sqlite';
import { type Recorded, categoryOf } from '../kernel/events.js';
import type { Check } from './check.js';
import { SpilledMap } from './spilled-map.js';

const categories = ['emailClaim', 'usernameClaim'];

/**
 * Proves that a name has one account and an account its two names: who holds a claim keeps it until it is released by them,
 * nobody holds two of a kind, and nobody is registered without an e-mail address and a user name.
 */
export const claimChecker = (spill: DatabaseSync): Check => {
  const holders = new SpilledMap<string>(spill, 'holders of claims');
  /** The claim that a person holds, by category and person. */
  const held = new SpilledMap<string>(spill, 'claims of people');

  const claim = (category: string, stream: string, userId: string): string[] => {
    const holder = holders.get(stream);
    const other = held.get(`${category} ${userId}`);
    holders.set(stream, userId);
    held.set(`${category} ${userId}`, stream);
    return [
      ...(holder === undefined ? [] : [`${userId} claims what ${holder} holds`]),
      ...(other === undefined || other === stream ? [] : [`${userId} holds ${other} already`]),
    ];
  };

  const release = (category: string, stream: string, userId: string): string[] => {
    const holder = holders.get(stream);
    holders.delete(stream);
    held.delete(`${category} ${userId}`);
    return holder === userId ? [] : [`${userId} releases what ${holder ?? 'nobody'} holds`];
  };

  return ({ stream, type, data }: Recorded) => {
    const { userId } = data as { userId: string };
    const category = categoryOf(stream);
    if (type === 'UserRegistered')
      return categories
        .filter((one) => !held.has(`${one} ${userId}`))
        .map((one) => `${userId} is registered without ${one}`);
    if (!categories.includes(category)) return [];
    return type === 'Claimed' ? claim(category, stream, userId) : release(category, stream, userId);
  };
};
