import { jobRoutes as routes } from '@courtly/contracts/jobs';
import type { Input } from '@courtly/contracts/route';
import { Controller, Logger } from '@nestjs/common';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import { groupFailures } from '../../platform/processes/failure-groups.js';
import { Queues } from '../../platform/processes/queues.js';
import { ProcessJobs } from '../../platform/processes/process-jobs.service.js';

/**
 * Lets admins see, retry, and drop failed jobs. The jobs' data is shown only on the command line.
 */
@Controller()
export class JobsController {
  private readonly logger = new Logger('processes');

  constructor(
    private readonly queues: Queues,
    private readonly processJobs: ProcessJobs,
  ) {}

  @RouteHandler(routes.failedJobs)
  async failedJobs() {
    const groups = await groupFailures(this.queues.failures());
    return groups.map(({ jobs, ...group }) => ({
      ...group,
      jobs: jobs.map(({ id, attempts, lastTriedAt, retryAt }) => ({
        id,
        attempts,
        lastTriedAt,
        retryAt,
      })),
    }));
  }

  @RouteHandler(routes.retryJob)
  async retryJob(
    @RouteInput() { params: { jobId } }: Input<typeof routes.retryJob>,
    @CurrentContext() { actor }: CommandContext,
  ): Promise<void> {
    if (!(await this.queues.retry(jobId))) throw notFound('job');
    this.logger.log(`admin ${actor.id} retries job ${jobId}`);
  }

  @RouteHandler(routes.dropJob)
  async dropJob(
    @RouteInput() { params: { jobId } }: Input<typeof routes.dropJob>,
    @CurrentContext() { actor }: CommandContext,
  ): Promise<void> {
    if (!(await this.processJobs.drop(jobId))) throw notFound('job');
    this.logger.log(`admin ${actor.id} dropped job ${jobId}`);
  }
}
