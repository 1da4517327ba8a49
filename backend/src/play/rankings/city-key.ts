import type { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

/** A keyed hash of a city, so that the rating table reveals no home city; null without a city. */
export const cityKey = (
  keyedHashes: Pick<KeyedHashes, 'hashOfName'>,
  homeCity: string,
): string | null => {
  const normalizedCity = homeCity.trim().replace(/\s+/g, ' ');
  return normalizedCity === '' ? null : keyedHashes.hashOfName('city', normalizedCity).slice(0, 24);
};
