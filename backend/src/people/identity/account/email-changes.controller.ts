import { accountRoutes } from '@courtly/contracts/account';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { CurrentContext, RouteInput } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { ConfirmEmailChangeCommand, RequestEmailChangeCommand } from './email-change.commands.js';

const { requestEmailChange, confirmEmailChange } = accountRoutes;

@Controller()
export class EmailChangesController {
  constructor(private readonly commandBus: CommandBus) {}

  @RouteHandler(requestEmailChange)
  async request(
    @RouteInput() { body }: Input<typeof requestEmailChange>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    await this.commandBus.execute(new RequestEmailChangeCommand(body, commandContext));
    return {
      message: `We sent a link to ${body.newEmail}. It expires in an hour. Nothing changes until you use it.`,
    };
  }

  @RouteHandler(confirmEmailChange)
  confirm(
    @RouteInput() { params }: Input<typeof confirmEmailChange>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ConfirmEmailChangeCommand({ token: params.token }, commandContext),
    );
  }
}
