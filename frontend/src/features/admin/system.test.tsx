import { afterEach, expect, it } from '@jest/globals';
import type { FailedJob, FailedJobs } from '@courtly/contracts/jobs';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt, robin } from '../../testing/render';
import { mockApi } from '../../testing/server';
import { SystemPage } from './system-page';

afterEach(cleanup);

const failedJob = (id: string, retryAt: string | null): FailedJob => ({
  id,
  attempts: 3,
  lastTriedAt: '2027-03-01T10:00:00.000Z',
  retryAt,
});
const groupOf = (jobs: FailedJob[], count = jobs.length): FailedJobs => {
  const next = jobs.map(({ retryAt }) => retryAt).sort();
  return {
    process: 'noticeMails',
    reason: 'the mail server rejected the email: EMESSAGE 554',
    count,
    nextFrom: next[0] ?? null,
    nextUntil: next.at(-1) ?? null,
    jobs,
  };
};
const signedIn = () => [200, { ...robin, role: 'admin' }] as [number, object];

it('the system page lists failed jobs, retries one, and drops another', async () => {
  let jobs = [failedJob('notice.1', null), failedJob('notice.2', '2027-03-01T11:00:00.000Z')];
  const remove = (id: string) => {
    jobs = jobs.filter((job) => job.id !== id);
  };
  mockApi({
    'GET /api/auth/me': signedIn,
    'GET /api/admin/jobs': () => [200, jobs.map((job) => groupOf([job]))],
    'POST /api/admin/jobs/notice.1/attempts': () => {
      remove('notice.1');
      return [202];
    },
    'DELETE /api/admin/jobs/notice.2': () => {
      remove('notice.2');
      return [204];
    },
  });
  renderAt('/admin/system', <SystemPage />);
  const [first, second] = (await screen.findAllByRole('listitem')).filter((item) =>
    within(item).queryByRole('heading'),
  );
  expect(within(first!).getByText('None')).toBeTruthy();
  expect(within(second!).queryByText('None')).toBeNull();
  await userEvent.click(within(first!).getByRole('button', { name: 'Retry Now' }));
  expect(await screen.findByText('The job runs now')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Drop' }));
  expect(await screen.findByText('Job dropped')).toBeTruthy();
  expect(await screen.findByText('Nothing has failed')).toBeTruthy();
});

it('the system page shows jobs that failed for the same reason as one entry with their retry times', async () => {
  const jobs = [10, 20].map((minute) =>
    failedJob(`notice.${minute}`, `2027-03-01T11:${minute}:00.000Z`),
  );
  mockApi({
    'GET /api/auth/me': signedIn,
    'GET /api/admin/jobs': () => [200, [groupOf(jobs, 620)]],
  });
  renderAt('/admin/system', <SystemPage />);
  expect(await screen.findAllByRole('heading', { name: 'noticeMails' })).toHaveLength(1);
  expect(screen.getByText('620')).toBeTruthy();
  expect(screen.getByText(/11:10.* to .*11:20/)).toBeTruthy();
  expect(screen.getByText('Show 2 of 620 jobs')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Retry Now', hidden: true })).toHaveLength(2);
});
