import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { AdminRoutes } from '../features/admin/admin-routes';
import { BookingsPage } from '../features/bookings/bookings-page';
import { HostDashboardPage } from '../features/hosting/host-dashboard-page';
import { MatchesPage } from '../features/matches/matches-page';
import { exampleHandlers } from '../testing/example-handlers';
import { renderAt, robin } from '../testing/render';
import { mockApi } from '../testing/server';

afterEach(cleanup);

const routes = (
  <Routes>
    <Route path="/bookings" element={<BookingsPage />} />
    <Route path="/host-dashboard" element={<HostDashboardPage />} />
    <Route path="/matches/*" element={<MatchesPage />} />
    <Route path="/admin/*" element={<AdminRoutes />} />
  </Routes>
);

const requestsFor = async (address: string, rowCount: number): Promise<string[]> => {
  const role = address.startsWith('/admin') ? 'admin' : 'owner';
  const apiCalls = mockApi(exampleHandlers({ ...robin, role }, rowCount));
  const queryClient = renderAt(address, routes);
  let previousCount = -1;
  await waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
    expect(queryClient.isFetching()).toBe(0);
    const isQuiet = apiCalls.length === previousCount;
    previousCount = apiCalls.length;
    expect(isQuiet).toBe(true);
  });
  cleanup();
  queryClient.clear();
  return apiCalls.map(({ name }) => name).sort();
};

describe('the number of requests of a page', () => {
  it.each([
    '/bookings',
    '/bookings?tab=past',
    '/host-dashboard?tab=bookings',
    '/matches',
    '/admin/users',
    '/admin/courts',
    '/admin/bookings',
    '/admin/incidents',
    '/admin/disputes',
    '/admin/reviews',
    '/admin/rating-flags',
  ])('at the address %s does not depend on the number of rows', async (address) => {
    const requestsForOneRow = await requestsFor(address, 1);
    expect(requestsForOneRow.length).toBeGreaterThan(0);
    expect(await requestsFor(address, 24)).toEqual(requestsForOneRow);
  });

  it('for the past bookings of a host includes one for all payouts', async () => {
    const requests = await requestsFor('/bookings?tab=past', 24);
    expect(requests.filter((name) => name === 'GET /api/host/payouts')).toHaveLength(1);
  });
});
