import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';
import { MetricsController } from './metrics.controller.js';

/** For those who run Courtly. */
@Module({ controllers: [HealthController, MetricsController], providers: [Health] })
export class OpsModule {}
