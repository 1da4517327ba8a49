import { describe, expect, it } from '@jest/globals';
import { centerOf, milesBetween } from './distance.js';

const london = { latitude: 51.5074, longitude: -0.1278 };
const paris = { latitude: 48.8566, longitude: 2.3522 };

describe('distances between courts', () => {
  it('follow the great circle', () => {
    expect(milesBetween(london, paris)).toBeCloseTo(213.5, 0);
    expect(milesBetween(london, london)).toBe(0);
  });

  it('start from the mean position of a place, if it has any', () => {
    expect(
      centerOf([
        { latitude: 33, longitude: -111 },
        { latitude: 34, longitude: -112 },
      ]),
    ).toEqual({ latitude: 33.5, longitude: -111.5 });
    expect(centerOf([])).toBeNull();
  });
});
