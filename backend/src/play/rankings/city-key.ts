import type { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';

/** A city as the table of ratings keeps it, so that it says of nobody where they live; null where somebody does not say. */
export const cityKey = (
  hashes: Pick<KeyedHashes, 'hashOfName'>,
  homeCity: string,
): string | null => {
  const city = homeCity.trim().replace(/\s+/g, ' ');
  return city === '' ? null : hashes.hashOfName('city', city).slice(0, 24);
};
