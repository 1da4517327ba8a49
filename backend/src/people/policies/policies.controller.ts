import { policyRoutes as routes } from '@courtly/contracts/policies';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Received } from '../../platform/http/request.js';
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
