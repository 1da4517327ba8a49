import { policyRoutes as routes } from '@courtly/contracts/policies';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { PolicyQueries } from './policies.queries.js';
import { PublishPolicyCommand, WithdrawPolicyCommand } from './policy-changes.commands.js';

@Controller()
export class PoliciesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly policyQueries: PolicyQueries,
  ) {}

  @RouteHandler(routes.listPolicies)
  async list(
    @RouteInput() { query }: Input<typeof routes.listPolicies>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.policyQueries.policyPage(query));
  }

  @RouteHandler(routes.policyDraft)
  draft() {
    return this.policyQueries.draft();
  }

  @RouteHandler(routes.publishPolicy)
  publish(
    @RouteInput() { body }: Input<typeof routes.publishPolicy>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const input = { draft: body, confirmedBy: null };
    return this.commandBus.execute(new PublishPolicyCommand(input, commandContext));
  }

  @RouteHandler(routes.withdrawPolicy)
  withdraw(
    @RouteInput() { params, body }: Input<typeof routes.withdrawPolicy>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new WithdrawPolicyCommand({ ...params, ...body }, commandContext),
    );
  }
}
