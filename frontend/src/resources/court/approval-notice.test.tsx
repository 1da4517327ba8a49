import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { courtLike } from '../../testing/court';
import { renderAt, robin, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { ApprovalNotice } from './approval-notice';

afterEach(cleanup);

it('shows the host how to get listed', async () => {
  mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    'GET /api/host/approval': () => [200, { state: 'missing' }],
  });
  renderAt('/courts/c1', <ApprovalNotice court={courtLike({ ownerId: robin.id })} />);
  expect(await screen.findByRole('link', { name: 'Apply to Host' })).toBeTruthy();
  expect(
    screen.getByText(/approved hosts in good standing.*Existing bookings remain/),
  ).toBeTruthy();
});

it('shows others that they cannot book, without mentioning the approval', async () => {
  mockApi({ 'GET /api/auth/me': signedOut });
  renderAt('/courts/c1', <ApprovalNotice court={courtLike({ ownerId: 'someone' })} />);
  expect(
    await screen.findByText(
      "Players can't find or book this court now. Existing bookings remain valid.",
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
