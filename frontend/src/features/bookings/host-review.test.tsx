import { afterEach, expect, it } from '@jest/globals';
import type { BookingReviews } from '@courtly/contracts/reviews';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { BookingsPage } from './bookings-page';

afterEach(cleanup);

const pastBookingFields = {
  status: 'completed',
  startTime: '2027-04-01T03:00:00.000Z',
  canCancel: false,
} as const;
const revealedReviews: BookingReviews = {
  bookingId: 'b1',
  player: {
    id: 'b1.player',
    rating: 5,
    comment: 'Fine lines.',
    createdAt: '2027-04-02T10:00:00.000Z',
  },
  host: { id: 'b1.host', rating: 4, comment: 'On time.', createdAt: '2027-04-02T11:00:00.000Z' },
  revealedAt: '2027-04-02T11:00:00.000Z',
  revealBy: '2027-04-15T04:00:00.000Z',
  editableUntil: null,
};
const mockHostApi = () =>
  mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    'GET /api/host/figures': () => [200, figuresLike()],
    'GET /api/host/courts': () => [200, []],
    'GET /api/bookings': () => [200, []],
    'GET /api/host/bookings': ({ query }) => [
      200,
      query.get('when') === 'past'
        ? [buildHostBooking({ ...pastBookingFields, needsReview: true })]
        : [],
    ],
    'GET /api/bookings/b1/history': () => [200, []],
    'GET /api/bookings/b1/reviews': () => [200, revealedReviews],
  });

it('lets a host review a player without asking for a match result', async () => {
  mockHostApi();
  renderAt('/bookings?tab=past', <BookingsPage />);
  const reviewButton = await screen.findByRole('button', { name: /^Review Player: Robin Base/ });
  expect(reviewButton.textContent).toBe('Review Player');
  await userEvent.click(reviewButton);
  const reviewDialog = await screen.findByRole('dialog', { name: 'How was Robin Base?' });
  expect(within(reviewDialog).queryByLabelText(/^Games won/)).toBeNull();
});

it('shows both revealed reviews in the booking history', async () => {
  mockHostApi();
  renderAt('/bookings?tab=past', <BookingsPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^History of/ }));
  const historyDrawer = within(await screen.findByRole('dialog', { name: 'Booking history' }));
  expect(await historyDrawer.findByText("The player's review of the court: 5 of 5")).toBeTruthy();
  expect(historyDrawer.getByText('Your review of the player: 4 of 5')).toBeTruthy();
  expect(historyDrawer.getByText('On time.')).toBeTruthy();
});
