import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { build } from './build.js';
import { Health } from './health.js';
import { Queues } from '../processes/queues.js';
import { Lags } from '../projections/lags.js';
import { metrics, queueDepth } from '../stores/metrics.js';

type TextResponse = Readonly<{ status: number; type: string; text: string }>;

/**
 * Serves METRICS_HOST and METRICS_PORT (0 disables it). `GET /metrics` measures queues and lags for
 * Prometheus on each request; `GET /health` reports why a process is not ready.
 */
@Injectable()
export class MetricsServer implements OnApplicationShutdown {
  private server: Server | undefined;
  private readonly responses: Record<string, () => Promise<TextResponse>> = {
    '/metrics': async () => ({
      status: 200,
      type: metrics.contentType,
      text: await this.collectMetrics(),
    }),
    '/health': async () => {
      const { ready, ...details } = await this.health.checkHealth();
      const text = JSON.stringify({ ready, details: { ...details, build } });
      return { status: ready ? 200 : 503, type: 'application/json', text };
    },
  };

  constructor(
    private readonly queues: Queues,
    private readonly lags: Lags,
    private readonly health: Health,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the port is in use */
  async listen(): Promise<void> {
    const { METRICS_HOST, METRICS_PORT } = this.config;
    if (METRICS_PORT === 0) return;
    this.server = createServer(({ method, url }, response) => {
      const respond = method === 'GET' ? this.responses[url ?? ''] : undefined;
      if (!respond) return void response.writeHead(404).end();
      respond().then(
        ({ status, type, text }) => response.writeHead(status, { 'Content-Type': type }).end(text),
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
