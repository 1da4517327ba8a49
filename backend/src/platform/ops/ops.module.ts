import { Module } from '@nestjs/common';
import { BrowserReportsController } from './browser-reports.controller.js';
import { Draining } from './draining.js';
import { Health } from './health.js';
import { MetricsServer } from './metrics-server.js';
import { ProxyCheck } from './proxy-check.js';

/** Health checks, metrics, reports from browsers, and shutdown. */
@Module({
  controllers: [BrowserReportsController],
  providers: [Draining, Health, MetricsServer, ProxyCheck],
})
export class OpsModule {}
