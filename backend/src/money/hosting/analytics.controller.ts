import { hostingRoutes as routes } from '@courtly/contracts/hosting';
import type { Input } from '@courtly/contracts/route';
import { whatIfRoutes } from '@courtly/contracts/what-if';
import { Controller, Header } from '@nestjs/common';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Received } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AnalyticsQueries } from './analytics.queries.js';

@Controller()
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsQueries) {}

  @Handles(routes.hostAnalytics)
  ofHost(@Received() { query }: Input<typeof routes.hostAnalytics>, @Caller() { id }: Actor) {
    return this.analytics.ofHost(id, query.months);
  }

  @Handles(routes.courtAnalytics)
  ofCourt(
    @Received() { params, query }: Input<typeof routes.courtAnalytics>,
    @Caller() { id }: Actor,
  ) {
    return this.analytics.ofCourt(params.courtId, id, query.months);
  }

  @Handles(routes.analyticsCsv)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="analytics.csv"')
  csv(@Received() { query }: Input<typeof routes.analyticsCsv>, @Caller() { id }: Actor) {
    return this.analytics.csv(id, query.months);
  }

  @Handles(whatIfRoutes.whatIf)
  whatIf(
    @Received() { params, query }: Input<typeof whatIfRoutes.whatIf>,
    @Caller() { id }: Actor,
  ) {
    return this.analytics.whatIf(params.courtId, id, query);
  }
}
