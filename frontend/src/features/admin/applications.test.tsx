import { afterEach, describe, expect, it } from '@jest/globals';
import type { ApplicationCounts } from '@courtly/contracts/applications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hostLike, playerLike } from '../../testing/application';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { AdminPage } from './admin-page';

afterEach(cleanup);

const otherApplications = [
  playerLike({ id: 'p2', fullName: 'Kim Lob' }),
  playerLike({ id: 'p3', fullName: 'Lee Net' }),
];
const applicationCounts: ApplicationCounts = {
  player: { total: 7, pending: 3, overdue: 0 },
  host: { total: 5, pending: 2, overdue: 1 },
};

const renderDashboard = (handlers: Handlers, address = '/admin/dashboard') => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/applications': () => [200, applicationCounts],
    ...handlers,
  });
  renderAt(address, <AdminPage />);
  return apiCalls;
};
const findRow = (name: string) => screen.findByRole('button', { name });
const openApplication = async (name: string) => {
  await userEvent.click(await findRow(name));
  return screen.findByRole('dialog', { name });
};
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sentDecisions = (apiCalls: ReturnType<typeof mockApi>) =>
  apiCalls.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body);
const requestedQueries = (apiCalls: ReturnType<typeof mockApi>, apiPath: string) =>
  apiCalls.filter(({ url }) => url.startsWith(apiPath)).map(({ url }) => url.slice(apiPath.length));

describe('the list of applications', () => {
  it('shows counters and badges above the applications', async () => {
    renderDashboard({ 'GET /api/admin/player-applications': () => [200, [playerLike()]] });
    expect(await screen.findByText('1 overdue')).toBeTruthy();
    const counterValue = (label: string) => screen.getByText(label).nextElementSibling!.textContent;
    expect(
      ['Player applications', 'Pending players', 'Host applications', 'Pending hosts'].map(
        counterValue,
      ),
    ).toEqual(['7', '3', '5', '2']);
    expect(screen.getByRole('tab', { name: 'Host Applications 2' })).toBeTruthy();
  });

  it('shows pending players with the time left to respond', async () => {
    const apiCalls = renderDashboard({
      'GET /api/admin/player-applications': () => [200, [playerLike()]],
    });
    const listItem = (await findRow('Robin Base')).closest('li')!;
    for (const text of [
      'Pending',
      'Scottsdale',
      'robin@example.test',
      'Submitted 35 h ago',
      '12 h left',
    ])
      expect(within(listItem).getByText(text)).toBeTruthy();
    expect(requestedQueries(apiCalls, '/api/admin/player-applications')).toEqual([
      '?status=pending&limit=24',
    ]);
  });

  it('keeps the tab and filters in the URL and clears the filters when the tab changes', async () => {
    const apiCalls = renderDashboard({
      'GET /api/admin/player-applications': () => [200, []],
      'GET /api/admin/host-applications': () => [200, [hostLike()]],
    });
    const currentUrl = () => screen.getByTestId('address').textContent;
    await userEvent.click(await screen.findByRole('tab', { name: /^Host Applications/ }));
    expect(await screen.findByText('3 h overdue')).toBeTruthy();
    await userEvent.click(screen.getByRole('switch', { name: 'Overdue only' }));
    await waitFor(() => expect(currentUrl()).toBe('/admin/dashboard?tab=host&overdue=yes'));
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'all');
    expect(screen.queryByRole('switch')).toBeNull();
    await userEvent.type(screen.getByLabelText('Name or email'), 'sam');
    await waitFor(() =>
      expect(currentUrl()).toBe('/admin/dashboard?tab=host&status=all&search=sam'),
    );
    const hostQueries = requestedQueries(apiCalls, '/api/admin/host-applications');
    expect(hostQueries).toContain('?status=pending&overdue=true&limit=24');
    await waitFor(() =>
      expect(requestedQueries(apiCalls, '/api/admin/host-applications').at(-1)).toBe(
        '?search=sam&limit=24',
      ),
    );
    await userEvent.click(screen.getByRole('tab', { name: /^Player Applications/ }));
    await waitFor(() => expect(currentUrl()).toBe('/admin/dashboard'));
  });

  it('loads the next page on demand', async () => {
    renderDashboard({
      'GET /api/admin/player-applications': ({ query }) =>
        query.get('cursor') === 'more'
          ? [200, otherApplications]
          : [
              200,
              [playerLike()],
              { Link: '</api/admin/player-applications?cursor=more>; rel="next"' },
            ],
    });
    await findRow('Robin Base');
    await clickButton('Load more applications');
    expect(await findRow('Lee Net')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Load more/ })).toBeNull();
  });

  it('shows an empty state when no application matches', async () => {
    renderDashboard(
      { 'GET /api/admin/player-applications': () => [200, []] },
      '/admin/dashboard?status=rejected',
    );
    expect(await screen.findByText('No applications')).toBeTruthy();
  });
});

describe('the application dialog', () => {
  it('approves and moves focus to the next application', async () => {
    let pendingApplications = [playerLike(), ...otherApplications];
    const apiCalls = renderDashboard({
      'GET /api/admin/player-applications': () => [200, pendingApplications],
      'PATCH /api/admin/player-applications/p1/status': () => {
        pendingApplications = otherApplications;
        return [200, playerLike({ status: 'approved' })];
      },
    });
    const applicationDialog = await openApplication('Robin Base');
    for (const text of [
      'The Phoenician',
      'I would like to play every week.',
      'Advanced',
      'Not linked yet',
    ])
      expect(within(applicationDialog).getByText(text)).toBeTruthy();
    await clickButton('Approve');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(screen.getByText('Application status has been updated successfully.')).toBeTruthy();
    expect(sentDecisions(apiCalls)).toEqual([{ status: 'approved', reason: '' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Robin Base' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Kim Lob' }));
  });

  it('requires a reason to reject', async () => {
    const apiCalls = renderDashboard({
      'GET /api/admin/player-applications': () => [200, [playerLike()]],
      'PATCH /api/admin/player-applications/p1/status': () => [
        200,
        playerLike({ status: 'rejected' }),
      ],
    });
    await openApplication('Robin Base');
    await clickButton('Reject');
    const reasonField = screen.getByLabelText('Reason');
    expect(screen.getByText('Please give a reason. The applicant will see it.')).toBeTruthy();
    expect(document.activeElement).toBe(reasonField);
    await userEvent.type(reasonField, ' {Enter}');
    await clickButton('Reject');
    expect(sentDecisions(apiCalls)).toEqual([]);
    await userEvent.type(reasonField, 'Our courts are full.');
    expect(screen.queryByText('Please give a reason. The applicant will see it.')).toBeNull();
    await clickButton('Reject');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(sentDecisions(apiCalls)).toEqual([
      { status: 'rejected', reason: 'Our courts are full.' },
    ]);
  });

  it('names the admin who decided first and refetches the list', async () => {
    const message = 'Blake Baseline has already rejected this application.';
    let pendingApplications = [playerLike()];
    const apiCalls = renderDashboard({
      'GET /api/admin/player-applications': () => [200, pendingApplications],
      'PATCH /api/admin/player-applications/p1/status': () => {
        pendingApplications = [];
        return [409, { code: 'wrong_status', message, details: { status: 'rejected' } }];
      },
    });
    const applicationDialog = await openApplication('Robin Base');
    await clickButton('Approve');
    expect(await within(applicationDialog).findByText(message)).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(within(applicationDialog).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(await screen.findByText('No applications')).toBeTruthy();
    expect(requestedQueries(apiCalls, '/api/admin/applications')).toHaveLength(2);
  });

  it('shows a generic error when the server gives no reason', async () => {
    renderDashboard({
      'GET /api/admin/player-applications': () => [200, [playerLike()]],
      'PATCH /api/admin/player-applications/p1/status': () => [500, {}],
    });
    await openApplication('Robin Base');
    await clickButton('Approve');
    expect(await screen.findByText('Failed to update application status.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
  });

  it('shows who decided, when, and why', async () => {
    const review = {
      by: 'Avery Baseline',
      at: '2027-03-13T18:00:00.000Z',
      reason: 'Lovely court.',
    };
    renderDashboard(
      {
        'GET /api/admin/host-applications': () => [200, [hostLike({ status: 'approved', review })]],
      },
      '/admin/dashboard?tab=host&status=approved',
    );
    const applicationDialog = await openApplication('Sam Stone');
    expect(
      within(applicationDialog).getByText(/^Avery Baseline, Saturday, March 13, 2027/),
    ).toBeTruthy();
    expect(within(applicationDialog).getByText('Lovely court.')).toBeTruthy();
    expect(within(applicationDialog).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(within(applicationDialog).queryByLabelText('Reason')).toBeNull();
    const courtPhoto = within(applicationDialog).getByRole('img', { name: 'Court photo 1 of 1' });
    expect(courtPhoto.getAttribute('src')).toBe('/api/photos/applications/h1/0.webp');
  });

  it('asks for a city and time zone when the address does not determine them', async () => {
    const refuseField = (field: string, message: string, extraDetails = {}) =>
      [
        400,
        {
          code: 'invalid_request',
          message,
          details: { fields: [{ field, message }], ...extraDetails },
        },
      ] as const;
    const apiCalls = renderDashboard(
      {
        'GET /api/admin/host-applications': () => [200, [hostLike()]],
        'PATCH /api/admin/host-applications/h1/status': ({ body }) => {
          const { location, zone } = body as { location?: string; zone?: string };
          if (!location) return refuseField('location', 'Please enter the city.');
          if (!zone)
            return refuseField('zone', 'Please choose the zone.', {
              zones: ['America/Denver', 'America/Boise'],
            });
          return [200, hostLike({ status: 'approved' })];
        },
      },
      '/admin/dashboard?tab=host',
    );
    await openApplication('Sam Stone');
    expect(screen.queryByLabelText('City')).toBeNull();
    await clickButton('Approve');
    const cityField = await screen.findByLabelText('City');
    expect(document.activeElement).toBe(cityField);
    expect(screen.getByText('Please enter the city.')).toBeTruthy();
    await userEvent.type(cityField, 'Boise');
    await clickButton('Approve');
    const zoneField = await screen.findByLabelText('Time zone');
    expect(screen.queryByText('Error')).toBeNull();
    expect(
      within(zoneField)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose a time zone', 'Mountain (America/Denver)', 'America/Boise']);
    await userEvent.selectOptions(zoneField, 'America/Boise');
    await clickButton('Approve');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(sentDecisions(apiCalls).at(-1)).toEqual({
      status: 'approved',
      reason: '',
      location: 'Boise',
      zone: 'America/Boise',
    });
  });
});
