import { expect, it } from '@jest/globals';
import { fitView, movedView, pixelOf, worldPointOf, zoomedView } from './map-view';

const size = { width: 600, height: 400 };
const scottsdale = { latitude: 33.49, longitude: -111.93 };
const palmBeach = { latitude: 26.71, longitude: -80.04 };

it('projects to Web Mercator', () => {
  expect(worldPointOf({ latitude: 0, longitude: 0 })).toEqual({ x: 65_536, y: 65_536 });
  // Tile 12/774/1643 is Scottsdale, at 32 units per tile.
  const { x, y } = worldPointOf(scottsdale);
  expect([Math.floor(x / 32), Math.floor(y / 32)]).toEqual([774, 1_643]);
});

it('shows all bounds with space around them', () => {
  const view = fitView([-111.93, 26.71, -80.04, 33.49], size);
  const west = pixelOf(view, size, scottsdale);
  const east = pixelOf(view, size, palmBeach);
  expect([west.x, east.x]).toEqual([expect.closeTo(56), expect.closeTo(544)]);
  expect(west.y).toBeGreaterThan(56);
  expect((west.y + east.y) / 2).toBeCloseTo(200);
});

it('shows the surroundings of a single place, and zooms and moves within limits', () => {
  const view = fitView([-111.93, 33.49, -111.93, 33.49], size);
  expect(pixelOf(view, size, scottsdale)).toEqual({ x: 300, y: 200 });
  expect(zoomedView(view, 2)).toEqual(view);
  expect(zoomedView(view, 0.5).scale).toBeCloseTo(view.scale / 2);
  expect(pixelOf(movedView(view, 50, -20), size, scottsdale)).toEqual({
    x: expect.closeTo(250),
    y: expect.closeTo(220),
  });
});
