import type { DatabaseSync } from 'node:sqlite';
import { type RecordedEvent, categoryOf } from '../platform/kernel/events.js';
import { type Check, problemList } from './check.js';
import { SpilledMap } from '../platform/stores/spilled-map.js';

const categories = ['emailClaim', 'usernameClaim'];

/**
 * Checks that each name has one account, and each account one username and one email, or two emails
 * during a change. Only the holder can release a claim, and erased users hold none.
 */
export const claimChecker = (spillDatabase: DatabaseSync): Check => {
  const holderByStream = new SpilledMap<string>(spillDatabase, 'claim holders');
  /** The claims of a user, separated by spaces, by category and user id. */
  const claimsByUser = new SpilledMap<string>(spillDatabase, 'claims by user');
  const claimsOf = (category: string, userId: string) =>
    claimsByUser.get(`${category} ${userId}`)?.split(' ') ?? [];
  const saveClaims = (category: string, userId: string, userClaims: readonly string[]) =>
    userClaims.length > 0
      ? claimsByUser.set(`${category} ${userId}`, userClaims.join(' '))
      : claimsByUser.delete(`${category} ${userId}`);
  const registered = new SpilledMap<string>(spillDatabase, 'registered users');

  const checkClaim = (category: string, stream: string, userId: string): string[] => {
    const currentHolder = holderByStream.get(stream);
    const otherClaims = claimsOf(category, userId).filter((claimStream) => claimStream !== stream);
    const maxOthers = category === 'emailClaim' && registered.has(userId) ? 1 : 0;
    holderByStream.set(stream, userId);
    saveClaims(category, userId, [...otherClaims, stream]);
    return problemList(
      currentHolder !== undefined && `${userId} claims a name that ${currentHolder} has`,
      otherClaims.length > maxOthers && `${userId} holds ${otherClaims.join(' and ')} already`,
    );
  };

  const checkRelease = (category: string, stream: string, userId: string): string[] => {
    const currentHolder = holderByStream.get(stream);
    holderByStream.delete(stream);
    saveClaims(
      category,
      userId,
      claimsOf(category, userId).filter((claimStream) => claimStream !== stream),
    );
    return problemList(
      currentHolder !== userId && `${userId} releases a name that ${currentHolder ?? 'no one'} has`,
    );
  };

  return ({ stream, type, data }: RecordedEvent) => {
    const { userId } = data as { userId: string };
    const category = categoryOf(stream);
    if (type === 'UserRegistered') {
      registered.set(userId, '');
      return categories
        .filter((claimCategory) => claimsOf(claimCategory, userId).length === 0)
        .map((claimCategory) => `${userId} is registered without ${claimCategory}`);
    }
    if (type === 'EmailChanged' && claimsOf('emailClaim', userId).length < 2)
      return [`${userId} has changed to an unclaimed email address`];
    if (type === 'AccountErased')
      return categories
        .flatMap((claimCategory) => claimsOf(claimCategory, userId))
        .map((claimStream) => `${userId} is erased, but still has ${claimStream}`);
    if (!categories.includes(category)) return [];
    return type === 'Claimed'
      ? checkClaim(category, stream, userId)
      : checkRelease(category, stream, userId);
  };
};
