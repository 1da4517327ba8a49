import type { MapPlace } from './map-shapes';

/** Map bounds in degrees. */
export type MapBounds = [west: number, south: number, east: number, north: number];

type Size = Readonly<{ width: number; height: number }>;

/** A point of the world in Web Mercator, where the world is 131,072 units wide, as in `land.json`. */
export type WorldPoint = Readonly<{ x: number; y: number }>;

/** What a drawn map shows: the point in its center, and pixels per unit. */
export type MapView = Readonly<{ center: WorldPoint; scale: number }>;

const WORLD_UNITS = 2 ** 17;
const FIT_PADDING_PX = 56;
/** A map of 600 pixels shows at least ten miles, because positions are rounded to about one. */
const MAX_SCALE = 9;
const MIN_SCALE = 0.02;

export const worldPointOf = ({ latitude, longitude }: MapPlace): WorldPoint => {
  const mercator = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
  return {
    x: ((longitude + 180) / 360) * WORLD_UNITS,
    y: (0.5 - mercator / (2 * Math.PI)) * WORLD_UNITS,
  };
};

const limitedScale = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);

/** The view that shows all bounds with some space around them. */
export const fitView = (
  [west, south, east, north]: MapBounds,
  { width, height }: Size,
): MapView => {
  const topLeft = worldPointOf({ latitude: north, longitude: west });
  const bottomRight = worldPointOf({ latitude: south, longitude: east });
  const scale = Math.min(
    Math.max(width - 2 * FIT_PADDING_PX, 1) / (bottomRight.x - topLeft.x),
    Math.max(height - 2 * FIT_PADDING_PX, 1) / (bottomRight.y - topLeft.y),
  );
  return {
    center: { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 },
    scale: limitedScale(scale),
  };
};

export const zoomedView = ({ center, scale }: MapView, factor: number): MapView => ({
  center,
  scale: limitedScale(scale * factor),
});

/** Moves the visible part by pixels. */
export const movedView = ({ center, scale }: MapView, east: number, south: number): MapView => ({
  center: { x: center.x + east / scale, y: center.y + south / scale },
  scale,
});

/** The position of a place in pixels from the top left corner. */
export const pixelOf = (
  { center, scale }: MapView,
  { width, height }: Size,
  place: MapPlace,
): WorldPoint => {
  const { x, y } = worldPointOf(place);
  return { x: width / 2 + (x - center.x) * scale, y: height / 2 + (y - center.y) * scale };
};
