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
const nadiaPlayer = { id: 'u2', name: 'Nadia Ferro' };
const hanaHost = { id: 'u3', name: 'Hana Host' };
const reportedAt = '2027-03-01T17:00:00.000Z';
const reportedReview: ReportedReview = {
  id: 'b1.player',
  bookingId: 'b1',
  side: 'player',
  court,
  author: nadiaPlayer,
  isAuthorErased: false,
  rating: 2,
  createdAt: reportedAt,
  comment: 'The code is 4711.',
  reports: [{ by: hanaHost, reason: 'private', words: 'No one should read it.', at: reportedAt }],
};
const reportedMessage: ReportedMessage = {
  bookingId: 'b1',
  number: 3,
  side: 'host',
  court,
  author: hanaHost,
  sentAt: reportedAt,
  text: 'Bring cash.\nOr else.',
  report: { by: nadiaPlayer, reason: 'offensive', words: 'A threat.', at: reportedAt },
};
const REMOVE_ROUTE = 'POST /api/admin/bookings/b1/message-removals';
const KEEP_ROUTE = 'POST /api/admin/message-reports/dismissals';
const renderReports = async (message = reportedMessage, review = reportedReview) => {
  let openReports = [message];
  const closeReport = () => {
    openReports = [];
    return [200, { bookingId: 'b1', number: 3 }] as const;
  };
  const apiCalls = mockApi({
    'GET /api/auth/me': () => [200, { ...robin, role: 'admin' }],
    'GET /api/admin/review-reports': () => [200, [review]],
    'GET /api/admin/message-reports': () => [200, openReports],
    [REMOVE_ROUTE]: closeReport,
    [KEEP_ROUTE]: closeReport,
  });
  renderAt('/admin/reviews', <ReportsPage />);
  const reportRow = within(
    await screen.findByRole('list', { name: 'Reported messages' }),
  ).getAllByRole('listitem')[0]!;
  return {
    row: reportRow,
    sent: (name: string) => apiCalls.filter((call) => call.name === name).map(({ body }) => body),
  };
};
const ADMINS_READ = 'Only admins see this. It stays in the audit log.';
const confirmWithReason = async (title: string, button: string, hint = ADMINS_READ) => {
  const reasonDialog = within(await screen.findByRole('dialog', { name: title }));
  expect(reasonDialog.getByText(hint)).toBeTruthy();
  await userEvent.type(reasonDialog.getByLabelText('Reason'), 'It is a threat.');
  await userEvent.click(reasonDialog.getByRole('button', { name: button }));
};

describe('the reports page', () => {
  it('says that a message was deleted with the account of its author', async () => {
    const { row } = await renderReports({ ...reportedMessage, text: '' });
    expect(
      within(row).getByText("This message was deleted with its author's account."),
    ).toBeTruthy();
  });

  it('says that a comment was deleted with the account of its author', async () => {
    const former = { ...reportedReview, comment: '', isAuthorErased: true };
    await renderReports(reportedMessage, former);
    const reviewList = await screen.findByRole('list', { name: 'Reported reviews' });
    expect(
      within(reviewList).getByText(
        'The author deleted their account. Any comment was deleted with it.',
      ),
    ).toBeTruthy();
    expect(within(reviewList).queryByText('No comment.')).toBeNull();
  });

  it('lists reported reviews and messages with their authors and reasons', async () => {
    const { row: rowElement } = await renderReports();
    expect(rowElement.textContent).toMatch(/^Hana Host, to a player on Cholla Court/);
    expect(within(rowElement).getByText(/^Bring cash/).textContent).toBe('Bring cash.\nOr else.');
    expect(within(rowElement).getByRole('listitem').textContent).toBe(
      'Nadia Ferro: It is offensive. “A threat.”',
    );
    const reviewList = await screen.findByRole('list', { name: 'Reported reviews' });
    expect(reviewList.textContent).toMatch(/^2 of 5 stars by Nadia Ferro for Cholla Court/);
  });

  it('closes a report by removing the message, with a danger button', async () => {
    const { row: rowElement, sent } = await renderReports();
    const removeButton = within(rowElement).getByRole('button', { name: 'Remove' });
    expect(removeButton.className).toContain('text-bad');
    await userEvent.click(removeButton);
    await confirmWithReason(
      'Remove this message?',
      'Remove Message',
      'The author will see this reason.',
    );
    expect(await screen.findByText('Message removed')).toBeTruthy();
    expect(await screen.findByText('No reported messages')).toBeTruthy();
    expect(sent(REMOVE_ROUTE)).toEqual([{ number: 3, reason: 'It is a threat.' }]);
  });

  it('closes a report by keeping the message', async () => {
    const { row: rowElement, sent } = await renderReports();
    await userEvent.click(within(rowElement).getByRole('button', { name: 'Keep' }));
    await confirmWithReason('Keep this message?', 'Keep Message');
    expect(await screen.findByText('Message kept')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(KEEP_ROUTE)).toEqual([{ bookingId: 'b1', number: 3, reason: 'It is a threat.' }]);
    expect(sent(REMOVE_ROUTE)).toEqual([]);
  });
});
