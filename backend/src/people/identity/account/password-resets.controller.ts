import { identityRoutes } from '@courtly/contracts/identity';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../../platform/http/handles.js';
import { type CourtlyRequest, Given, Received } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { RequestPasswordResetCommand, ResetPasswordCommand } from './password-resets.commands.js';

const { requestPasswordReset, resetPassword } = identityRoutes;

@Controller()
export class PasswordResetsController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(requestPasswordReset)
  async request(
    @Received() { body }: Input<typeof requestPasswordReset>,
    @Given() context: CommandContext,
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

  @Handles(resetPassword)
  reset(
    @Received() { params, body }: Input<typeof resetPassword>,
    @Given() context: CommandContext,
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
