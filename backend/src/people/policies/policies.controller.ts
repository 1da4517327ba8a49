import { policyRoutes as routes } from '@courtly/contracts/policies';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { RouteInput } from '../../platform/http/request.js';
import { PolicyQueries } from './policies.queries.js';

@Controller()
export class PoliciesController {
  constructor(private readonly policyQueries: PolicyQueries) {}

  @RouteHandler(routes.listPolicies)
  async list(
    @RouteInput() { query }: Input<typeof routes.listPolicies>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.policyQueries.policyPage(query));
  }
}
