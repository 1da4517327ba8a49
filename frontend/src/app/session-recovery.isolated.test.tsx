import { afterEach, expect, it, jest } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { call } from '../lib/api';
import { meQuery } from '../resources/session/session';
import { renderAt, robin, signedOut } from '../testing/render';
import { mockApi } from '../testing/server';

jest.unstable_mockModule('../features/auth/sign-in-again-dialog', () => {
  throw new Error('The network is gone.');
});
const { SessionRecovery } = await import('./session-recovery');

afterEach(cleanup);

it('a sign-in dialog that cannot load keeps the user and fails only the request', async () => {
  jest.spyOn(console, 'error').mockReturnValue(undefined);
  mockApi({ 'GET /api/auth/me': () => [200, robin], 'GET /api/bookings': signedOut });
  const queryClient = renderAt(
    '/',
    <SessionRecovery>
      <p>The page</p>
    </SessionRecovery>,
  );
  queryClient.setQueryData(meQuery.queryKey, robin);
  const bookings = call('GET /api/bookings', { query: {} }).catch((error: unknown) => error);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(await bookings).toMatchObject({ status: 401, isSessionEnd: false });
  expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(robin);
  expect(screen.getByText('The page')).toBeTruthy();
});
