import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { HostingController } from './hosting.controller.js';
import { HostingQueries } from './hosting.queries.js';

/** What courts bring their hosts. */
@Module({
  controllers: [HostingController, AnalyticsController],
  providers: [HostingQueries, AnalyticsQueries],
})
export class HostingModule {}
