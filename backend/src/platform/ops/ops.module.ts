import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Draining } from './draining.js';
import { Health } from './health.js';
import { MetricsServer } from './metrics-server.js';

/** For those who run Courtly. */
@Module({ controllers: [HealthController], providers: [Draining, Health, MetricsServer] })
export class OpsModule {}
