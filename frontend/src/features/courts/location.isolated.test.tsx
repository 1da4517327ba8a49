import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { courtLike } from '../../testing/court';

let isOnline = false;
jest.unstable_mockModule('./court-map', () => {
  if (!isOnline) throw new Error('The network is gone.');
  return {
    CourtMap: ({ label, style }: { label: string; style: string }) => (
      <p>{`${label} by ${style}`}</p>
    ),
  };
});
const { Location } = await import('./location');

/** As the server does if a map style is configured. */
const haveMaps = () =>
  document.head.insertAdjacentHTML(
    'beforeend',
    '<meta name="courtly:map-style" content="https://maps.example/a.json">',
  );

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  document.head.replaceChildren();
});

const link = () => screen.getByRole<HTMLAnchorElement>('link', { name: 'Open in a maps app' });
const rough = { latitude: 33.53, longitude: -111.94 };

it('shows the address and a maps link for a court without coordinates', () => {
  const { container } = render(<Location court={courtLike()} />);
  expect(screen.getByText('E Lincoln Dr')).toBeTruthy();
  expect(new URL(link().href).searchParams.get('query')).toBe('E Lincoln Dr, Paradise Valley');
  expect(container.querySelector('svg[role=img], .animate-pulse')).toBeNull();
});

it('sketches the approximate location and nearby cities without a map service', () => {
  render(<Location court={courtLike(rough)} />);
  const sketch = screen.getByRole('img', {
    name: 'Map: approximate location of the court, in Paradise Valley',
  });
  expect(sketch.textContent).toContain('Scottsdale');
  expect(sketch.textContent).not.toContain('Austin');
});

it('shows the configured map, and the address when the map fails to load', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  haveMaps();
  render(<Location court={courtLike(rough)} />);
  expect(await screen.findByText("The map didn't load.")).toBeTruthy();
  expect(
    screen.getByText("You'll get the house number once your booking is confirmed."),
  ).toBeTruthy();
  expect(link()).toBeTruthy();
  isOnline = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(
    await screen.findByText(
      'Map: approximate location of the court, in Paradise Valley by https://maps.example/a.json',
    ),
  ).toBeTruthy();
});

it('hides the house number note from users who can see the exact address', () => {
  render(
    <Location
      court={courtLike({ address: '1 E Lincoln Dr', latitude: 33.5312, longitude: -111.9426 })}
    />,
  );
  expect(
    screen.getByRole('img', { name: 'Map: location of the court, in Paradise Valley' }),
  ).toBeTruthy();
  expect(screen.queryByText(/house number/)).toBeNull();
});
