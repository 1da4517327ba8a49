/** A position in degrees. */
export type Place = { latitude: number; longitude: number };

type Point = [longitude: number, latitude: number];

const MILES_OF_A_DEGREE = 69.1;
const CORNERS = 96;

/** Public positions are rounded; the court lies within this radius, about 1 km. */
export const ROUGH_MILES = 0.6;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const milesOfLongitude = ({ latitude }: Place) => MILES_OF_A_DEGREE * Math.cos(radians(latitude));

/** Offsets a place by miles; accurate enough for a few dozen miles. */
export const offset = (place: Place, east: number, north: number): Point => [
  place.longitude + east / milesOfLongitude(place),
  place.latitude + north / MILES_OF_A_DEGREE,
];

/** The inverse of `offset`: miles east and north from one place to another. */
export const milesTo = (place: Place, other: Place): [east: number, north: number] => [
  (other.longitude - place.longitude) * milesOfLongitude(place),
  (other.latitude - place.latitude) * MILES_OF_A_DEGREE,
];

/** A filled circle as GeoJSON. */
export const disc = (place: Place, miles: number) => {
  const corners = Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % CORNERS)) / CORNERS;
    return offset(place, miles * Math.sin(angle), miles * Math.cos(angle));
  });
  return {
    type: 'Feature' as const,
    properties: null,
    geometry: { type: 'Polygon' as const, coordinates: [corners] },
  };
};

const decimals = (degrees: number) => (String(degrees).split('.')[1] ?? '').length;

/** Whether the position is exact; public positions have at most two decimals. */
export const isExact = ({ latitude, longitude }: Place): boolean =>
  Math.max(decimals(latitude), decimals(longitude)) > 2;
