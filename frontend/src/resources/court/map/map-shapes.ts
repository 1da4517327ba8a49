/** A position in degrees. */
export type MapPlace = { latitude: number; longitude: number };

type LngLatPoint = [longitude: number, latitude: number];

const MILES_PER_DEGREE = 69.1;
const CORNERS = 96;

/** Public positions are rounded. The court lies within this radius, which is about 1 km. */
export const APPROXIMATE_RADIUS_MILES = 0.6;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const milesOfLongitude = ({ latitude }: MapPlace) => MILES_PER_DEGREE * Math.cos(radians(latitude));

/** Moves a place by miles. This is accurate enough for a few dozen miles. */
export const offsetByMiles = (
  originPlace: MapPlace,
  eastMiles: number,
  northMiles: number,
): LngLatPoint => [
  originPlace.longitude + eastMiles / milesOfLongitude(originPlace),
  originPlace.latitude + northMiles / MILES_PER_DEGREE,
];

/** The inverse of `offsetByMiles`: miles east and north from one place to another. */
export const milesBetween = (
  originPlace: MapPlace,
  destination: MapPlace,
): [east: number, north: number] => [
  (destination.longitude - originPlace.longitude) * milesOfLongitude(originPlace),
  (destination.latitude - originPlace.latitude) * MILES_PER_DEGREE,
];

/** A filled circle as GeoJSON. */
export const circleAround = (originPlace: MapPlace, radiusMiles: number) => {
  const circlePoints = Array.from({ length: CORNERS + 1 }, (_, cornerIndex) => {
    const angleRadians = (2 * Math.PI * (cornerIndex % CORNERS)) / CORNERS;
    return offsetByMiles(
      originPlace,
      radiusMiles * Math.sin(angleRadians),
      radiusMiles * Math.cos(angleRadians),
    );
  });
  return {
    type: 'Feature' as const,
    properties: null,
    geometry: { type: 'Polygon' as const, coordinates: [circlePoints] },
  };
};

const decimalPlaces = (degrees: number) => (String(degrees).split('.')[1] ?? '').length;

/** Whether the position is exact. Public positions have at most two decimals. */
export const isExactPlace = ({ latitude, longitude }: MapPlace): boolean =>
  Math.max(decimalPlaces(latitude), decimalPlaces(longitude)) > 2;
