import { citySlugOf } from '../../booking/cities/city-wish.js';

/** Neighboring cities whose players form one local ranking, by slug. */
const areas: readonly (readonly string[])[] = [['paradise-valley', 'scottsdale']];

const stateCodes = new Set(
  (
    'al ak az ar ca co ct dc de fl ga hi ia id il in ks ky la ma md me mi mn mo ms mt nc nd ne ' +
    'nh nj nm nv ny oh ok or pa ri sc sd tn tx ut va vt wa wi wv wy'
  ).split(' '),
);

/** A trailing state, such as `Scottsdale AZ`. Full state names count only after a comma. */
const withoutState = (cityText: string): string => {
  const words = cityText.trim().split(/\s+/);
  const lastWord = words.at(-1)!.replaceAll('.', '').toLowerCase();
  return words.length > 1 && stateCodes.has(lastWord) ? words.slice(0, -1).join(' ') : cityText;
};

/**
 * The area of a home city that a user typed: one slug for all spellings of a city, with or without
 * its state, and for the cities of one area. Null if no city is entered.
 */
export const localAreaOf = (homeCity: string): string | null => {
  const citySlug = citySlugOf(withoutState(homeCity.split(',')[0]!));
  return areas.find((citySlugs) => citySlugs.includes(citySlug))?.[0] ?? (citySlug || null);
};
