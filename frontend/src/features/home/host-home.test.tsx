import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { buildHostBooking } from '../../testing/booking';
import { figuresLike } from '../../testing/earnings';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { HostHome, todayAndWeek } from './host-home';

afterEach(cleanup);

const owner = { ...robin, role: 'owner' as const };

it("splits bookings into today and this week in each court's time zone", () => {
  // 10 PM in Phoenix is 5 AM the next day in UTC.
  const now = '2027-03-14T05:00:00.000Z';
  const at = (id: string, startTime: string) => buildHostBooking({ id, startTime });
  const { today, week } = todayAndWeek(
    [
      at('tonight', '2027-03-14T06:00:00.000Z'),
      at('tomorrow', '2027-03-14T15:00:00.000Z'),
      at('sixth day', '2027-03-20T06:30:00.000Z'),
      at('seventh day', '2027-03-20T15:00:00.000Z'),
    ],
    now,
  );
  expect(today.map(({ id }) => id)).toEqual(['tonight']);
  expect(week.map(({ id }) => id)).toEqual(['tomorrow', 'sixth day']);
});

describe('the host home page', () => {
  it("shows pending requests with their deadline and the player's record", async () => {
    const soon = new Date(Date.now() + 3.5 * 3_600_000).toISOString();
    const apiCalls = mockApi({
      'GET /api/auth/me': () => [200, owner],
      'GET /api/host/figures': () => [200, figuresLike({})],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('status') === 'pending' ? [buildHostBooking({ answerBy: soon })] : [],
      ],
      'PATCH /api/bookings/b1/status': () => [200, buildHostBooking({ status: 'confirmed' })],
    });
    renderAt('/', <HostHome user={owner} />);
    const requests = await screen.findByRole('region', { name: 'Requests awaiting your response' });
    expect(await within(requests).findByText('3 hours left to respond')).toBeTruthy();
    expect(within(requests).getByText(/3 hours played · 1 booking canceled/)).toBeTruthy();
    expect(within(requests).getByText(/^USTA level 4\.0 · /)).toBeTruthy();
    expect(within(requests).getByText('$297.00')).toBeTruthy();
    expect(within(requests).getByText(/the player pays \$330\.00/)).toBeTruthy();
    expect(screen.getByText('No bookings today.')).toBeTruthy();
    await userEvent.click(within(requests).getByRole('button', { name: /^Approve Robin Base/ }));
    expect(await screen.findByText('Booking Approved')).toBeTruthy();
    expect(apiCalls.some(({ name }) => name === 'PATCH /api/bookings/b1/status')).toBe(true);
  });

  it('opens a conversation with the requesting player', async () => {
    mockApi({
      'GET /api/auth/me': () => [200, owner],
      'GET /api/host/figures': () => [200, figuresLike({})],
      'GET /api/host/bookings': ({ query: searchParams }) => [
        200,
        searchParams.get('status') === 'pending' ? [buildHostBooking()] : [],
      ],
      'GET /api/bookings/b1': () => [200, buildHostBooking()],
      'GET /api/bookings/b1/messages': () => [
        200,
        { bookingId: 'b1', side: 'host', messages: [], unread: 0, canWrite: true },
      ],
    });
    renderAt('/', <HostHome user={owner} />);
    await userEvent.click(
      await screen.findByRole('button', { name: /^Message Player: Robin Base, / }),
    );
    expect(await screen.findByText('No messages yet.')).toBeTruthy();
  });

  it('invites a host without courts to list one', async () => {
    mockApi({
      'GET /api/auth/me': () => [200, owner],
      'GET /api/host/figures': () => [
        200,
        { ...figuresLike({}), courts: { listed: 0, active: 0 } },
      ],
      'GET /api/host/bookings': () => [200, []],
    });
    renderAt('/', <HostHome user={owner} />);
    expect(
      (await screen.findByRole('link', { name: 'List Your Court' })).getAttribute('href'),
    ).toBe('/courts/new');
  });
});
