import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { ElitePage } from './elite-page';

afterEach(cleanup);

it('sells the membership to those who have none', () => {
  mockApi({});
  renderAt('/elite', <ElitePage />);
  const apply = screen.getByRole('link', { name: 'Apply for Elite Membership' });
  expect(apply.getAttribute('href')).toBe('/player-application');
});

it('tells members that they are some', async () => {
  mockApi({ 'GET /api/auth/me': () => [200, { ...robin, membershipTier: 'elite' }] });
  renderAt('/elite', <ElitePage />);
  expect(await screen.findByText('You are a member of Elite.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Apply/ })).toBeNull();
});

it('welcomes whoever has joined', () => {
  mockApi({});
  renderAt('/elite?success=true', <ElitePage />);
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome to Elite.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Explore Courts' }).getAttribute('href')).toBe('/courts');
});
