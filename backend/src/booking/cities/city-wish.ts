import type { Decider, Message } from '../../platform/kernel/decider.js';
import type { CityWishEvent } from './city-wish.events.js';

/**
 * One slug for all spellings of a city: "St. Louis" and "st louis" become `st-louis`, and "São
 * Paulo" becomes `sao-paulo`.
 */
export const citySlugOf = (cityName: string): string =>
  cityName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

export type CityWishCommand = Message<'RequestCity', CityWishEvent['data']>;

/** Counts each person once per city. */
export const cityWish: Decider<boolean, CityWishCommand, CityWishEvent> = {
  category: 'cityWish',
  initial: false,
  decide: ({ data }, isWished) => (isWished ? [] : [{ type: 'CityRequested', data }]),
  evolve: () => true,
};
