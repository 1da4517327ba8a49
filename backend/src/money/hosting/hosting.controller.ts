import { Controller, Res } from '@nestjs/common';
import { hostingRoutes as routes } from '@courtly/contracts/hosting';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { HostingQueries } from './hosting.queries.js';

@Controller()
export class HostingController {
  constructor(private readonly hosting: HostingQueries) {}

  @RouteHandler(routes.courtHost)
  courtHost(
    @RouteInput() { params }: Input<typeof routes.courtHost>,
    @CurrentUser() { id: userId }: Actor,
  ) {
    return this.hosting.hostOfCourt(params.courtId, userId);
  }

  @RouteHandler(routes.hostFigures)
  hostFigures(@CurrentUser() { id: hostId }: Actor) {
    return this.hosting.hostFigures(hostId);
  }

  @RouteHandler(routes.hostEarnings)
  async hostEarnings(
    @RouteInput() { query }: Input<typeof routes.hostEarnings>,
    @CurrentUser() { id: hostId }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.hosting.monthlyEarnings(hostId, query));
  }
}
