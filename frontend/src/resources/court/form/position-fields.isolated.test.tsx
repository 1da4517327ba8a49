import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../../testing/render';
import { mockApi } from '../../../testing/server';
import type { PositionMap } from './position-map';

type MapProps = Parameters<typeof PositionMap>[0];

/** A fake map that prints its props. */
jest.unstable_mockModule('./position-map', () => ({
  PositionMap: ({ style, around, place, onChange }: MapProps) => (
    <button type="button" onClick={() => onChange({ latitude: 33.495, longitude: -111.92 })}>
      {`${style} around ${around.latitude}, pin ${place ? `at ${place.latitude}` : 'nowhere'}`}
    </button>
  ),
}));
const { NewCourtPage } = await import('../../../features/court-form/new-court-page');
// Preloads the form, which the page loads lazily.
await import('../../../features/court-form/page-form');

beforeEach(() => {
  mockApi({});
  document.head.insertAdjacentHTML('beforeend', '<meta name="courtly:map-style" content="a.json">');
});
afterEach(() => {
  cleanup();
  document.head.replaceChildren();
});

it('the map opens at the city and fills in the clicked position', async () => {
  renderAt('/courts/new', <NewCourtPage />);
  await userEvent.type(await screen.findByLabelText('City'), 'Scottsdale');
  await userEvent.click(screen.getByText('Position on the map and time zone'));
  await userEvent.click(
    await screen.findByRole('button', { name: 'a.json around 33.4942, pin nowhere' }),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('33.49500');
  expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('-111.92000');
  expect(screen.getByRole('button', { name: 'a.json around 33.4942, pin at 33.495' })).toBeTruthy();
});
