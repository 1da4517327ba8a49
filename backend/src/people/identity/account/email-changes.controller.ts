import { accountRoutes } from '@courtly/contracts/account';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../../platform/http/handles.js';
import { Given, Received } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { ConfirmEmailChangeCommand, RequestEmailChangeCommand } from './email-change.commands.js';

const { requestEmailChange, confirmEmailChange } = accountRoutes;

@Controller()
export class EmailChangesController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(requestEmailChange)
  async request(
    @Received() { body }: Input<typeof requestEmailChange>,
    @Given() context: CommandContext,
  ) {
    await this.commands.execute(new RequestEmailChangeCommand(body, context));
    return {
      message: `A link is on its way to ${body.newEmail}. It works for an hour; until then nothing changes.`,
    };
  }

  @Handles(confirmEmailChange)
  confirm(
    @Received() { params }: Input<typeof confirmEmailChange>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(new ConfirmEmailChangeCommand({ token: params.token }, context));
  }
}
