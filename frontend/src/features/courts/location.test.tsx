import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';

let isOnline = false;
jest.unstable_mockModule('./court-map', () => {
  if (!isOnline) throw new Error('The network is gone.');
  return { CourtMap: ({ label }: { label: string }) => <p>{label}</p> };
});
const { Location } = await import('./location');

afterEach(cleanup);

const link = () => screen.getByRole<HTMLAnchorElement>('link', { name: 'Open in a maps application' });

it('gives the address in words and to a maps application where there is no position', () => {
  const { container } = render(<Location court={courtLike()} />);
  expect(screen.getByText('E Lincoln Dr')).toBeTruthy();
  expect(new URL(link().href).searchParams.get('query')).toBe('E Lincoln Dr, Paradise Valley');
  expect(container.querySelector('.animate-pulse')).toBeNull();
});

it('keeps the address where the map cannot be loaded, and tries again on demand', async () => {
  render(<Location court={courtLike({ latitude: 33.53, longitude: -111.94 })} />);
  expect(await screen.findByText('The map did not load.')).toBeTruthy();
  expect(screen.getByText('The house number is yours once a booking is confirmed.')).toBeTruthy();
  expect(link()).toBeTruthy();
  isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Map: about where the court is, in Paradise Valley')).toBeTruthy();
});

it('does not promise the house number to those who know it', () => {
  render(<Location court={courtLike({ address: '1 E Lincoln Dr', latitude: 33.5312, longitude: -111.9426 })} />);
  expect(screen.queryByText(/house number/)).toBeNull();
});
