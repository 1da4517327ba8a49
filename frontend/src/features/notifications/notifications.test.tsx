import type { NotificationItem } from '@courtly/contracts/notifications';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { NotificationBell } from '../../app/notification-bell';
import { notificationLabel } from '../../resources/notification/notification-labels';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { NotificationPreferencesPage } from './notification-preferences-page';
import { NotificationsPage } from './notifications-page';
import { NeverEmailMePage } from './never-email-me-page';
import { UnsubscribePage } from './unsubscribe-page';

afterEach(cleanup);

const notification = (changes: Partial<NotificationItem> = {}): NotificationItem => ({
  id: 'n1',
  type: 'request_approved',
  side: 'player',
  at: '2027-03-01T17:00:00.000Z',
  read: false,
  bookingId: 'b1',
  amount: null,
  stripeId: null,
  startTime: '2027-03-13T17:00:00.000Z',
  endTime: '2027-03-13T18:00:00.000Z',
  zone: 'America/Phoenix',
  zoneOffsets: [],
  answerBy: null,
  declineReason: null,
  court: { id: 'c1', name: 'Camelback Clay' },
  player: null,
  ...changes,
});
const base: Handlers = {
  'GET /api/auth/me': () => [200, robin],
  'GET /api/notices': () => [
    200,
    [notification(), notification({ id: 'n0', type: 'cancelled_by_host', read: true })],
  ],
  'GET /api/notices/unread': () => [200, { unread: 1 }],
};

describe('a notification', () => {
  it('shows the event, the hour, and the reason', () => {
    expect(
      notificationLabel(notification({ type: 'request_declined', declineReason: 'weather' })),
    ).toEqual({
      title: 'Your request was declined',
      lines: [
        'Camelback Clay, Sat, Mar 13, 10:00\u00a0AM\u00a0MST',
        "The weather doesn't allow play",
      ],
    });
  });

  it('shows the clock time before and after it changes, whatever zone data the browser has', () =>
    expect(
      notificationLabel(
        notification({
          type: 'local_time_changed',
          offsets: { before: '-07:00', after: '-06:00' },
        }),
      ),
    ).toEqual({
      title: 'The clock time of a booking changed: it was 10:00 AM',
      lines: ['Camelback Clay, Sat, Mar 13, 11:00\u00a0AM\u00a0GMT-6'],
    }));

  it('names the player to the host, even a former member', () => {
    const requestReceived = notification({
      type: 'request_received',
      side: 'host',
      player: { firstName: 'Nadia', lastName: 'Ferro' },
    });
    expect(notificationLabel(requestReceived).title).toBe('Nadia Ferro requested a booking');
    expect(
      notificationLabel({ ...requestReceived, player: { firstName: '', lastName: '' } }).title,
    ).toBe('A former member requested a booking');
    expect(notificationLabel({ ...requestReceived, type: 'request_unanswered' }).title).toBe(
      'A request expired',
    );
  });
});

it('notifies a host of admin actions on their court, with the reason and a link', async () => {
  const ofCourt = { side: 'host', bookingId: '' } as const;
  const hidden = notification({ ...ofCourt, type: 'court_hidden', reason: 'The fence is broken.' });
  const courtShown = notification({ ...ofCourt, id: 'n2', type: 'court_shown' });
  const cancelled = notification({ side: 'host', id: 'n3', type: 'booking_cancelled_by_operator' });
  expect(notificationLabel(hidden)).toEqual({
    title: 'Courtly has hidden your court',
    lines: ['Camelback Clay', 'The fence is broken.'],
  });
  expect(notificationLabel(courtShown)).toEqual({
    title: 'Your court is visible again',
    lines: ['Camelback Clay'],
  });
  expect(
    notificationLabel({ ...cancelled, player: { firstName: 'Nadia', lastName: 'Ferro' } }),
  ).toEqual({
    title: 'Courtly canceled a booking by Nadia Ferro',
    lines: ['Camelback Clay, Sat, Mar 13, 10:00\u00a0AM\u00a0MST'],
  });
  const list = [hidden, courtShown, cancelled];
  mockApi({
    ...base,
    'GET /api/notices': () => [200, list],
    'POST /api/notices/read': () => [200, { unread: 0 }],
  });
  renderAt('/notices', <NotificationsPage />);
  const to = async (name: RegExp) =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await to(/hidden your court/)).toBe('/host-dashboard?tab=courts');
  expect(await to(/visible again/)).toBe('/host-dashboard?tab=courts');
  expect(await to(/canceled a booking/)).toBe('/host-dashboard?tab=bookings');
});

it('links each side to a new message from the other', async () => {
  const wrote = {
    type: 'message_received',
    player: { firstName: 'Hollis', lastName: '' },
  } as const;
  const toPlayer = notification(wrote);
  const toHost = notification({
    ...wrote,
    id: 'n2',
    side: 'host',
    player: { firstName: 'Nadia', lastName: 'Ferro' },
  });
  expect(notificationLabel(toPlayer)).toEqual({
    title: 'Hollis wrote to you',
    lines: ['Camelback Clay, Sat, Mar 13, 10:00\u00a0AM\u00a0MST'],
  });
  mockApi({ ...base, 'GET /api/notices': () => [200, [toPlayer, toHost]] });
  renderAt('/notices', <NotificationsPage />);
  const to = async (name: RegExp) =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await to(/^Hollis wrote to you/)).toBe('/bookings?conversation=b1');
  expect(await to(/^Nadia Ferro wrote to you/)).toBe(
    '/host-dashboard?tab=bookings&conversation=b1',
  );
});

it('gives an admin the Stripe ID of a disputed payment', () => {
  const alarm = {
    side: 'admin',
    type: 'payment_disputed',
    amount: { amount: '330.00', currency: 'usd' },
    stripeId: 'du_1',
  } as const;
  expect(notificationLabel(notification(alarm))).toEqual({
    title: 'A bank reversed a payment of $330.00: respond to the dispute',
    lines: ['Camelback Clay, Sat, Mar 13, 10:00\u00a0AM\u00a0MST', 'du_1 in Stripe'],
  });
});

it('gives an admin the deadline for evidence', () => {
  const inquiry = notification({
    side: 'admin',
    type: 'membership_inquiry',
    bookingId: '',
    zone: 'UTC',
    zoneOffsets: [],
    answerBy: '2027-03-22T23:59:59.000Z',
    amount: { amount: '199.00', currency: 'usd' },
    stripeId: 'du_2',
  });
  expect(notificationLabel(inquiry)).toEqual({
    title: 'A bank inquired about a membership payment of $199.00: respond to it',
    lines: ['Respond by Mon, Mar 22, 11:59 PM UTC', 'du_2 in Stripe'],
  });
});

it.each([
  ['eur', "A payment of EUR 199.00 doesn't match the membership price"],
  ['??', "A payment of 199.00 in an unknown currency doesn't match the membership price"],
])('shows an amount in %s', (currency, title) =>
  expect(
    notificationLabel(
      notification({ type: 'membership_mismatched', amount: { amount: '199.00', currency } }),
    ).title,
  ).toBe(title),
);

it.each([
  ['-12.00', 'Courtly deducted $12.00 from a payout'],
  ['12.00', 'Courtly added $12.00 to a payout'],
])('shows a host an adjustment of %s', (amount, title) =>
  expect(
    notificationLabel(
      notification({ type: 'payout_adjusted', amount: { amount, currency: 'usd' } }),
    ).title,
  ).toBe(title),
);

describe('the notifications page', () => {
  it('links to the booking and marks all notifications as read optimistically', async () => {
    const apiCalls = mockApi({ ...base, 'POST /api/notices/read': () => [200, { unread: 0 }] });
    renderAt('/notices', <NotificationsPage />);
    const [first] = await screen.findAllByRole('listitem');
    expect(within(first!).getByRole('link').getAttribute('href')).toBe('/bookings');
    expect(within(first!).getByText('(new)', { exact: false })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Mark All as Read' }));
    await waitFor(() => expect(screen.queryByText('(new)', { exact: false })).toBeNull());
    expect(apiCalls.find(({ name }) => name.startsWith('POST'))!.body).toEqual({ upTo: 'n1' });
  });

  it('shows notifications as new again when marking them fails', async () => {
    mockApi({ ...base, 'POST /api/notices/read': () => [500, {}] });
    renderAt('/notices', <NotificationsPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Mark All as Read' }));
    expect(await screen.findByText('Error marking as read')).toBeTruthy();
    expect(await screen.findByText('(new)', { exact: false })).toBeTruthy();
  });
});

describe('the notification bell', () => {
  it('counts unread notifications', async () => {
    mockApi(base);
    renderAt('/', <NotificationBell />);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 new' })).toBeTruthy();
  });

  it('caps the count at "99 or more"', async () => {
    mockApi({ ...base, 'GET /api/notices/unread': () => [200, { unread: 99 }] });
    renderAt('/', <NotificationBell />);
    expect(
      await screen.findByRole('button', { name: 'Notifications, 99 or more new' }),
    ).toBeTruthy();
  });
});

describe('email and calendar preferences', () => {
  const mail = { requests: true, bookings: true, reminders: true, matches: true, messages: true };
  const preferences: Handlers = {
    ...base,
    'GET /api/notices/preferences': () => [200, { mail }],
    'GET /api/calendar': () => [200, { address: null, since: null }],
  };

  it('turn off one kind of email optimistically', async () => {
    const apiCalls = mockApi({
      ...preferences,
      'PUT /api/notices/preferences': ({ body }) => [200, body],
    });
    renderAt('/notices/preferences', <NotificationPreferencesPage />);
    const reminders = await screen.findByRole<HTMLInputElement>('switch', { name: /^Reminders/ });
    await userEvent.click(reminders);
    expect(reminders.checked).toBe(false);
    await waitFor(() =>
      expect(apiCalls.find(({ name }) => name.startsWith('PUT'))!.body).toEqual({
        mail: { ...mail, reminders: false },
      }),
    );
  });

  it('create and remove a calendar address', async () => {
    const address = 'https://courtly.example/api/calendar/secret.ics';
    mockApi({
      ...preferences,
      'POST /api/calendar': () => [201, { address, since: '2027-03-01T17:00:00.000Z' }],
      'DELETE /api/calendar': () => [204],
    });
    renderAt('/notices/preferences', <NotificationPreferencesPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Create an Address' }));
    expect(await screen.findByDisplayValue(address)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Create an Address' })).toBeTruthy();
  });
});

it('stops all emails when the button is clicked, not when the link is opened', async () => {
  const apiCalls = mockApi({ 'POST /api/emails/refusals/t': () => [204] });
  renderAt(
    '/never-email-me/t',
    <Routes>
      <Route path="/never-email-me/:token" element={<NeverEmailMePage />} />
    </Routes>,
  );
  expect(apiCalls).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Never Email Me' }));
  expect(await screen.findByRole('heading', { name: "We won't email you again" })).toBeTruthy();
});

it('unsubscribes when the button is clicked, not when the link is opened', async () => {
  const apiCalls = mockApi({ 'POST /api/notices/unsubscribe/t': () => [204] });
  renderAt(
    '/unsubscribe/t',
    <Routes>
      <Route path="/unsubscribe/:token" element={<UnsubscribePage />} />
    </Routes>,
  );
  expect(apiCalls).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('heading', { name: "You're unsubscribed" })).toBeTruthy();
});
