import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';

/** For those who run Courtly. */
@Module({ controllers: [HealthController], providers: [Health] })
export class OpsModule {}
