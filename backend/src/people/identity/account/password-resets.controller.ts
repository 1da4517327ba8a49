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
  constructor(private readonly commands: CommandBus) {}

  @RouteHandler(requestPasswordReset)
  async request(
    @RouteInput() { body }: Input<typeof requestPasswordReset>,
    @CurrentContext() context: CommandContext,
    @Req() { ip = '' }: CourtlyRequest,
  ) {
    await this.commands.execute(
      new RequestPasswordResetCommand({ email: body.email, address: ip }, context),
    );
    return {
      message:
        'If there is an account with this email, a link to a new password is on its way. It works for an hour.',
    };
  }

  @RouteHandler(resetPassword)
  reset(
    @RouteInput() { params, body }: Input<typeof resetPassword>,
    @CurrentContext() context: CommandContext,
    @Req() { ip = '' }: CourtlyRequest,
  ) {
    return this.commands.execute(
      new ResetPasswordCommand(
        { token: params.token, newPassword: body.newPassword, address: ip },
        context,
      ),
    );
  }
}
