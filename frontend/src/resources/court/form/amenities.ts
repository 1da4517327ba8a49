import { MOST_AMENITIES } from '@courtly/contracts/court-limits';
import { cleaned, searchable } from '@courtly/contracts/text';

const suggestions = [
  'Lighting',
  'Ball Machine',
  'WiFi',
  'Parking',
  'Locker Room',
  'Café',
  'Seating',
  'Private',
];

const isSameName = (firstName: string, secondName: string) =>
  searchable(firstName) === searchable(secondName);

/**
 * Appends a clean amenity unless it is empty, a duplicate (ignoring case and accents), or beyond
 * the limit.
 */
export const withAmenity = (
  amenities: readonly string[],
  amenityText: string,
): readonly string[] => {
  const amenity = cleaned(amenityText);
  const isIgnored =
    !amenity ||
    amenities.length >= MOST_AMENITIES ||
    amenities.some((existing) => isSameName(existing, amenity));
  return isIgnored ? amenities : [...amenities, amenity];
};

/** The common amenities that are missing from this list. */
export const suggestionsFor = (amenities: readonly string[]): string[] =>
  suggestions.filter(
    (suggestion) => !amenities.some((existing) => isSameName(existing, suggestion)),
  );
