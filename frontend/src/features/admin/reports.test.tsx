import { afterEach, describe, expect, it } from '@jest/globals';
import type { ReportedMessage } from '@courtly/contracts/messages';
import type { ReportedReview } from '@courtly/contracts/reviews';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { ReportsPage } from './reports-page';

afterEach(cleanup);

const court = { id: 'c1', name: 'Cholla Court' };
const nadia = { id: 'u2', name: 'Nadia Ferro' };
const hana = { id: 'u3', name: 'Hana Host' };
const at = '2027-03-01T17:00:00.000Z';
const review: ReportedReview = {
  id: 'b1.player',
  bookingId: 'b1',
  side: 'player',
  court,
  author: nadia,
  rating: 2,
  createdAt: at,
  comment: 'The code is 4711.',
  reports: [{ by: hana, reason: 'private', words: 'Nobody should read it.', at }],
};
const message: ReportedMessage = {
  bookingId: 'b1',
  number: 3,
  side: 'host',
  court,
  author: hana,
  sentAt: at,
  text: 'Bring cash.\nOr else.',
  report: { by: nadia, reason: 'offensive', words: 'A threat.', at },
};
const REMOVE = 'POST /api/admin/bookings/b1/message-removals';
const KEEP = 'POST /api/admin/message-reports/dismissals';
const show = async () => {
  let waiting = [message];
  const answer = () => {
    waiting = [];
    return [200, { bookingId: 'b1', number: 3 }] as const;
  };
  const calls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/review-reports': () => [200, [review]],
    'GET /api/admin/message-reports': () => [200, waiting],
    [REMOVE]: answer,
    [KEEP]: answer,
  });
  renderAt('/admin/reviews', <ReportsPage />);
  const row = within(await screen.findByRole('list', { name: 'Reported messages' })).getAllByRole(
    'listitem',
  )[0]!;
  return {
    row,
    sent: (name: string) => calls.filter((call) => call.name === name).map(({ body }) => body),
  };
};
const because = async (title: string, button: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(dialog.getByText('Only admins see this. It stays in the audit log.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Reason'), 'It is a threat.');
  await userEvent.click(dialog.getByRole('button', { name: button }));
};

describe('the reports page', () => {
  it('lists reported reviews and messages with author and reason', async () => {
    const { row } = await show();
    expect(row.textContent).toMatch(/^Hana Host, to a player on Cholla Court/);
    expect(within(row).getByText(/^Bring cash/).textContent).toBe('Bring cash.\nOr else.');
    expect(within(row).getByRole('listitem').textContent).toBe(
      'Nadia Ferro: It is offensive. “A threat.”',
    );
    const reviews = await screen.findByRole('list', { name: 'Reported reviews' });
    expect(reviews.textContent).toMatch(/^2 of 5 stars by Nadia Ferro for Cholla Court/);
  });

  it('closes a report by removing the message, with a danger button', async () => {
    const { row, sent } = await show();
    const remove = within(row).getByRole('button', { name: 'Remove' });
    expect(remove.className).toContain('text-bad');
    await userEvent.click(remove);
    await because('Remove this message?', 'Remove Message');
    expect(await screen.findByText('Message removed')).toBeTruthy();
    expect(await screen.findByText('No reported messages')).toBeTruthy();
    expect(sent(REMOVE)).toEqual([{ number: 3, reason: 'It is a threat.' }]);
  });

  it('closes a report by keeping the message', async () => {
    const { row, sent } = await show();
    await userEvent.click(within(row).getByRole('button', { name: 'Keep' }));
    await because('Keep this message?', 'Keep Message');
    expect(await screen.findByText('Message kept')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(KEEP)).toEqual([{ bookingId: 'b1', number: 3, reason: 'It is a threat.' }]);
    expect(sent(REMOVE)).toEqual([]);
  });
});
