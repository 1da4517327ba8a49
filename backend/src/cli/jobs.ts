import { Command } from 'commander';
import { type JobFailure, Queues } from '../platform/processes/queues.js';
import { ProcessRunner } from '../platform/processes/runner.js';
import { withApplication } from './application.js';
import { type Cli, Failure } from './cli.js';
import { formatCount, formatTable } from './table.js';

const nextAttempt = ({ retryAt }: JobFailure) => retryAt ?? 'none';

const unknownJob = (id: string) => new Failure(`No job ${id} has failed.`);

const listJobs = (cli: Cli) =>
  withApplication(cli, async (application) => {
    const failures = await application.get(Queues).listFailures();
    if (failures.length === 0) return cli.print('No job has failed.');
    cli.print(
      formatTable([
        ['id', 'process', 'attempts', 'last attempt', 'next attempt', 'reason'],
        ...failures.map((failure) => [
          failure.id,
          failure.process,
          formatCount(failure.attempts),
          failure.lastTriedAt,
          nextAttempt(failure),
          failure.reason,
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
    const ids = id ? [id] : (await queues.listFailures()).map((failure) => failure.id);
    let retried = 0;
    for (const jobId of ids) if (await queues.retry(jobId)) retried++;
    if (id && retried === 0) throw unknownJob(id);
    cli.print(`Jobs retried: ${formatCount(retried)}.`);
  });

const dropJob = (cli: Cli, id: string) =>
  withApplication(cli, async (application) => {
    if (!(await application.get(ProcessRunner).dropJob(id))) throw unknownJob(id);
    cli.print(`Dropped job ${id}. If its work is still due, the next sweep adds it again.`);
  });

export const jobsCommand = (cli: Cli): Command => {
  const jobs = new Command('jobs');
  jobs
    .command('list')
    .description('show the jobs that failed, with the time of the next attempt')
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
