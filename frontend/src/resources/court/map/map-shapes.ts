/** A position in degrees. */
export type MapPlace = { latitude: number; longitude: number };

type LngLatPoint = [longitude: number, latitude: number];

const MILES_PER_DEGREE = 69.1;
const CORNERS = 96;

/** Public positions are rounded; the court lies within this radius, about 1 km. */
export const APPROXIMATE_RADIUS_MILES = 0.6;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const milesOfLongitude = ({ latitude }: MapPlace) => MILES_PER_DEGREE * Math.cos(radians(latitude));

/** Offsets a place by miles; accurate enough for a few dozen miles. */
export const offsetByMiles = (
  place: MapPlace,
  eastMiles: number,
  northMiles: number,
): LngLatPoint => [
  place.longitude + eastMiles / milesOfLongitude(place),
  place.latitude + northMiles / MILES_PER_DEGREE,
];

/** The inverse of `offset`: miles east and north from one place to another. */
export const milesBetween = (
  place: MapPlace,
  destination: MapPlace,
): [east: number, north: number] => [
  (destination.longitude - place.longitude) * milesOfLongitude(place),
  (destination.latitude - place.latitude) * MILES_PER_DEGREE,
];

/** A filled circle as GeoJSON. */
export const circleAround = (place: MapPlace, radiusMiles: number) => {
  const circlePoints = Array.from({ length: CORNERS + 1 }, (_, cornerIndex) => {
    const angle = (2 * Math.PI * (cornerIndex % CORNERS)) / CORNERS;
    return offsetByMiles(place, radiusMiles * Math.sin(angle), radiusMiles * Math.cos(angle));
  });
  return {
    type: 'Feature' as const,
    properties: null,
    geometry: { type: 'Polygon' as const, coordinates: [circlePoints] },
  };
};

const decimalPlaces = (degrees: number) => (String(degrees).split('.')[1] ?? '').length;

/** Whether the position is exact; public positions have at most two decimals. */
export const isExactPlace = ({ latitude, longitude }: MapPlace): boolean =>
  Math.max(decimalPlaces(latitude), decimalPlaces(longitude)) > 2;
