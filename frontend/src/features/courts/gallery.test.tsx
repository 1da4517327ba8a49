import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { courtLike } from '../../testing/court';
import { Gallery } from './gallery';

afterEach(cleanup);

const shownImage = () =>
  screen.queryByRole<HTMLImageElement>('img', { name: 'The court Camelback Clay' });

it('shows the selected photo', async () => {
  render(<Gallery court={courtLike({ photos: ['/a.webp', '/b.webp'] })} />);
  expect(shownImage()!.getAttribute('src')).toBe('/a.webp');
  await userEvent.click(screen.getByRole('button', { name: 'Photo 2 of 2' }));
  expect(shownImage()!.getAttribute('src')).toBe('/b.webp');
  expect(shownImage()!.getAttribute('srcset')).toBe('/b.webp?width=800 800w, /b.webp 2000w');
  expect(screen.getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe(
    'Photo 2 of 2',
  );
});

it('opens the photos at full size, and steps with buttons, arrow keys, and swipes', async () => {
  render(<Gallery court={courtLike({ photos: ['/a.webp', '/b.webp', '/c.webp'] })} />, {
    wrapper: MemoryRouter,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Photo 2 of 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'View all 3 photos in full' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Camelback Clay' }));
  const photo = () => dialog.getByRole('img').getAttribute('src');
  expect(photo()).toBe('/b.webp');
  const previousImage = dialog.getByRole('img');
  await userEvent.click(dialog.getByRole('button', { name: 'Next photo' }));
  // The same element would show the previous photo until the next one has loaded.
  expect(dialog.getByRole('img')).not.toBe(previousImage);
  expect(photo()).toBe('/c.webp');
  expect(dialog.getByRole('status').textContent).toBe('3 of 3');
  await userEvent.keyboard('{ArrowRight}');
  expect(photo()).toBe('/a.webp');
  await userEvent.keyboard('{ArrowLeft}');
  expect(photo()).toBe('/c.webp');
  const swipe = (from: number, to: number) => {
    fireEvent.touchStart(dialog.getByRole('img'), { touches: [{ clientX: from }] });
    fireEvent.touchEnd(dialog.getByRole('img'), { changedTouches: [{ clientX: to }] });
  };
  swipe(100, 200);
  expect(photo()).toBe('/b.webp');
  swipe(200, 190);
  expect(photo()).toBe('/b.webp');
  swipe(200, 100);
  expect(photo()).toBe('/c.webp');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows no thumbnails for a single photo, and a drawing if the photo fails to load', () => {
  const { container } = render(<Gallery court={courtLike({ photos: ['/a.webp'] })} />);
  expect(screen.queryByRole('button', { name: /^Photo/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'View the photo in full' })).toBeTruthy();
  expect(container.querySelector('svg')).toBeNull();
  fireEvent.error(shownImage()!);
  expect(shownImage()).toBeNull();
  expect(container.querySelector('svg[data-surface=clay]')).not.toBeNull();
});
