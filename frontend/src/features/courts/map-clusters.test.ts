import { expect, it } from '@jest/globals';
import { clustersOf } from './map-clusters';

const idsOf = (...pins: [id: string, x: number, y: number][]) =>
  clustersOf(
    pins.map(([id, x, y]) => ({ id, x, y })),
    { width: 40, height: 20 },
  ).map((cluster) => cluster.map(({ id }) => id).join());

it('clusters overlapping markers, and keeps the others separate', () => {
  expect(idsOf(['a', 0, 0], ['b', 30, 0], ['c', 100, 0])).toEqual(['a,b', 'c']);
  expect(idsOf(['a', 0, 0], ['b', 0, 0], ['c', 0, 0])).toEqual(['a,b,c']);
  expect(idsOf(['a', 0, 0], ['b', 39, 0], ['c', 78, 0])).toEqual(['a,b', 'c']);
  expect(idsOf(['a', 0, 0], ['b', 30, 30])).toEqual(['a', 'b']);
  expect(idsOf()).toEqual([]);
});
