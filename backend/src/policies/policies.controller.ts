import { policyRoutes as routes } from '@courtly/contracts/policies';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Handles } from '../edge/handles.js';
import { itemsOf } from '../edge/paging.js';
import { Received } from '../edge/request.js';
import { PolicyQueries } from './policies.queries.js';

@Controller()
export class PoliciesController {
  constructor(private readonly policies: PolicyQueries) {}

  @Handles(routes.listPolicies)
  async list(
    @Received() { query }: Input<typeof routes.listPolicies>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.policies.page(query));
  }
}
