import { moneyCheckRoutes as routes } from '@courtly/contracts/money-checks';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Queues } from '../../platform/processes/queues.js';
import { AcknowledgeFindingCommand } from './check-money.commands.js';
import { checkNowJob, moneyChecksProcess } from './money-checks.process.js';
import { MoneyCheckQueries } from './money-checks.queries.js';

@Controller()
export class MoneyChecksController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly moneyCheckQueries: MoneyCheckQueries,
    private readonly queues: Queues,
  ) {}

  @RouteHandler(routes.moneyChecks)
  moneyChecks() {
    return this.moneyCheckQueries.show();
  }

  @RouteHandler(routes.checkMoneyNow)
  async checkMoneyNow(@CurrentContext() { at }: CommandContext) {
    const { lastCheck } = await this.moneyCheckQueries.show();
    const job = checkNowJob(lastCheck?.checkedAt ?? null);
    await this.queues.runNow(moneyChecksProcess, [job]);
    return { requestedAt: at };
  }

  @RouteHandler(routes.acknowledgeFinding)
  async acknowledgeFinding(
    @RouteInput() { params, body }: Input<typeof routes.acknowledgeFinding>,
    @CurrentContext() context: CommandContext,
  ): Promise<void> {
    await this.commandBus.execute(
      new AcknowledgeFindingCommand({ ...params, ...body, finding: null }, context),
    );
  }
}
