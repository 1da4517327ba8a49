import { describe, expect, it } from '@jest/globals';
import { circleAround, isExactPlace, milesBetween, offsetByMiles } from './map-shapes';

const paradise = { latitude: 33.53, longitude: -111.94 };

/** The distance between two points in miles by the haversine formula. */
const apart = ([x1, y1]: number[], [x2, y2]: number[]) => {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const h =
    Math.sin(rad(y2! - y1!) / 2) ** 2 +
    Math.cos(rad(y1!)) * Math.cos(rad(y2!)) * Math.sin(rad(x2! - x1!) / 2) ** 2;
  return 2 * 3958.8 * Math.asin(Math.sqrt(h));
};
const centre = [paradise.longitude, paradise.latitude];

describe('map geometry', () => {
  it('offsets a place by miles and measures it back', () => {
    for (const [east, north] of [
      [5, 0],
      [0, 5],
      [-3, 4],
    ] as const) {
      const [longitude, latitude] = offsetByMiles(paradise, east, north);
      expect(apart(centre, [longitude, latitude])).toBeCloseTo(5, 1);
      const [backEast, backNorth] = milesBetween(paradise, { latitude, longitude });
      expect([backEast, backNorth]).toEqual([expect.closeTo(east), expect.closeTo(north)]);
    }
  });

  it('draws a closed circle of the given radius', () => {
    const [circle] = circleAround(paradise, 1).geometry.coordinates;
    expect(circle!.at(0)).toEqual(circle!.at(-1));
    for (const point of circle!) expect(apart(centre, point)).toBeCloseTo(1, 1);
  });
});

it('treats positions with at most two decimals as approximate', () => {
  expect(isExactPlace(paradise)).toBe(false);
  expect(isExactPlace({ latitude: 33.5312, longitude: -111.9429 })).toBe(true);
  expect(isExactPlace({ latitude: 33, longitude: -111.943 })).toBe(true);
});
