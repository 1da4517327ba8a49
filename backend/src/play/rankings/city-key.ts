import type { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

/** A keyed hash of a city, so that the rating table reveals no home city; null without a city. */
export const cityKey = (
  hashes: Pick<KeyedHashes, 'hashOfName'>,
  homeCity: string,
): string | null => {
  const city = homeCity.trim().replace(/\s+/g, ' ');
  return city === '' ? null : hashes.hashOfName('city', city).slice(0, 24);
};
