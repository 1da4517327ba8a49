import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { HomeSearch } from './home-search';

beforeEach(() => {
  localStorage.clear();
  mockApi({ 'GET /api/search/days': () => [200, []] });
});
afterEach(cleanup);

it('opens the list of courts with the search, and remembers it', async () => {
  renderAt('/', <HomeSearch />);
  await userEvent.click(screen.getByRole('button', { name: 'Search: Any place Any day' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Find an hour' }));
  await userEvent.type(sheet.getByLabelText('City'), 'Austin');
  await userEvent.click(sheet.getByRole('button', { name: 'Show Courts' }));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('/courts?search=Austin'),
  );
  expect(localStorage.getItem('courtly:recent-searches')).toBe('["search=Austin"]');
});

it('opens all courts without a search', async () => {
  renderAt('/', <HomeSearch />);
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/courts'));
});
