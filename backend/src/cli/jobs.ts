import { Command } from 'commander';
import { type FailureGroup, groupFailures } from '../platform/processes/failure-groups.js';
import { Queues } from '../platform/processes/queues.js';
import { ProcessJobs } from '../platform/processes/process-jobs.service.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { formatCount, formatTable } from './table.js';

const MAX_IDS = 3;

const nextAttempts = ({ nextFrom, nextUntil }: FailureGroup): string => {
  if (nextFrom === null) return 'none';
  return nextFrom === nextUntil ? nextFrom : `${nextFrom} to ${nextUntil}`;
};

const idsOf = ({ count, jobs }: FailureGroup): string => {
  const shown = jobs.slice(0, MAX_IDS).map(({ id }) => id);
  const more = count - shown.length;
  return [...shown, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(' ');
};

const unknownJob = (id: string) =>
  new Failure(`There is no failed job ${id}. Run "courtly jobs list" to see failed jobs.`);

const listJobs = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const groups = await groupFailures(application.get(Queues).failures());
    if (groups.length === 0) return cli.print('No jobs have failed.');
    cli.print(
      formatTable([
        ['process', 'jobs', 'next attempt', 'reason', 'ids'],
        ...groups.map((group) => [
          group.process,
          formatCount(group.count),
          nextAttempts(group),
          group.reason,
          idsOf(group),
        ]),
      ]),
    );
  });

const showJob = (cli: Cli, id: string) =>
  withApplication(cli, async (application) => {
    const failure = await application.get(Queues).findFailure(id);
    if (!failure) throw unknownJob(id);
    cli.print(JSON.stringify(failure, null, 2));
  });

const retryJobs = (cli: Cli, id: string | undefined) =>
  withApplication(cli, async (application) => {
    const queues = application.get(Queues);
    const retried = id ? Number(await queues.retry(id)) : await queues.retryAll();
    if (id && retried === 0) throw unknownJob(id);
    cli.print(`Jobs retried: ${formatCount(retried)}.`);
  });

const dropJob = (cli: Cli, id: string) =>
  withApplication(cli, async (application) => {
    if (!(await application.get(ProcessJobs).drop(id))) throw unknownJob(id);
    cli.print(`Dropped job ${id}. If its work is still due, the next sweep adds it again.`);
  });

export const jobsCommand = (cli: Cli): Command => {
  const jobs = new Command('jobs');
  jobs
    .command('list')
    .description('show failed jobs by process and reason, with the times of the next attempts')
    .action(() => listJobs(cli));
  jobs
    .command('show')
    .description('show a failed job as JSON')
    .argument('<id>')
    .action((id: string) => showJob(cli, id));
  jobs
    .command('retry')
    .description('run a failed job now, or all of them')
    .argument('[id]')
    .action((id: string | undefined) => retryJobs(cli, id));
  jobs
    .command('drop')
    .description('remove a failed job without running it')
    .argument('<id>')
    .action((id: string) => dropJob(cli, id));
  return jobs;
};
