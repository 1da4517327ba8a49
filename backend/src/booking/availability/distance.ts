/** A position in degrees. */
export type Point = Readonly<{ latitude: number; longitude: number }>;

/** The mean radius of the Earth (IUGG). */
const EARTH_RADIUS_MILES = 3958.76;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean position, or null without positions. Valid for places that are close together. */
export const centerOf = (points: readonly Point[]): Point | null =>
  points.length === 0
    ? null
    : {
        latitude: mean(points.map(({ latitude }) => latitude)),
        longitude: mean(points.map(({ longitude }) => longitude)),
      };

/** The great-circle distance by the haversine formula. */
export const milesBetween = (from: Point, to: Point): number => {
  const [latitudeHaversine, longitudeHaversine] = [
    to.latitude - from.latitude,
    to.longitude - from.longitude,
  ].map((difference) => Math.sin(radians(difference) / 2) ** 2) as [number, number];
  const haversine =
    latitudeHaversine +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudeHaversine;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(haversine));
};
