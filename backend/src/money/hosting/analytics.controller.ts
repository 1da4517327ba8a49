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
  hostAnalytics(
    @RouteInput() { query }: Input<typeof routes.hostAnalytics>,
    @CurrentUser() { id: hostId }: Actor,
  ) {
    return this.analytics.analyticsOfHost(hostId, query.months);
  }

  @RouteHandler(routes.courtAnalytics)
  courtAnalytics(
    @RouteInput() { params, query }: Input<typeof routes.courtAnalytics>,
    @CurrentUser() { id: hostId }: Actor,
  ) {
    return this.analytics.analyticsOfCourt(params.courtId, hostId, query.months);
  }

  @RouteHandler(routes.analyticsCsv)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="analytics.csv"')
  analyticsCsv(
    @RouteInput() { query }: Input<typeof routes.analyticsCsv>,
    @CurrentUser() { id: hostId }: Actor,
  ) {
    return this.analytics.analyticsCsv(hostId, query.months);
  }

  @RouteHandler(whatIfRoutes.whatIf)
  whatIf(
    @RouteInput() { params, query }: Input<typeof whatIfRoutes.whatIf>,
    @CurrentUser() { id: hostId }: Actor,
  ) {
    return this.analytics.simulateRules(params.courtId, hostId, query);
  }
}
