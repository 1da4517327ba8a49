import { afterEach, describe, expect, it } from '@jest/globals';
import type { BookingStatus } from '@courtly/contracts/bookings';
import type { Conversation } from '@courtly/contracts/messages';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildBooking, buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { BookingsPage } from './bookings-page';

afterEach(cleanup);

const conversation: Conversation = {
  bookingId: 'b1',
  side: 'player',
  unread: 2,
  canWrite: true,
  messages: [1, 2].map((number) => ({
    number,
    side: 'host',
    text: `Message ${number}`,
    gone: null,
    sentAt: '2027-03-01T17:00:00.000Z',
    hidesContacts: false,
    isReported: false,
  })),
};
const renderBookings = (address: string, extraHandlers: Handlers) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/bookings': () => [200, []],
    'GET /api/bookings/b1': () => [200, buildBooking()],
    'GET /api/bookings/b1/messages': () => [200, conversation],
    'POST /api/bookings/b1/messages/read': () => [200, { ...conversation, unread: 0 }],
    ...extraHandlers,
  });
  renderAt(address, <BookingsPage />);
  return apiCalls;
};
const upcomingHandler =
  (booking: ReturnType<typeof buildBooking>): Handlers[string] =>
  ({ query }) => [200, query.get('when') === 'upcoming' ? [booking] : []];

describe('the message button', () => {
  it('shows the unread count until the conversation is opened', async () => {
    renderBookings('/bookings', {
      'GET /api/bookings': upcomingHandler(buildBooking({ unreadMessages: 2 })),
    });
    const bookingLabel = 'Camelback Clay, Fri, Mar 13, 10:00 AM';
    const messageButton = await screen.findByRole('button', {
      name: `Message Host, 2 new: ${bookingLabel}`,
    });
    expect(messageButton.textContent).toBe('Message Host, 2 new');
    await userEvent.click(messageButton);
    expect(await screen.findByRole('dialog', { name: 'Messages' })).toBeTruthy();
    expect(screen.getByTestId('address').textContent).toBe('/bookings?conversation=b1');
    expect(await screen.findByText('Message 2')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    const readMessageButton = await screen.findByRole('button', {
      name: `Message Host: ${bookingLabel}`,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/bookings'));
    expect(document.activeElement).toBe(readMessageButton);
  });

  it('opens a conversation by URL, even for an unlisted booking', async () => {
    renderBookings('/bookings?conversation=b1', {});
    expect(await screen.findByRole('dialog', { name: 'Messages' })).toBeTruthy();
    expect(await screen.findByText('Message 1')).toBeTruthy();
  });

  it.each<[string, BookingStatus]>([
    ['upcoming', 'pending'],
    ['upcoming', 'confirmed'],
    ['past', 'completed'],
    ['cancelled', 'cancelled'],
  ])('appears on %s bookings with status %s', async (tab, status) => {
    renderBookings(`/bookings?tab=${tab}`, {
      'GET /api/bookings': ({ query }) => [
        200,
        (query.get('when') ?? query.get('status')) === tab ? [buildBooking({ status })] : [],
      ],
    });
    expect(await screen.findByRole('button', { name: /^Message Host:/ })).toBeTruthy();
  });

  it('stays hidden until the host can see the request', async () => {
    const unpaidBooking = buildBooking({
      status: 'pending',
      paymentStatus: 'unpaid',
      payBy: '2099-03-12T17:00:00.000Z',
    });
    renderBookings('/bookings', { 'GET /api/bookings': upcomingHandler(unpaidBooking) });
    expect(await screen.findByRole('link', { name: /^Pay for/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Message Host/ })).toBeNull();
  });
});

it('lets a host message a player from the same list', async () => {
  renderBookings('/bookings', {
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    'GET /api/host/figures': () => [200, figuresLike()],
    'GET /api/host/courts': () => [200, []],
    'GET /api/host/bookings': upcomingHandler(
      buildHostBooking({ unreadMessages: 1 }),
    ) as Handlers[string],
  });
  const messageButton = await screen.findByRole('button', {
    name: /^Message Player, 1 new: Robin Base, /,
  });
  expect(messageButton.textContent).toBe('Message Player, 1 new');
});
