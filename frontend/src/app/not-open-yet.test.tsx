import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderAt } from '../testing/render';
import { mockApi } from '../testing/server';
import { NotOpenYetPage } from './not-open-yet-page';

afterEach(cleanup);

it.each(['/rankings'])('%s says that it is not open yet, and leads somewhere else', (path) => {
  mockApi({});
  renderAt(path, <NotOpenYetPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
  expect(screen.getByText('Not open yet')).toBeTruthy();
  const ways = screen.getAllByRole('link').filter((link) => link.getAttribute('href')!.startsWith('/'));
  expect(ways.length).toBeGreaterThan(0);
  for (const way of ways) expect(way.getAttribute('href')).not.toBe(path);
});
