import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { courtLike } from '../../testing/court';
import { renderAt, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { CourtPanel } from './court-panel';

afterEach(cleanup);

const show = (changes: Parameters<typeof courtLike>[0]) => {
  mockApi({ 'GET /api/auth/me': signedOut });
  renderAt('/courts/c1', <CourtPanel court={courtLike(changes)} booking={<p>Book an hour</p>} />);
};

it('offers the hours of a listed court', async () => {
  show({});
  expect(await screen.findByText('Book an hour')).toBeTruthy();
});

it('offers a player with a booking no hours of a court that takes no bookings', async () => {
  show({ takesBookings: false });
  expect(await screen.findByRole('heading', { name: 'No new bookings' })).toBeTruthy();
  expect(screen.getByText(/Existing bookings remain valid/)).toBeTruthy();
  expect(screen.queryByText('Book an hour')).toBeNull();
});

it('says why no one can book a hidden or unlisted court', async () => {
  show({ hiddenBecause: 'The lights are broken.' });
  expect(await screen.findByRole('heading', { name: 'Hidden by Courtly' })).toBeTruthy();
  expect(screen.getByText('The lights are broken.')).toBeTruthy();
  expect(screen.queryByText('Book an hour')).toBeNull();
  cleanup();
  show({ awaitsApproval: true });
  expect(await screen.findByRole('heading', { name: 'Not listed' })).toBeTruthy();
  expect(screen.queryByText('Book an hour')).toBeNull();
});
