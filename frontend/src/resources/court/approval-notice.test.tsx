import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { courtLike } from '../../testing/court';
import { renderAt, robin, signedOut } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { ApprovalNotice } from './approval-notice';

afterEach(cleanup);

it('says to the host how to be listed', async () => {
  mockApi({ 'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }] });
  renderAt('/courts/c1', <ApprovalNotice court={courtLike({ ownerId: robin.id })} />);
  expect(await screen.findByRole('link', { name: 'Apply to Host' })).toBeTruthy();
  expect(screen.getByText(/Existing bookings remain valid/)).toBeTruthy();
});

it('says to others why they cannot book', async () => {
  mockApi({ 'GET /api/auth/me': signedOut });
  renderAt('/courts/c1', <ApprovalNotice court={courtLike({ ownerId: 'someone' })} />);
  expect(await screen.findByText(/Courtly hasn't approved its host/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
