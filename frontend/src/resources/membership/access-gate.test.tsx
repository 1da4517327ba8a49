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

describe('what is for Elite members', () => {
  it('is shown to them', async () => {
    show('elite', elite);
    await waitFor(() => expect(isReachable()).toBe(true));
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['a free member', free],
    ['a visitor', signedOut],
  ])('is out of reach for %s, who is told what it takes', async (_, me) => {
    show('elite', me);
    expect(await linkTo('Upgrade to Elite - $199/year')).toBe('/elite');
    expect(screen.getByRole('heading', { name: 'Elite Required' })).toBeTruthy();
    expect(isReachable()).toBe(false);
  });
});

describe('what is for members', () => {
  it('is shown to everybody who is signed in', async () => {
    show('free', free);
    await waitFor(() => expect(isReachable()).toBe(true));
  });

  it('is out of reach for a visitor, who may join', async () => {
    show('free', signedOut);
    expect(await linkTo('Join')).toBe('/register');
    expect(screen.getByRole('heading', { name: 'Sign In Required' })).toBeTruthy();
    expect(isReachable()).toBe(false);
  });

  it('is out of reach, without a word, until it is known who is there', () => {
    show('free', () => new Promise(() => undefined));
    expect(isReachable()).toBe(false);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
