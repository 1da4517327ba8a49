import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { Queues } from '../processes/queues.js';
import { Lags } from '../projections/lags.js';
import { metrics, queueDepth } from '../stores/metrics.js';

/**
 * Serves `GET /metrics` for Prometheus on a private port (METRICS_HOST, METRICS_PORT; 0 disables
 * it). Measures queue depths and lags on each request.
 */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly queues: Queues,
    private readonly lags: Lags,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the port is in use */
  async listen(): Promise<void> {
    const { METRICS_HOST, METRICS_PORT } = this.config;
    if (METRICS_PORT === 0) return;
    this.server = createServer(({ method, url }, response) => {
      if (method !== 'GET' || url !== '/metrics') return void response.writeHead(404).end();
      this.collectMetrics().then(
        (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    this.server.listen(METRICS_PORT, METRICS_HOST);
    await once(this.server, 'listening');
  }

  onApplicationShutdown() {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async collectMetrics(): Promise<string> {
    for (const [queueName, jobCounts] of await this.queues.countJobs().catch(() => []))
      for (const [jobState, jobCount] of Object.entries(jobCounts))
        queueDepth.set({ queue: queueName, state: jobState }, jobCount);
    await this.lags.measureLags().catch(() => []);
    await this.lags.measureProcessLags().catch(() => undefined);
    return metrics.metrics();
  }
}
