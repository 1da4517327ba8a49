import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

it('shows no thumbnails for a single photo, and draws the court if the photo fails to load', () => {
  const { container } = render(<Gallery court={courtLike({ photos: ['/a.webp'] })} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(container.querySelector('svg')).toBeNull();
  fireEvent.error(shownImage()!);
  expect(shownImage()).toBeNull();
  expect(container.querySelector('svg[data-surface=clay]')).not.toBeNull();
});
