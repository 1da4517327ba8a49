import type { FailedJob, FailedJobs } from '@courtly/contracts/jobs';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api';
import { AdminLayout } from '../../resources/admin/admin-layout';
import { failedJobsQuery } from '../../resources/admin/admin-queries';
import { useAdminAction } from '../../resources/admin/use-admin-action';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { QueryPanel } from '../../ui/query-panel';
import { FactList, instantLabel } from './case-details';
import { Heading, Section } from '../../ui/heading';

export function SystemPage() {
  return (
    <AdminLayout
      title="System"
      lead="Emails and other work that failed. Courtly retries most of it automatically."
    >
      <Section title="Failed jobs">
        <QueryPanel query={useQuery(failedJobsQuery)} label="failed jobs">
          {(failedJobs) =>
            failedJobs.length === 0 ? (
              <EmptyState title="Nothing has failed">All work is done or on schedule.</EmptyState>
            ) : (
              <ul className="border-t border-rule">
                {failedJobs.map((group) => (
                  <FailedJobsRow
                    key={JSON.stringify([group.process, group.reason, group.nextFrom === null])}
                    group={group}
                  />
                ))}
              </ul>
            )
          }
        </QueryPanel>
      </Section>
    </AdminLayout>
  );
}

const nextAttemptsLabel = ({ nextFrom, nextUntil }: FailedJobs): string => {
  if (nextFrom === null || nextUntil === null) return 'None';
  const [from, until] = [instantLabel(nextFrom), instantLabel(nextUntil)];
  return from === until ? from : `${from} to ${until}`;
};

/** The jobs that failed and their next attempts. A large group is collapsed at first. */
function FailedJobsRow({ group }: { group: FailedJobs }) {
  const { process, reason, count, jobs } = group;
  const rows = (
    <ul className="grid gap-5">
      {jobs.map((failedJob) => (
        <FailedJobRow key={failedJob.id} failedJob={failedJob} />
      ))}
    </ul>
  );
  return (
    <li className="grid gap-3 border-b border-rule py-5 wrap-anywhere">
      <Heading level={3}>{process}</Heading>
      <p>{reason}</p>
      {count === 1 ? (
        rows
      ) : (
        <>
          <FactList
            facts={[
              ['Jobs', String(count)],
              ['Next attempts', nextAttemptsLabel(group)],
            ]}
          />
          <details>
            <summary className="cursor-pointer py-2">
              {count > jobs.length ? `Show ${jobs.length} of ${count} jobs` : 'Show the jobs'}
            </summary>
            <div className="mt-3">{rows}</div>
          </details>
        </>
      )}
    </li>
  );
}

function FailedJobRow({ failedJob }: { failedJob: FailedJob }) {
  const { id: jobId, attempts, lastTriedAt, retryAt } = failedJob;
  const retry = useAdminAction(
    () => call('POST /api/admin/jobs/:jobId/attempts', { params: { jobId } }),
    'The job runs now',
  );
  const drop = useAdminAction(
    () => call('DELETE /api/admin/jobs/:jobId', { params: { jobId } }),
    'Job dropped',
  );
  const isBusy = retry.isPending || drop.isPending;
  return (
    <li className="grid gap-3">
      <FactList
        facts={[
          ['Job', jobId],
          ['Attempts', String(attempts)],
          ['Last attempt', instantLabel(lastTriedAt)],
          ['Next attempt', retryAt ? instantLabel(retryAt) : 'None'],
        ]}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" disabled={isBusy} onClick={() => retry.mutate()}>
          Retry Now
        </Button>
        <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => drop.mutate()}>
          Drop
        </Button>
      </div>
    </li>
  );
}
