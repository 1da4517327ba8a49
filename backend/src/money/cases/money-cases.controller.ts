import { moneyDeskRoutes as routes } from '@courtly/contracts/money-desk';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { CloseMoneyCaseCommand } from './money-cases.commands.js';

@Controller()
export class MoneyCasesController {
  constructor(private readonly commandBus: CommandBus) {}

  @RouteHandler(routes.closeMoneyCase)
  closeCase(
    @RouteInput() { params, body }: Input<typeof routes.closeMoneyCase>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new CloseMoneyCaseCommand({ ...params, ...body }, context));
  }
}
