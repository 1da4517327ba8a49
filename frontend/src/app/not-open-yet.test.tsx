import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderAt, robin } from '../testing/render';
import { mockApi } from '../testing/server';
import { announcedParts } from './announced-parts';
import { NotOpenYetPage } from './not-open-yet-page';

afterEach(cleanup);

it.each(Object.entries(announcedParts))('says what %s will be', (path, { title, text }) => {
  mockApi({});
  renderAt(path, <NotOpenYetPage />);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

it('lets a host go on to what a host may do already', async () => {
  mockApi({ 'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] });
  renderAt('/host-application', <NotOpenYetPage />);
  expect((await screen.findByRole('link', { name: 'List Your Court' })).getAttribute('href')).toBe('/courts/new');
});
