import type { StyleSpecification } from 'maplibre-gl';
import { type Place, disc, grid, rings } from './map-shapes';

export const RING_MILES = [1, 3, 10];
const GRID_MILES = 15;
/** A public position is rounded: the court is somewhere in here. About a kilometre. */
const ROUGH_MILES = 0.6;

const used = ['sunk', 'rule', 'brass-line', 'leaf'] as const;
type Colours = Record<(typeof used)[number], string>;

/** A probe for each colour: one that changed its colour would, for a moment, still be in transition from the one before. */
const colourAt = (element: HTMLElement, name: string): string => {
  const probe = document.createElement('i');
  probe.style.color = `var(--color-${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** The colours of the theme as the browser computes them here, since the map knows no CSS variables. */
export const coloursAt = (element: HTMLElement): Colours =>
  Object.fromEntries(used.map((name) => [name, colourAt(element, name)])) as Colours;

/** What the map shows around a court: everything is drawn from here, nothing is fetched. */
export const styleOf = (place: Place, exact: boolean, colours: Colours): StyleSpecification => ({
  version: 8,
  sources: {
    grid: { type: 'geojson', data: grid(place, GRID_MILES) },
    rings: { type: 'geojson', data: rings(place, RING_MILES) },
    rough: { type: 'geojson', data: disc(place, ROUGH_MILES) },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': colours.sunk } },
    { id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': colours.rule } },
    {
      id: 'rings',
      type: 'line',
      source: 'rings',
      paint: { 'line-color': colours['brass-line'], 'line-dasharray': [5, 4] },
    },
    {
      id: 'rough',
      type: 'fill',
      source: 'rough',
      layout: { visibility: exact ? 'none' : 'visible' },
      paint: { 'fill-color': colours.leaf, 'fill-opacity': 0.25 },
    },
  ],
});
