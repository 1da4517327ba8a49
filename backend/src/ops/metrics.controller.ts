import { Controller, Get, Header } from '@nestjs/common';
import { metrics, queueDepth } from '../kernel/metrics.js';
import { DEADLINES, Queues } from '../jobs/queues.js';

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Prometheus reads this; queue depths are asked for when it does. */
@Controller()
export class MetricsController {
  constructor(private readonly queues: Queues) {}

  @Get('/metrics')
  @Header('Content-Type', metrics.contentType)
  async show(): Promise<string> {
    const counts = await this.queues.deadlines.getJobCounts(...STATES).catch(() => ({}) as Record<string, number>);
    for (const [state, count] of Object.entries(counts)) queueDepth.set({ queue: DEADLINES, state }, count);
    return metrics.metrics();
  }
}
