import { Module } from '@nestjs/common';
import { Draining } from './draining.js';
import { Health } from './health.js';
import { MetricsServer } from './metrics-server.js';
import { ProxyCheck } from './proxy-check.js';

/** Health checks, metrics, and shutdown. */
@Module({ providers: [Draining, Health, MetricsServer, ProxyCheck] })
export class OpsModule {}
