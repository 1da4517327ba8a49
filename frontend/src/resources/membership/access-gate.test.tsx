import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { renderAt, robin, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AccessGate } from './access-gate';

afterEach(cleanup);

const show = (tier: 'free' | 'elite', me: Parameters<typeof mockApi>[0]['GET /api/auth/me']) => {
  mockApi({ 'GET /api/auth/me': me! });
  renderAt(
    '/',
    <AccessGate tier={tier}>
      <button>9:00 AM</button>
    </AccessGate>,
  );
};
const isReachable = () => screen.getByText('9:00 AM').closest('[inert]') === null;
const linkTo = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href');
const free = () => [200, robin] as const;
const elite = () => [200, { ...robin, membershipTier: 'elite' }] as const;

describe('Elite content', () => {
  it('is visible to Elite members', async () => {
    show('elite', elite);
    await waitFor(() => expect(isReachable()).toBe(true));
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['a free member', free],
    ['a visitor', signedOut],
  ])('is inert for %s, with an upgrade link', async (_, me) => {
    show('elite', me);
    expect(await linkTo('Upgrade to Elite – $199/year')).toBe('/elite');
    expect(screen.getByRole('heading', { name: 'Elite Required' })).toBeTruthy();
    expect(isReachable()).toBe(false);
  });
});

describe('content that requires sign-in', () => {
  it('is visible to every signed-in user', async () => {
    show('free', free);
    await waitFor(() => expect(isReachable()).toBe(true));
  });

  it('is inert for a visitor, with a link to join', async () => {
    show('free', signedOut);
    expect(await linkTo('Join')).toBe('/register');
    expect(screen.getByRole('heading', { name: 'Sign In Required' })).toBeTruthy();
    expect(isReachable()).toBe(false);
  });

  it('is inert without a prompt while the session loads', () => {
    show('free', () => new Promise(() => undefined));
    expect(isReachable()).toBe(false);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
