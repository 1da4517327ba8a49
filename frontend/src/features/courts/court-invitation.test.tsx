import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { popReturnPath } from '../../resources/session/return-path';
import { renderAt, robin, signedOut } from '../../testing/render';
import { type Handlers, mockApi } from '../../testing/server';
import { CourtInvitationPage } from './court-invitation-page';

afterEach(cleanup);

const CALL = 'POST /api/invitations/t/accept';
const open = (handlers: Handlers) => {
  const apiCalls = mockApi({ 'GET /api/auth/me': () => [200, robin], ...handlers });
  renderAt(
    '/invitations/t',
    <Routes>
      <Route path="/invitations/:token" element={<CourtInvitationPage />} />
    </Routes>,
  );
  return apiCalls;
};
const accept = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Accept Invitation' }));

describe('an emailed invitation to a court', () => {
  it('is accepted when the button is clicked, not when the link is opened', async () => {
    const apiCalls = open({ [CALL]: () => [200, { courtId: 'c1' }] });
    await screen.findByText(/Accept as robin@example.test\?/);
    expect(apiCalls.filter(({ name }) => name === CALL)).toEqual([]);
    await accept();
    const link = await screen.findByRole('link', { name: 'See the Court' });
    expect(link.getAttribute('href')).toBe('/courts/c1');
  });

  it('shows why a link does not work', async () => {
    const message = 'This invitation is for a different email address.';
    open({ [CALL]: () => [403, { code: 'forbidden', message }] });
    await accept();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('asks a visitor to sign in and returns afterward', async () => {
    open({ 'GET /api/auth/me': signedOut });
    expect(await screen.findByRole('link', { name: 'Create Account' })).toBeTruthy();
    expect(popReturnPath()).toBe('/invitations/t');
  });
});
