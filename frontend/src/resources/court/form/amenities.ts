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

/** The list with one more at its end: trimmed; nothing for empty text, for one that is there in whatever case, or beyond 20. */
export const withAmenity = (amenities: readonly string[], text: string): readonly string[] => {
  const amenity = text.trim();
  const ignored =
    !amenity ||
    amenities.length >= MOST_AMENITIES ||
    amenities.some((known) => same(known, amenity));
  return ignored ? amenities : [...amenities, amenity];
};

/** What other courts have and this list has not. */
export const suggestionsFor = (amenities: readonly string[]): string[] =>
  suggestions.filter((suggestion) => !amenities.some((known) => same(known, suggestion)));
