type Point = [longitude: number, latitude: number];
type Line = { type: 'LineString'; coordinates: Point[] };
type Area = { type: 'Polygon'; coordinates: Point[][] };
type Shape = { type: 'Feature'; properties: null; geometry: Line | Area };

/** Shapes as GeoJSON has them. */
type Shapes = { type: 'FeatureCollection'; features: Shape[] };

/** Where something is, in degrees. */
export type Place = { latitude: number; longitude: number };

const MILES_OF_A_DEGREE = 69.1;
const CORNERS = 96;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The point so many miles east and north of a place; good enough for a few dozen miles. */
export const offset = ({ latitude, longitude }: Place, east: number, north: number): Point => [
  longitude + east / (MILES_OF_A_DEGREE * Math.cos(radians(latitude))),
  latitude + north / MILES_OF_A_DEGREE,
];

const circle = (place: Place, miles: number): Point[] =>
  Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const angle = (2 * Math.PI * (corner % CORNERS)) / CORNERS;
    return offset(place, miles * Math.sin(angle), miles * Math.cos(angle));
  });

const line = (coordinates: Point[]): Shape => ({
  type: 'Feature',
  properties: null,
  geometry: { type: 'LineString', coordinates },
});

const together = (features: Shape[]): Shapes => ({ type: 'FeatureCollection', features });

/** Rings of distance around a place. */
export const rings = (place: Place, miles: readonly number[]): Shapes =>
  together(miles.map((distance) => line(circle(place, distance))));

/** A filled circle around a place. */
export const disc = (place: Place, miles: number): Shapes =>
  together([{ type: 'Feature', properties: null, geometry: { type: 'Polygon', coordinates: [circle(place, miles)] } }]);

/** Lines to the north and to the east, a mile apart, as far as `miles` around a place. */
export const grid = (place: Place, miles: number): Shapes => {
  const steps = Array.from({ length: 2 * miles + 1 }, (_, step) => step - miles);
  return together(
    steps.flatMap((step) => [
      line([offset(place, step, -miles), offset(place, step, miles)]),
      line([offset(place, -miles, step), offset(place, miles, step)]),
    ]),
  );
};

const decimals = (degrees: number) => (String(degrees).split('.')[1] ?? '').length;

/** Whether the server told where exactly a court is: everybody else is told hundredths of a degree. */
export const isExact = ({ latitude, longitude }: Place): boolean =>
  Math.max(decimals(latitude), decimals(longitude)) > 2;
