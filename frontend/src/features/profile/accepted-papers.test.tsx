import { afterEach, expect, it } from '@jest/globals';
import type { AcceptedPaper } from '@courtly/contracts/papers';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { AcceptedPapers } from './accepted-papers';

afterEach(cleanup);

const terms: AcceptedPaper = {
  name: 'terms',
  title: 'Terms of service',
  version: '2026-11',
  date: '2026-11-30',
  policyId: 'standard-1',
  draftNote: '',
  sections: [{ title: 'What Courtly does', paragraphs: ['It is a marketplace.'] }],
  acceptedAt: '2027-03-13T18:00:00.000Z',
};

const show = async (papers: AcceptedPaper[]) => {
  const calls = mockApi({
    'GET /api/auth/me': () => [200, robin],
    'GET /api/accepted-papers': () => [200, papers],
  });
  renderAt('/profile?tab=settings', <AcceptedPapers />);
  expect(calls.some(({ name }) => name === 'GET /api/accepted-papers')).toBe(false);
  await userEvent.click(screen.getByText('Show the versions that you accepted'));
};

it('shows the accepted versions with their dates and texts', async () => {
  await show([terms]);
  expect(
    await screen.findByText('Terms of service, version 2026-11, accepted Mar 13, 2027'),
  ).toBeTruthy();
  expect(screen.getByText('Version 2026-11, Nov 30, 2026')).toBeTruthy();
  expect(screen.getByText('It is a marketplace.')).toBeTruthy();
});

it('says that no accepted version is recorded', async () => {
  await show([]);
  expect(await screen.findByText(/^No accepted versions are recorded/)).toBeTruthy();
});
