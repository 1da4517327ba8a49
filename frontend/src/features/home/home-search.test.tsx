import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
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

function HomeWithBack() {
  const navigate = useNavigate();
  return (
    <>
      <HomeSearch />
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

it('keeps the search in the URL, so that Back shows it again', async () => {
  renderAt('/?search=Austin&players=4', <HomeWithBack />);
  const sheet = screen.getByRole('button', { name: 'Search: Austin Any day · 4 players' });
  await userEvent.click(sheet);
  const dialog = within(await screen.findByRole('dialog', { name: 'Find an hour' }));
  await userEvent.clear(dialog.getByLabelText('City'));
  await userEvent.type(dialog.getByLabelText('City'), 'Mesa');
  await userEvent.click(dialog.getByRole('button', { name: 'Show Courts' }));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('/courts?search=Mesa&players=4'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('/?search=Mesa&players=4'),
  );
  expect(
    await screen.findByRole('button', { name: 'Search: Mesa Any day · 4 players' }),
  ).toBeTruthy();
});

it('searches on Enter in the place', async () => {
  renderAt('/', <HomeSearch />);
  const part = screen.getByRole('button', { name: 'Where Any place' });
  const panel = document.getElementById(part.getAttribute('popovertarget')!)!;
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }));
  await userEvent.type(within(panel).getByLabelText('City'), 'Austin{Enter}');
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('/courts?search=Austin'),
  );
});
