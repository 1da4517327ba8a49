import { identityRoutes } from '@courtly/contracts/identity';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { type CourtlyRequest, CurrentContext, RouteInput } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { RequestPasswordResetCommand, ResetPasswordCommand } from './password-resets.commands.js';

const { requestPasswordReset, resetPassword } = identityRoutes;

@Controller()
export class PasswordResetsController {
  constructor(private readonly commandBus: CommandBus) {}

  @RouteHandler(requestPasswordReset)
  async request(
    @RouteInput() { body }: Input<typeof requestPasswordReset>,
    @CurrentContext() commandContext: CommandContext,
    @Req() { ip = '' }: CourtlyRequest,
  ) {
    await this.commandBus.execute(
      new RequestPasswordResetCommand({ email: body.email, ipAddress: ip }, commandContext),
    );
    return {
      message:
        'If there is an account with this email, we sent a link for a new password. It expires in an hour.',
    };
  }

  @RouteHandler(resetPassword)
  reset(
    @RouteInput() { params, body }: Input<typeof resetPassword>,
    @CurrentContext() commandContext: CommandContext,
    @Req() { ip = '' }: CourtlyRequest,
  ) {
    return this.commandBus.execute(
      new ResetPasswordCommand(
        { token: params.token, newPassword: body.newPassword, ipAddress: ip },
        commandContext,
      ),
    );
  }
}
