import type { Invitation } from '@courtly/contracts/invitations';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { CourtGuests } from './court-guests';

afterEach(cleanup);

const LIST = 'GET /api/courts/c1/invitations';
const ADD = 'POST /api/courts/c1/invitations';
const REVOKE = 'DELETE /api/courts/c1/invitations/i1';
const guest = (changes: Partial<Invitation> = {}): Invitation => ({
  id: 'i1',
  email: 'lee@club.example',
  token: null,
  guests: 0,
  createdAt: '2027-03-01T10:00:00.000Z',
  ...changes,
});
const show = (handlers: Handlers = {}) => {
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'owner' }],
    [LIST]: () => [200, [guest()]],
    ...handlers,
  });
  renderAt('/courts/c1/edit', <CourtGuests courtId="c1" />);
  return apiCalls;
};
const names = (apiCalls: ReturnType<typeof mockApi>) =>
  apiCalls.map(({ name }) => name).filter((name) => name === ADD || name === REVOKE);

describe('the guest list of a court', () => {
  it('invites a person by email', async () => {
    let listed: Invitation[] = [];
    const apiCalls = show({
      [LIST]: () => [200, listed],
      [ADD]: () => {
        listed = [guest()];
        return [201, guest()];
      },
    });
    expect(await screen.findByText("You haven't invited anyone yet.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Invite by email'), 'lee@club.example');
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('lee@club.example')).toBeTruthy();
    expect(apiCalls.find(({ name }) => name === ADD)!.body).toEqual({ email: 'lee@club.example' });
  });

  it('sends an invitation again as a new one, and revokes it', async () => {
    const apiCalls = show({ [REVOKE]: () => [200, []], [ADD]: () => [201, guest()] });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Send again: lee@club.example' }),
    );
    await waitFor(() => expect(names(apiCalls)).toEqual([REVOKE, ADD]));
    expect(await screen.findByText('Invitation sent again')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Revoke: lee@club.example' }));
    await waitFor(() => expect(names(apiCalls)).toEqual([REVOKE, ADD, REVOKE]));
  });

  it('shows links, and why a change failed', async () => {
    const link = guest({ id: 'i2', email: null, token: 't0k3n', guests: 2 });
    show({
      [LIST]: () => [200, [link]],
      [ADD]: () => [409, { code: 'fair_use', message: 'That is the limit.' }],
    });
    expect(await screen.findByText('Link, used by 2 people')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy Link' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(await screen.findByText('That is the limit.')).toBeTruthy();
  });
});
