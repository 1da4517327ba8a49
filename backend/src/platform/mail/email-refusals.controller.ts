import { emailRefusalRoutes as routes } from '@courtly/contracts/email-refusals';
import type { Input } from '@courtly/contracts/route';
import { Controller, Ip } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentContext, RouteInput } from '../http/request.js';
import { RouteHandler } from '../http/route-handler.js';
import type { CommandContext } from '../kernel/context.js';
import { RefuseEmailsCommand } from './email-refusals.commands.js';

@Controller()
export class EmailRefusalsController {
  constructor(private readonly commandBus: CommandBus) {}

  @RouteHandler(routes.refuseEmails)
  refuseEmails(
    @RouteInput() { params }: Input<typeof routes.refuseEmails>,
    @CurrentContext() commandContext: CommandContext,
    @Ip() ipAddress: string,
  ) {
    return this.commandBus.execute(
      new RefuseEmailsCommand({ token: params.token, ipAddress }, commandContext),
    );
  }
}
