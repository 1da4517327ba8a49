import { afterEach, expect, it } from '@jest/globals';
import type { HostApproval } from '@courtly/contracts/applications';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { HostApprovalStep } from './host-approval';

afterEach(cleanup);

const LATER = '2099-03-16T17:00:00.000Z';
const show = (approval: HostApproval, isEmailVerified = true) => {
  const calls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner', isEmailVerified }],
    'GET /api/host/approval': () => [200, approval],
    'POST /api/host/approval/link': () => [200, { expiresAt: LATER }],
  });
  renderAt('/host/earnings', <HostApprovalStep />);
  return calls;
};
const canApply = () => screen.queryByRole('link', { name: 'Apply to Host' }) !== null;

it('lets a host apply, or find an application with an unverified email', async () => {
  show({ state: 'missing' });
  expect(await screen.findByText(/^Tell us about your court/)).toBeTruthy();
  expect(canApply()).toBe(true);
  expect(screen.queryByText(/verify it in your settings/)).toBeNull();
  cleanup();
  show({ state: 'missing' }, false);
  expect(await screen.findByText(/verify it in your settings/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Settings' })).toBeTruthy();
});

it('does not ask for another application while one is pending or approved', async () => {
  show({ state: 'pending', answerBy: LATER });
  expect(await screen.findByText(/will respond by Mon, Mar 16\.$/)).toBeTruthy();
  expect(canApply()).toBe(false);
  cleanup();
  const approved = { state: 'approved', email: 'robin@example.test' } as const;
  const calls = show({ ...approved, linkExpiresAt: LATER });
  expect(await screen.findByText(/Open the link in the email that we sent to robin@/)).toBeTruthy();
  expect(canApply()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Send Link Again' }));
  expect(await screen.findByText('Link sent')).toBeTruthy();
  expect(calls.some(({ name }) => name === 'POST /api/host/approval/link')).toBe(true);
  cleanup();
  show({ ...approved, linkExpiresAt: '2026-01-01T00:00:00.000Z' });
  expect(await screen.findByText(/The link that we sent to robin@.*has expired/)).toBeTruthy();
});

it('says why an application was rejected, and that the host can apply again', async () => {
  show({ state: 'rejected', reason: 'The court has no net' });
  expect(
    await screen.findByText(
      "We couldn't approve your application: The court has no net. You can apply again.",
    ),
  ).toBeTruthy();
  expect(canApply()).toBe(true);
});

it('offers to try again if the approval cannot be loaded', async () => {
  let attempts = 0;
  mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    'GET /api/host/approval': () =>
      ++attempts === 1
        ? [503, { code: 'store_unavailable', message: 'Try again.' }]
        : [200, { state: 'missing' }],
  });
  renderAt('/host/earnings', <HostApprovalStep />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(/^Tell us about your court/)).toBeTruthy();
});
