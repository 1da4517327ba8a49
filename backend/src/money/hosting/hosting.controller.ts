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
  hostOf(@RouteInput() { params }: Input<typeof routes.courtHost>, @CurrentUser() { id }: Actor) {
    return this.hosting.hostOf(params.courtId, id);
  }

  @RouteHandler(routes.hostFigures)
  figures(@CurrentUser() { id }: Actor) {
    return this.hosting.figures(id);
  }

  @RouteHandler(routes.hostEarnings)
  async months(
    @RouteInput() { query }: Input<typeof routes.hostEarnings>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.hosting.months(id, query));
  }
}
