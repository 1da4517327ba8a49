import { defineSlice } from '../../platform/slice.js';
import { AnalyticsController } from './analytics.controller.js';
import { AnalyticsQueries } from './analytics.queries.js';
import { courtOffers } from './court-offers.projection.js';
import { courtUse } from './court-use.projection.js';
import { earnings } from './earnings.projection.js';
import { hostRecords } from './host-records.projection.js';
import { HostingController } from './hosting.controller.js';
import { HostingQueries } from './hosting.queries.js';
import { statementLines } from './statement-lines.projection.js';
import { StatementController } from './statement.controller.js';
import { StatementQueries } from './statement.queries.js';

export const hosting = defineSlice({
  name: 'hosting',
  controllers: [HostingController, AnalyticsController, StatementController],
  providers: [HostingQueries, AnalyticsQueries, StatementQueries],
  events: [],
  projections: [earnings, courtUse, courtOffers, hostRecords, statementLines],
});
