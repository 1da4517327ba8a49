import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { searchResultLike } from '../../testing/court';
import { ResultsMap } from './results-map';

const places = {
  clay: { latitude: 33.53, longitude: -111.94, shownPrice: { amount: '300.00', note: null } },
  hard: { latitude: 30.27, longitude: -97.74, shownPrice: { amount: '120.00', note: null } },
};
const clay = searchResultLike({ id: 'clay', name: 'Clay House', ...places.clay });
const hard = searchResultLike({ id: 'hard', name: 'Hard House', ...places.hard });
const next = searchResultLike({
  id: 'next',
  name: 'Next Door',
  ...places.clay,
  latitude: 33.55,
  location: 'Scottsdale',
});

beforeEach(() => {
  // jsdom has no layout.
  for (const [name, value] of [
    ['clientWidth', 600],
    ['clientHeight', 400],
  ] as const)
    jest.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(value);
  globalThis.ResizeObserver = class {
    constructor(callback: () => void) {
      this.observe = callback;
    }
    observe: () => void;
    disconnect = () => undefined;
  } as unknown as typeof ResizeObserver;
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const onChoose = jest.fn();
const mapOf = (courts: readonly (typeof clay)[], active: readonly string[] = []) => (
  <ResultsMap
    style={undefined}
    courts={courts}
    active={active}
    onChoose={onChoose}
    className="h-80"
  />
);
const marker = (name: string) => screen.getByRole('button', { name });
const placeOf = (name: string) => {
  const { left, top } = marker(name).style;
  return [parseFloat(left), parseFloat(top)];
};

it('draws a marker with the price of each court, and city names', () => {
  render(mapOf([clay, hard], ['hard']));
  expect(marker('Clay House, $300').textContent).toBe('$300');
  expect(marker('Hard House, $120').hasAttribute('data-active')).toBe(true);
  const [[west, north], [east, south]] = [placeOf('Clay House, $300'), placeOf('Hard House, $120')];
  expect(west).toBeLessThan(east!);
  expect(north).toBeLessThan(south!);
  expect(screen.getByText('Austin')).toBeTruthy();
});

it('updates the prices of the same courts', () => {
  const { rerender } = render(mapOf([clay, hard]));
  const dearer = { ...clay, shownPrice: { amount: '350.00', note: null } };
  rerender(mapOf([dearer, hard]));
  expect(marker('Clay House, $350')).toBeTruthy();
});

it('zooms into courts that are close together, and selects those in one place', async () => {
  render(mapOf([clay, next, hard]));
  await userEvent.click(marker('2 courts in Paradise Valley'));
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.click(marker('Next Door, $300'));
  expect(onChoose).toHaveBeenCalledWith(['next']);
});

it('moves with the keys and the mouse, and shows other courts again', async () => {
  const { rerender } = render(mapOf([clay, hard]));
  const before = placeOf('Clay House, $300');
  marker('Clay House, $300').focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}');
  expect(placeOf('Clay House, $300')).toEqual([
    expect.closeTo(before[0]! + 80),
    expect.closeTo(before[1]! + 80),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(placeOf('Clay House, $300')[0]).toBeLessThan(before[0]! + 80);
  rerender(mapOf([clay]));
  expect(placeOf('Clay House, $300')).toEqual([300, 200]);

  const ground = marker('Clay House, $300').parentElement!;
  ground.setPointerCapture = () => undefined;
  // jsdom has no pointer events.
  const point = (type: string, clientX: number, clientY: number, init?: MouseEventInit) =>
    fireEvent(ground, new MouseEvent(type, { clientX, clientY, bubbles: true, ...init }));
  point('pointerdown', 10, 10, { button: 2 });
  point('pointermove', 40, 30, { buttons: 2 });
  expect(placeOf('Clay House, $300')).toEqual([300, 200]);
  point('pointerdown', 10, 10);
  point('pointermove', 40, 30, { buttons: 1 });
  // The button was released outside the window.
  point('pointermove', 90, 90);
  point('pointermove', 95, 95, { buttons: 1 });
  expect(placeOf('Clay House, $300')).toEqual([expect.closeTo(330), expect.closeTo(220)]);
});

it('leaves shortcuts such as Alt and an arrow key to the browser', () => {
  render(mapOf([clay, hard]));
  const before = placeOf('Clay House, $300');
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
    expect(
      fireEvent.keyDown(marker('Clay House, $300'), { key: 'ArrowLeft', [modifier]: true }),
    ).toBe(true);
  expect(placeOf('Clay House, $300')).toEqual(before);
});

it('removes markers outside the view, and keeps the focus on the map', async () => {
  render(mapOf([clay, hard]));
  marker('Clay House, $300').focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.queryByRole('button', { name: 'Clay House, $300' })).toBeNull();
  const map = screen.getByRole('group', { name: 'Map of the courts' });
  expect(document.activeElement).toBe(map);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(marker('Clay House, $300')).toBeTruthy();
  expect(marker('Hard House, $120')).toBeTruthy();
});

it('selects courts that no scale separates', async () => {
  onChoose.mockClear();
  const near = searchResultLike({ id: 'near', ...places.clay, longitude: -111.93 });
  render(mapOf([clay, near, hard]));
  await userEvent.click(marker('2 courts in Paradise Valley'));
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.click(marker('2 courts in Paradise Valley'));
  expect(onChoose).toHaveBeenCalledWith(['clay', 'near']);
});

it('keeps the view of the user until a court outside it is shown', async () => {
  const { rerender } = render(mapOf([clay, hard]));
  await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  const [west] = placeOf('Hard House, $120');
  const inView = searchResultLike({ id: 'view', ...places.hard, latitude: 31 });
  rerender(mapOf([hard, clay, inView]));
  expect(placeOf('2 courts in Paradise Valley')[0]).toBe(west);
  const far = searchResultLike({ id: 'far', ...places.hard, longitude: -70 });
  rerender(mapOf([hard, clay, far]));
  expect(placeOf('Hard House, $120')[0]).not.toBe(west);
});

it('says that the courts have no location', () => {
  render(mapOf([searchResultLike({ latitude: null, longitude: null })]));
  expect(screen.getByText('None of these courts has a map location.')).toBeTruthy();
});
