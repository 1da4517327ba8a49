import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { playerLike } from '../../testing/application';
import { turnShortcuts } from '../../lib/use-shortcuts';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminPage } from './admin-page';

afterEach(cleanup);

const pendingApplications = [
  playerLike(),
  playerLike({ id: 'p2', fullName: 'Kim Lob' }),
  playerLike({ id: 'p3', fullName: 'Lee Net' }),
];
const applicationCounts = { total: 3, pending: 3, overdue: 0 };

describe('keyboard shortcuts for applications', () => {
  let apiCalls: ReturnType<typeof mockApi>;
  beforeEach(async () => {
    apiCalls = mockApi({
      'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
      'GET /api/admin/applications': () => [
        200,
        { player: applicationCounts, host: applicationCounts },
      ],
      'GET /api/admin/player-applications': () => [200, pendingApplications],
      'PATCH /api/admin/player-applications/p2/status': () => [
        200,
        playerLike({ id: 'p2', status: 'approved' }),
      ],
    });
    renderAt('/admin/dashboard', <AdminPage />);
    await screen.findByRole('button', { name: 'Robin Base' });
  });
  const sentDecisions = () =>
    apiCalls.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body);
  const focusedText = () => document.activeElement!.textContent;

  it('move between rows, except while typing in a text field', async () => {
    await userEvent.keyboard('j');
    expect(focusedText()).toBe('Robin Base');
    await userEvent.keyboard('j{ArrowDown}');
    expect(focusedText()).toBe('Lee Net');
    await userEvent.keyboard('j');
    expect(focusedText()).toBe('Lee Net');
    await userEvent.keyboard('k{ArrowUp}');
    expect(focusedText()).toBe('Robin Base');
    const searchField = screen.getByLabelText<HTMLInputElement>('Name or email');
    await userEvent.type(searchField, 'jk');
    expect(document.activeElement).toBe(searchField);
    expect(searchField.value).toBe('jk');
  });

  it('open an application, step through the list, and return to the last viewed row', async () => {
    await userEvent.keyboard('j{Enter}');
    await screen.findByRole('dialog', { name: 'Robin Base' });
    await userEvent.keyboard('p');
    expect(await screen.findByRole('dialog', { name: 'Robin Base' })).toBeTruthy();
    await userEvent.keyboard('nn');
    expect(await screen.findByRole('dialog', { name: 'Lee Net' })).toBeTruthy();
    await userEvent.keyboard('p');
    expect(await screen.findByRole('dialog', { name: 'Kim Lob' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focusedText()).toBe('Kim Lob');
  });

  it('jump to the reason field, where they type letters, and approve', async () => {
    await userEvent.keyboard('jj{Enter}');
    await screen.findByRole('dialog', { name: 'Kim Lob' });
    await userEvent.keyboard('r');
    const reasonField = screen.getByLabelText<HTMLTextAreaElement>('Reason');
    expect(document.activeElement).toBe(reasonField);
    await userEvent.keyboard('rana');
    expect(reasonField.value).toBe('rana');
    expect(sentDecisions()).toEqual([]);
    await userEvent.click(screen.getByText('Reason for joining'));
    fireEvent.keyDown(document.activeElement!, { key: 'a', repeat: true });
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(sentDecisions()).toEqual([]);
    await userEvent.keyboard('a');
    expect(sentDecisions()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Approve' }));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(sentDecisions()).toEqual([{ status: 'approved', reason: 'rana' }]);
  });

  it('ask before another application replaces one whose reason was entered', async () => {
    await userEvent.keyboard('j{Enter}r');
    await userEvent.keyboard('Sorry');
    await userEvent.click(screen.getByText('Reason for joining'));
    await userEvent.keyboard('n');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'Sorry');
    await userEvent.keyboard('n');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard Changes' }));
    expect(await screen.findByRole('dialog', { name: 'Kim Lob' })).toBeTruthy();
  });

  it('can be turned off', async () => {
    turnShortcuts(false);
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(document.body);
    turnShortcuts(true);
    await userEvent.keyboard('j');
    expect(focusedText()).toBe('Robin Base');
  });

  it('appear in a hint above the list', () =>
    expect(screen.getByText(/to move between rows/)).toBeTruthy());
});
