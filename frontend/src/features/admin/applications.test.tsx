import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApplicationCounts } from '@courtly/contracts/applications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hostLike, playerLike } from '../../testing/application';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { AdminPage } from './admin-page';

afterEach(cleanup);

const others = [
  playerLike({ id: 'p2', fullName: 'Kim Lob' }),
  playerLike({ id: 'p3', fullName: 'Lee Net' }),
];
const counts: ApplicationCounts = {
  player: { total: 7, pending: 3, overdue: 0 },
  host: { total: 5, pending: 2, overdue: 1 },
};

const show = (handlers: Handlers, address = '/admin/dashboard') => {
  const calls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/applications': () => [200, counts],
    ...handlers,
  });
  renderAt(address, <AdminPage />);
  return calls;
};
const row = (name: string) => screen.findByRole('button', { name });
const open = async (name: string) => {
  await userEvent.click(await row(name));
  return screen.findByRole('dialog', { name });
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = (calls: ReturnType<typeof mockApi>) =>
  calls.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body);
const asked = (calls: ReturnType<typeof mockApi>, path: string) =>
  calls.filter(({ url }) => url.startsWith(path)).map(({ url }) => url.slice(path.length));

describe('the list of applications', () => {
  it('shows counters and badges above the applications', async () => {
    show({ 'GET /api/admin/player-applications': () => [200, [playerLike()]] });
    expect(await screen.findByText('1 overdue')).toBeTruthy();
    const figure = (label: string) => screen.getByText(label).nextElementSibling!.textContent;
    expect(
      ['Player applications', 'Pending players', 'Host applications', 'Pending hosts'].map(figure),
    ).toEqual(['7', '3', '5', '2']);
    expect(screen.getByRole('tab', { name: 'Host Applications 2' })).toBeTruthy();
  });

  it('shows pending players with the time left to answer', async () => {
    const calls = show({ 'GET /api/admin/player-applications': () => [200, [playerLike()]] });
    const line = (await row('Robin Base')).closest('li')!;
    for (const text of [
      'Pending',
      'Scottsdale',
      'robin@example.test',
      'Submitted 35 h ago',
      '12 h left',
    ])
      expect(within(line).getByText(text)).toBeTruthy();
    expect(asked(calls, '/api/admin/player-applications')).toEqual(['?status=pending&limit=24']);
  });

  it('keeps tab and filters in the URL and clears filters on a tab change', async () => {
    const calls = show({
      'GET /api/admin/player-applications': () => [200, []],
      'GET /api/admin/host-applications': () => [200, [hostLike()]],
    });
    const address = () => screen.getByTestId('address').textContent;
    await userEvent.click(await screen.findByRole('tab', { name: /^Host Applications/ }));
    expect(await screen.findByText('3 h overdue')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'Overdue only' }));
    await waitFor(() => expect(address()).toBe('/admin/dashboard?tab=host&overdue=yes'));
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'all');
    expect(screen.queryByRole('switch')).toBeNull();
    await userEvent.type(screen.getByLabelText('Name or email'), 'sam');
    await waitFor(() => expect(address()).toBe('/admin/dashboard?tab=host&status=all&search=sam'));
    const queries = asked(calls, '/api/admin/host-applications');
    expect(queries).toContain('?status=pending&overdue=true&limit=24');
    await waitFor(() =>
      expect(asked(calls, '/api/admin/host-applications').at(-1)).toBe('?search=sam&limit=24'),
    );
    await userEvent.click(screen.getByRole('tab', { name: /^Player Applications/ }));
    await waitFor(() => expect(address()).toBe('/admin/dashboard'));
  });

  it('loads the next page on demand', async () => {
    show({
      'GET /api/admin/player-applications': ({ query }) =>
        query.get('cursor') === 'more'
          ? [200, others]
          : [
              200,
              [playerLike()],
              { Link: '</api/admin/player-applications?cursor=more>; rel="next"' },
            ],
    });
    await row('Robin Base');
    await press('Load more applications');
    expect(await row('Lee Net')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Load more/ })).toBeNull();
  });

  it('shows an empty state when no application matches', async () => {
    show(
      { 'GET /api/admin/player-applications': () => [200, []] },
      '/admin/dashboard?status=rejected',
    );
    expect(await screen.findByText('No applications')).toBeTruthy();
  });
});

describe('a decision on an application', () => {
  it('approves and moves focus to the next application', async () => {
    let waiting = [playerLike(), ...others];
    const calls = show({
      'GET /api/admin/player-applications': () => [200, waiting],
      'PATCH /api/admin/player-applications/p1/status': () => {
        waiting = others;
        return [200, playerLike({ status: 'approved' })];
      },
    });
    const dialog = await open('Robin Base');
    for (const text of [
      'The Phoenician',
      'I would like to play every week.',
      'Advanced',
      'Not linked yet',
    ])
      expect(within(dialog).getByText(text)).toBeTruthy();
    await press('Approve');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(screen.getByText('Application status has been updated successfully.')).toBeTruthy();
    expect(sent(calls)).toEqual([{ status: 'approved', reason: '' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Robin Base' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Kim Lob' }));
  });

  it('requires a reason to reject', async () => {
    const calls = show({
      'GET /api/admin/player-applications': () => [200, [playerLike()]],
      'PATCH /api/admin/player-applications/p1/status': () => [
        200,
        playerLike({ status: 'rejected' }),
      ],
    });
    await open('Robin Base');
    await press('Reject');
    const reason = screen.getByLabelText('Reason');
    expect(screen.getByText('Please give a reason. The applicant will see it.')).toBeTruthy();
    expect(document.activeElement).toBe(reason);
    await userEvent.type(reason, ' {Enter}');
    await press('Reject');
    expect(sent(calls)).toEqual([]);
    await userEvent.type(reason, 'Our courts are full.');
    expect(screen.queryByText('Please give a reason. The applicant will see it.')).toBeNull();
    await press('Reject');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(sent(calls)).toEqual([{ status: 'rejected', reason: 'Our courts are full.' }]);
  });

  it('names the admin who decided first and refetches the list', async () => {
    const message = 'Blake Baseline has rejected this application already.';
    let waiting = [playerLike()];
    const calls = show({
      'GET /api/admin/player-applications': () => [200, waiting],
      'PATCH /api/admin/player-applications/p1/status': () => {
        waiting = [];
        return [409, { code: 'wrong_status', message, details: { status: 'rejected' } }];
      },
    });
    const dialog = await open('Robin Base');
    await press('Approve');
    expect(await within(dialog).findByText(message)).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(await screen.findByText('No applications')).toBeTruthy();
    expect(asked(calls, '/api/admin/applications')).toHaveLength(2);
  });

  it('shows a generic error when the server gives no reason', async () => {
    show({
      'GET /api/admin/player-applications': () => [200, [playerLike()]],
      'PATCH /api/admin/player-applications/p1/status': () => [500, {}],
    });
    await open('Robin Base');
    await press('Approve');
    expect(await screen.findByText('Failed to update application status.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('shows who decided, when, and why', async () => {
    const review = {
      by: 'Avery Baseline',
      at: '2027-03-13T18:00:00.000Z',
      reason: 'Lovely court.',
    };
    show(
      {
        'GET /api/admin/host-applications': () => [200, [hostLike({ status: 'approved', review })]],
      },
      '/admin/dashboard?tab=host&status=approved',
    );
    const dialog = await open('Sam Stone');
    expect(within(dialog).getByText(/^Avery Baseline, Saturday, March 13, 2027/)).toBeTruthy();
    expect(within(dialog).getByText('Lovely court.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(within(dialog).queryByLabelText('Reason')).toBeNull();
    const photo = within(dialog).getByRole('img', { name: 'Court photo 1 of 1' });
    expect(photo.getAttribute('src')).toBe('/api/photos/applications/h1/0.webp');
  });

  it('asks for a city and time zone when the address does not determine them', async () => {
    const refuse = (field: string, message: string, more = {}) =>
      [
        400,
        { code: 'invalid_request', message, details: { fields: [{ field, message }], ...more } },
      ] as const;
    const calls = show(
      {
        'GET /api/admin/host-applications': () => [200, [hostLike()]],
        'PATCH /api/admin/host-applications/h1/status': ({ body }) => {
          const { location, zone } = body as { location?: string; zone?: string };
          if (!location) return refuse('location', 'Please enter the city.');
          if (!zone)
            return refuse('zone', 'Please choose the zone.', {
              zones: ['America/Denver', 'America/Boise'],
            });
          return [200, hostLike({ status: 'approved' })];
        },
      },
      '/admin/dashboard?tab=host',
    );
    await open('Sam Stone');
    expect(screen.queryByLabelText('City')).toBeNull();
    await press('Approve');
    const city = await screen.findByLabelText('City');
    expect(document.activeElement).toBe(city);
    expect(screen.getByText('Please enter the city.')).toBeTruthy();
    await userEvent.type(city, 'Boise');
    await press('Approve');
    const zone = await screen.findByLabelText('Time zone');
    expect(screen.queryByText('Error')).toBeNull();
    expect(
      within(zone)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Please choose', 'Mountain (America/Denver)', 'America/Boise']);
    await userEvent.selectOptions(zone, 'America/Boise');
    await press('Approve');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(sent(calls).at(-1)).toEqual({
      status: 'approved',
      reason: '',
      location: 'Boise',
      zone: 'America/Boise',
    });
  });
});
