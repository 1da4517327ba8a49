import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { useSearchState } from './search-state';

function Search() {
  const [query, change] = useSearchState();
  return (
    <input
      aria-label="Search"
      value={query.get('search') ?? ''}
      onChange={({ target }) => change({ search: target.value })}
    />
  );
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = () => {
  const router = createMemoryRouter(
    [
      { path: '/courts', element: <Search /> },
      { path: '/', element: <p>Home</p> },
    ],
    { initialEntries: ['/courts'] },
  );
  render(<RouterProvider router={router} />);
  return router;
};
const type = (value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Search'), { target: { value } }));
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

it('shows every change and updates the URL immediately', async () => {
  const router = show();
  await type('p');
  expect(router.state.location.search).toBe('?search=p');
  await type('ph');
  expect(router.state.location.search).toBe('?search=ph');
});

it("shows every change beyond the browser's limit and puts the last one in the URL", async () => {
  const router = show();
  let changes = 0;
  router.subscribe(({ navigation }) => (changes += navigation.state === 'idle' ? 1 : 0));
  for (let keys = 1; keys <= 120; keys += 1) {
    await type('p'.repeat(keys));
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toHaveLength(keys);
  }
  await pass(2_000);
  expect(router.state.location.search).toBe(`?search=${'p'.repeat(120)}`);
  expect(changes).toBeLessThan(100);
});

it('does not bring back a user who has left the page', async () => {
  const router = show();
  await pass(1_000);
  await type('p');
  await type('ph');
  await act(() => router.navigate('/'));
  await pass(1_000);
  expect(router.state.location.pathname).toBe('/');
});
