import { hostingRoutes as routes } from '@courtly/contracts/hosting';
import type { Input } from '@courtly/contracts/route';
import { whatIfRoutes } from '@courtly/contracts/what-if';
import { Controller, Header } from '@nestjs/common';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AnalyticsQueries } from './analytics.queries.js';

@Controller()
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsQueries) {}

  @RouteHandler(routes.hostAnalytics)
  ofHost(
    @RouteInput() { query }: Input<typeof routes.hostAnalytics>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.analytics.ofHost(id, query.months);
  }

  @RouteHandler(routes.courtAnalytics)
  ofCourt(
    @RouteInput() { params, query }: Input<typeof routes.courtAnalytics>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.analytics.ofCourt(params.courtId, id, query.months);
  }

  @RouteHandler(routes.analyticsCsv)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="analytics.csv"')
  csv(@RouteInput() { query }: Input<typeof routes.analyticsCsv>, @CurrentUser() { id }: Actor) {
    return this.analytics.csv(id, query.months);
  }

  @RouteHandler(whatIfRoutes.whatIf)
  whatIf(
    @RouteInput() { params, query }: Input<typeof whatIfRoutes.whatIf>,
    @CurrentUser() { id }: Actor,
  ) {
    return this.analytics.whatIf(params.courtId, id, query);
  }
}
