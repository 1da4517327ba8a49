import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { signedOut, renderAt, robin } from '../../testing/render';
import { holdSession, mockApi } from '../../testing/server';
import { call } from '../../lib/api';
import { meQuery, syncSession, useSession } from './session';

function Who() {
  const { state, user } = useSession();
  return <p>{user ? user.username : state}</p>;
}

const listBookings = () => call('GET /api/bookings', { query: {} });

/** Simulates a return from another tab. */
const comeBack = () => {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
};

const signOutInAnotherTab = () => {
  holdSession(false);
  localStorage.setItem('courtly:session-changed', 'signed-out:1');
};

beforeEach(() => {
  localStorage.clear();
  focusManager.setFocused(true);
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
});

describe('the session', () => {
  it('is empty without a request if the cookie is missing', () => {
    const apiCalls = mockApi({});
    renderAt('/', <Who />);
    expect(screen.getByText('signedOut')).toBeTruthy();
    expect(apiCalls).toEqual([]);
  });

  it('loads from the server if the cookie is set', async () => {
    const apiCalls = mockApi({ 'GET /api/auth/me': () => [200, robin] });
    renderAt('/', <Who />);
    expect(screen.getByText('unknown')).toBeTruthy();
    expect(await screen.findByText('robin')).toBeTruthy();
    expect(apiCalls.map(({ name }) => name)).toEqual(['GET /api/auth/me']);
  });

  it('is empty after it expires on the server', async () => {
    mockApi({ 'GET /api/auth/me': signedOut });
    renderAt('/', <Who />);
    expect(await screen.findByText('signedOut')).toBeTruthy();
  });

  it.each([
    ['a server error', [500, {}]],
    ['a refusal by something other than the server', [403, 'Blocked by the firewall']],
  ] as const)('is unknown after %s', async (_, reply) => {
    jest.useFakeTimers();
    mockApi({ 'GET /api/auth/me': () => reply });
    renderAt('/', <Who />);
    await act(() => jest.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('unknown')).toBeTruthy();
    jest.useRealTimers();
  });

  it('ends with all its data when the server no longer accepts it', async () => {
    mockApi({ 'GET /api/auth/me': () => [200, robin], 'GET /api/bookings': signedOut });
    const queryClient = renderAt('/', <Who />);
    await screen.findByText('robin');
    queryClient.setQueryData(['/api/bookings', 'b1'], 'private');
    await act(() => queryClient.prefetchQuery({ queryKey: ['list'], queryFn: listBookings }));
    expect(await screen.findByText('signedOut')).toBeTruthy();
    expect(queryClient.getQueryData(['/api/bookings', 'b1'])).toBeUndefined();
  });

  it('detects a sign-in from another tab on focus', async () => {
    mockApi({ 'GET /api/auth/me': () => [200, robin] });
    holdSession(false);
    renderAt('/', <Who />);
    expect(screen.getByText('signedOut')).toBeTruthy();
    holdSession(true);
    comeBack();
    expect(await screen.findByText('robin')).toBeTruthy();
  });

  it('detects a sign-out from another tab on focus, without a request', async () => {
    const apiCalls = mockApi({ 'GET /api/auth/me': () => [200, robin] });
    renderAt('/', <Who />);
    await screen.findByText('robin');
    signOutInAnotherTab();
    comeBack();
    expect(await screen.findByText('signedOut')).toBeTruthy();
    expect(apiCalls).toHaveLength(1);
  });

  it.each([
    ['directly', false],
    ['after a sign-out', true],
  ])(
    'drops all cached data when another user signs in %s in another tab',
    async (_, isSignedOutBetween) => {
      let user = robin;
      mockApi({ 'GET /api/auth/me': () => [200, user] });
      const queryClient = renderAt('/', <Who />);
      const end = syncSession(queryClient);
      await screen.findByText('robin');
      queryClient.setQueryData(['message-draft', 'b1'], 'Hello');
      if (isSignedOutBetween) {
        signOutInAnotherTab();
        comeBack();
        await screen.findByText('signedOut');
      }
      holdSession(true);
      user = { ...robin, id: 'u2', username: 'wanda' };
      await act(() => queryClient.refetchQueries(meQuery));
      expect(await screen.findByText('wanda')).toBeTruthy();
      expect(queryClient.getQueryData(['message-draft', 'b1'])).toBeUndefined();
      end();
    },
  );

  it('is not refetched on every focus', async () => {
    const apiCalls = mockApi({ 'GET /api/auth/me': () => [200, robin] });
    const queryClient = renderAt('/', <Who />);
    await screen.findByText('robin');
    comeBack();
    await act(() => queryClient.refetchQueries(meQuery));
    expect(apiCalls).toHaveLength(2);
  });
});
