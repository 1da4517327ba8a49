export const MOST_AMENITIES = 20;
export const LONGEST_AMENITY = 40;

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

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Appends a trimmed amenity unless it is empty, a duplicate (ignoring case) or beyond the limit. */
export const withAmenity = (amenities: readonly string[], text: string): readonly string[] => {
  const amenity = text.trim();
  const ignored =
    !amenity ||
    amenities.length >= MOST_AMENITIES ||
    amenities.some((known) => same(known, amenity));
  return ignored ? amenities : [...amenities, amenity];
};

/** Common amenities that this list lacks. */
export const suggestionsFor = (amenities: readonly string[]): string[] =>
  suggestions.filter((suggestion) => !amenities.some((known) => same(known, suggestion)));
