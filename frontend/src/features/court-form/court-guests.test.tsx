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
const AGAIN = 'POST /api/courts/c1/invitations/i1/email';
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
  apiCalls.map(({ name }) => name).filter((name) => [ADD, AGAIN, REVOKE].includes(name));

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
    const apiCalls = show({ [REVOKE]: () => [200, []], [AGAIN]: () => [201, guest()] });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Send again: lee@club.example' }),
    );
    expect(await screen.findByText('Invitation sent again')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Revoke: lee@club.example' }));
    await waitFor(() => expect(names(apiCalls)).toEqual([AGAIN, REVOKE]));
  });

  it('keeps the invitation if it is not sent again', async () => {
    show({ [AGAIN]: () => [409, { code: 'fair_use', message: 'That is the limit.' }] });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Send again: lee@club.example' }),
    );
    expect(await screen.findByText('That is the limit.')).toBeTruthy();
    expect(screen.getByText('lee@club.example')).toBeTruthy();
  });

  it('says that someone is already invited', async () => {
    show({ [ADD]: () => [201, guest()] });
    expect(await screen.findByText('lee@club.example')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Invite by email'), 'lee@club.example');
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByText('Already invited')).toBeTruthy();
    expect(screen.queryByText('Invitation sent')).toBeNull();
  });

  it('asks before a used link is revoked, and names an invitation without an address', async () => {
    const link = guest({ email: null, token: 't0k3n', guests: 2 });
    const apiCalls = show({
      [LIST]: () => [200, [link, guest({ id: 'i2', email: null })]],
      [REVOKE]: () => [200, []],
    });
    expect(await screen.findByText('A person whose address is no longer stored')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Revoke: Link from / }));
    expect(await screen.findByText(/will no longer be able to book the court/)).toBeTruthy();
    expect(names(apiCalls)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Revoke Link' }));
    await waitFor(() => expect(names(apiCalls)).toEqual([REVOKE]));
  });

  it('shows links, and why a change failed', async () => {
    const link = guest({ id: 'i2', email: null, token: 't0k3n', guests: 2 });
    show({
      [LIST]: () => [200, [link]],
      [ADD]: () => [409, { code: 'fair_use', message: 'That is the limit.' }],
    });
    expect(await screen.findByText(/^Link from .*, used by 2 people$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Copy: Link from / })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create Link' }));
    expect(await screen.findByText('That is the limit.')).toBeTruthy();
  });
});
