import { describe, expect, it } from '@jest/globals';
import { disc, grid, isExact, offset, rings } from './map-shapes';

const paradise = { latitude: 33.53, longitude: -111.94 };

/** Miles between two points by the haversine formula. */
const apart = ([x1, y1]: number[], [x2, y2]: number[]) => {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const h =
    Math.sin(rad(y2! - y1!) / 2) ** 2 + Math.cos(rad(y1!)) * Math.cos(rad(y2!)) * Math.sin(rad(x2! - x1!) / 2) ** 2;
  return 2 * 3958.8 * Math.asin(Math.sqrt(h));
};
const centre = [paradise.longitude, paradise.latitude];

describe('what the map draws', () => {
  it('goes as far as it says, in every direction', () => {
    for (const [east, north] of [
      [5, 0],
      [0, 5],
      [-3, 4],
    ] as const)
      expect(apart(centre, offset(paradise, east, north))).toBeCloseTo(5, 1);
  });

  it('closes its rings, each at its distance', () => {
    const [near, far] = rings(paradise, [1, 10]).features.map(
      ({ geometry }) => geometry.coordinates as [number, number][],
    );
    expect(near!.at(0)).toEqual(near!.at(-1));
    for (const point of near!) expect(apart(centre, point)).toBeCloseTo(1, 1);
    for (const point of far!) expect(Math.abs(apart(centre, point) - 10)).toBeLessThan(0.1);
    expect(disc(paradise, 1).features[0]!.geometry.type).toBe('Polygon');
  });

  it('lays a line on every mile', () => expect(grid(paradise, 2).features).toHaveLength(10));
});

it('takes a position in hundredths of a degree for a rough one', () => {
  expect(isExact(paradise)).toBe(false);
  expect(isExact({ latitude: 33.5312, longitude: -111.9429 })).toBe(true);
  expect(isExact({ latitude: 33, longitude: -111.943 })).toBe(true);
});
