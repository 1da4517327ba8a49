import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { searchResultLike } from '../../testing/court';

const listeners = new Map<string, () => void>();
const fitBounds = jest.fn();
const providerMap = {
  on: (type: string, listener: () => void) => listeners.set(type, listener),
  once: (type: string, listener: () => void) => listeners.set(type, listener),
  // False while any tile loads.
  isStyleLoaded: () => false,
  project: () => ({ x: 0, y: 0 }),
  getBounds: () => ({ contains: ([longitude]: number[]) => longitude! < -100 }),
  fitBounds,
  remove: () => undefined,
};
jest.unstable_mockModule('../../resources/court/map/map', () => ({
  canDrawMap: true,
  createMap: () => providerMap,
}));
jest.unstable_mockModule('maplibre-gl', () => ({
  Marker: class {
    setLngLat = () => this;
    addTo = () => this;
    remove = () => undefined;
  },
}));
const { ResultsMap } = await import('./results-map');

const clay = searchResultLike({ id: 'clay', latitude: 33.53, longitude: -111.94 });
const mapOf = (courts: readonly (typeof clay)[], style?: string) => (
  <ResultsMap style={style} courts={courts} active={[]} onChoose={jest.fn()} className="h-80" />
);
const showProviderMap = async () => {
  const view = render(mapOf([clay], 'https://maps.example/a.json'));
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(listeners.has('error')).toBe(true);
  return view;
};
const emit = (type: string) => act(() => listeners.get(type)?.());
const drawnMap = () => screen.queryByRole('group', { name: 'Map of the courts' });
const getContext = jest.fn(() => ({}));

beforeEach(() => {
  jest.useFakeTimers();
  listeners.clear();
  jest.clearAllMocks();
  HTMLCanvasElement.prototype.getContext = getContext as never;
  globalThis.ResizeObserver = class {
    observe = () => undefined;
    disconnect = () => undefined;
  } as unknown as typeof ResizeObserver;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('draws a map if the provider fails before its map is visible', async () => {
  await showProviderMap();
  expect(drawnMap()).toBeNull();
  emit('error');
  expect(drawnMap()).toBeTruthy();
});

it('keeps the map of the provider when a single tile fails later', async () => {
  await showProviderMap();
  emit('load');
  emit('error');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(drawnMap()).toBeNull();
});

it('draws a map if the provider does not respond', async () => {
  await showProviderMap();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(drawnMap()).toBeTruthy();
});

it('fits the courts again only if the search changes or a court is outside the view', async () => {
  const style = 'https://maps.example/a.json';
  const { rerender } = await showProviderMap();
  fitBounds.mockClear();
  const hard = searchResultLike({ id: 'hard', latitude: 33.6, longitude: -111.9 });
  const far = searchResultLike({ id: 'far', latitude: 30, longitude: -90 });
  rerender(mapOf([clay, hard], style));
  rerender(mapOf([hard, clay], style));
  expect(fitBounds).not.toHaveBeenCalled();
  rerender(mapOf([hard, clay, far], style));
  expect(fitBounds).toHaveBeenCalledTimes(1);
  rerender(mapOf([clay], style));
  expect(fitBounds).toHaveBeenCalledTimes(2);
});

it('does not ask for WebGL without a provider', () => {
  render(mapOf([clay]));
  expect(drawnMap()).toBeTruthy();
  expect(getContext).not.toHaveBeenCalled();
});
