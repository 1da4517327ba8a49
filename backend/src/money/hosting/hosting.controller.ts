import { Controller, Res } from '@nestjs/common';
import { hostingRoutes as routes } from '@courtly/contracts/hosting';
import type { Input } from '@courtly/contracts/route';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Caller, Received } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { HostingQueries } from './hosting.queries.js';

@Controller()
export class HostingController {
  constructor(private readonly hosting: HostingQueries) {}

  @Handles(routes.courtHost)
  hostOf(@Received() { params }: Input<typeof routes.courtHost>, @Caller() { id }: Actor) {
    return this.hosting.hostOf(params.courtId, id);
  }

  @Handles(routes.hostFigures)
  figures(@Caller() { id }: Actor) {
    return this.hosting.figures(id);
  }

  @Handles(routes.hostEarnings)
  async months(
    @Received() { query }: Input<typeof routes.hostEarnings>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.hosting.months(id, query));
  }
}
