import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { playerLike } from '../../testing/application';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AdminPage } from './admin-page';

afterEach(cleanup);

const waiting = [
  playerLike(),
  playerLike({ id: 'p2', fullName: 'Kim Lob' }),
  playerLike({ id: 'p3', fullName: 'Lee Net' }),
];
const counts = { total: 3, pending: 3, overdue: 0 };

describe('keyboard shortcuts for applications', () => {
  let calls: ReturnType<typeof mockApi>;
  beforeEach(async () => {
    calls = mockApi({
      'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
      'GET /api/admin/applications': () => [200, { player: counts, host: counts }],
      'GET /api/admin/player-applications': () => [200, waiting],
      'PATCH /api/admin/player-applications/p2/status': () => [
        200,
        playerLike({ id: 'p2', status: 'approved' }),
      ],
    });
    renderAt('/admin/dashboard', <AdminPage />);
    await screen.findByRole('button', { name: 'Robin Base' });
  });
  const sent = () => calls.filter(({ name }) => name.startsWith('PATCH')).map(({ body }) => body);
  const focused = () => document.activeElement!.textContent;

  it('move between rows, except while typing in a text field', async () => {
    await userEvent.keyboard('j');
    expect(focused()).toBe('Robin Base');
    await userEvent.keyboard('j{ArrowDown}');
    expect(focused()).toBe('Lee Net');
    await userEvent.keyboard('j');
    expect(focused()).toBe('Lee Net');
    await userEvent.keyboard('k{ArrowUp}');
    expect(focused()).toBe('Robin Base');
    const search = screen.getByLabelText<HTMLInputElement>('Name or email');
    await userEvent.type(search, 'jk');
    expect(document.activeElement).toBe(search);
    expect(search.value).toBe('jk');
  });

  it('open an application, step through the list, and return to the row viewed last', async () => {
    await userEvent.keyboard('j{Enter}');
    await screen.findByRole('dialog', { name: 'Robin Base' });
    await userEvent.keyboard('p');
    expect(screen.getByRole('dialog', { name: 'Robin Base' })).toBeTruthy();
    await userEvent.keyboard('nn');
    expect(screen.getByRole('dialog', { name: 'Lee Net' })).toBeTruthy();
    await userEvent.keyboard('p');
    expect(screen.getByRole('dialog', { name: 'Kim Lob' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focused()).toBe('Kim Lob');
  });

  it('jump to the reason field, type there as letters, and approve', async () => {
    await userEvent.keyboard('jj{Enter}');
    await screen.findByRole('dialog', { name: 'Kim Lob' });
    await userEvent.keyboard('r');
    const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason');
    expect(document.activeElement).toBe(reason);
    await userEvent.keyboard('rana');
    expect(reason.value).toBe('rana');
    expect(sent()).toEqual([]);
    await userEvent.click(screen.getByText('Why join'));
    fireEvent.keyDown(document.activeElement!, { key: 'a', repeat: true });
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(sent()).toEqual([]);
    await userEvent.keyboard('a');
    expect(await screen.findByText('Status Updated')).toBeTruthy();
    expect(sent()).toEqual([{ status: 'approved', reason: 'rana' }]);
  });

  it('appear in a hint above the list', () =>
    expect(screen.getByText(/to move between rows/)).toBeTruthy());
});
