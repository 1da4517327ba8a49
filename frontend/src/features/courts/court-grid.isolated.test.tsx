import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { CourtSearchResult } from '@courtly/contracts/search';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { searchResultLike } from '../../testing/court';
import { renderAt } from '../../testing/render';
import { mockApi } from '../../testing/server';

type MapProps = {
  courts: readonly CourtSearchResult[];
  active: readonly string[];
  onChoose: (ids: readonly string[]) => void;
};

let mapFails = false;

/** A fake map that renders its props as text. */
jest.unstable_mockModule('./results-map', () => ({
  ResultsMap: ({ courts, active, onChoose }: MapProps) => {
    if (mapFails) throw new Error('The map fails');
    return (
      <button
        onClick={() => onChoose([courts[1]!.id])}
      >{`${courts.length} on the map, active: ${active.join()}`}</button>
    );
  },
}));
const { CourtsPage } = await import('./courts-page');

const courts = [
  searchResultLike({ id: 'clay', name: 'Clay House' }),
  searchResultLike({ id: 'hard', name: 'Hard House' }),
];
let isWide = true;

beforeEach(() => {
  mapFails = false;
  globalThis.matchMedia = (() => ({ matches: isWide })) as unknown as typeof matchMedia;
  mockApi({ 'GET /api/search': () => [200, courts] });
});
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

const showWithMaps = () => renderAt('/courts', <CourtsPage />);

it('keeps the list when the map fails to render', async () => {
  isWide = true;
  mapFails = true;
  const silenced = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  showWithMaps();
  expect(await screen.findByText(/The map/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Clay House' })).toBeTruthy();
  silenced.mockRestore();
});

it('loads the first photo with high priority and the others lazily', async () => {
  const photographed = courts.map((court) => ({
    ...court,
    photos: [`/api/photos/${court.id}.webp`],
  }));
  mockApi({ 'GET /api/search': () => [200, photographed] });
  renderAt('/courts', <CourtsPage />);
  await screen.findByRole('link', { name: 'Clay House' });
  const [first, second] = [...document.querySelectorAll('article img')];
  expect([first?.getAttribute('fetchpriority'), first?.getAttribute('loading')]).toEqual([
    'high',
    null,
  ]);
  expect([second?.getAttribute('fetchpriority'), second?.getAttribute('loading')]).toEqual([
    null,
    'lazy',
  ]);
});

it('highlights a hovered court on the map and a selected marker in the list', async () => {
  isWide = true;
  showWithMaps();
  expect(await screen.findByRole('button', { name: '2 on the map, active:' })).toBeTruthy();
  await userEvent.hover(screen.getByRole('link', { name: 'Clay House' }));
  const map = await screen.findByRole('button', { name: '2 on the map, active: clay' });
  const lastLink = screen.getByRole('link', { name: 'Hard House' });
  expect(lastLink.compareDocumentPosition(map) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await userEvent.click(map);
  expect(document.activeElement).toBe(lastLink);
  expect(screen.getByRole('button', { name: '2 on the map, active: hard' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hide map' }));
  expect(screen.queryByText(/on the map/)).toBeNull();
});

it('shows the map on a phone on demand', async () => {
  isWide = false;
  showWithMaps();
  await userEvent.click(await screen.findByRole('button', { name: 'Show map' }));
  expect(await screen.findByText(/on the map/)).toBeTruthy();
});
