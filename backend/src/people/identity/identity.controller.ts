import { identityRoutes } from '@courtly/contracts/identity';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { fingerprintOf } from '../../platform/http/fingerprint.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import {
  CurrentUser,
  type CourtlyRequest,
  CurrentContext,
  RouteInput,
} from '../../platform/http/request.js';
import { type CommandContext, commandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AttemptLimits } from './sessions/attempt-limits.service.js';
import { CommonPasswords } from './account/common-passwords.service.js';
import { RegisterUserCommand } from './identity.commands.js';
import { IdentityQueries } from './identity.queries.js';
import {
  ChangePasswordCommand,
  RequestPasswordResetCommand,
  ResetPasswordCommand,
} from './account/password.commands.js';
import { ChangeProfileCommand } from './account/profile.commands.js';
import { SecondFactorChecks } from './sessions/second-factors.service.js';
import { Sessions } from './sessions/sessions.middleware.js';

const { register, login, logout, me, changeProfile, changePassword, changePreferences } =
  identityRoutes;
const { changePrivacy, requestPasswordReset, resetPassword } = identityRoutes;

/**
 * A retry may already be signed in, but it must find the first attempt, which was made as a
 * visitor.
 */
const visitorContext = (request: CourtlyRequest) =>
  commandContext(
    {
      actor: { id: 'visitor', role: 'visitor' },
      at: request.clock.instant(),
      correlationId: request.correlationId,
      call: `${register.method} ${register.path}`,
      fingerprint: fingerprintOf(request),
      key: request.get('Idempotency-Key'),
    },
    request.ids,
  );

@Controller()
export class IdentityController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly identityQueries: IdentityQueries,
    private readonly attemptLimits: AttemptLimits,
    private readonly commonPasswords: CommonPasswords,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly sessions: Sessions,
  ) {}

  @RouteHandler(register)
  async register(@RouteInput() { body }: Input<typeof register>, @Req() request: CourtlyRequest) {
    await this.commonPasswords.assertUncommon('password', body.password, body.username, body.email);
    await this.attemptLimits.countRegistration(request.ip ?? '');
    const registration = await this.commandBus.execute(
      new RegisterUserCommand(body, visitorContext(request)),
    );
    await this.sessions.startFirstSession(request, registration.value);
    return registration;
  }

  @RouteHandler(login)
  login(@RouteInput() _: Input<typeof login>, @Req() request: CourtlyRequest) {
    return this.sessions.logIn(request);
  }

  @RouteHandler(logout)
  logout(@Req() request: CourtlyRequest) {
    return this.sessions.endSession(request);
  }

  @RouteHandler(me)
  me(@CurrentUser() { id }: Actor) {
    return this.identityQueries.currentUser(id);
  }

  @RouteHandler(changeProfile)
  changeProfile(
    @RouteInput() { body }: Input<typeof changeProfile>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeProfileCommand({ type: 'ChangeProfile', fields: body }, commandContext),
    );
  }

  @RouteHandler(changePassword)
  async changePassword(
    @RouteInput() { body }: Input<typeof changePassword>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const { usedSecondFactor = false } = request;
    await this.secondFactorChecks.requireInSession(commandContext.actor.id, usedSecondFactor);
    await this.sessions.renewSessions(
      request,
      await this.commandBus.execute(new ChangePasswordCommand(body, commandContext)),
      usedSecondFactor,
    );
  }

  @RouteHandler(changePreferences)
  changePreferences(
    @RouteInput() { body }: Input<typeof changePreferences>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeProfileCommand({ type: 'ChangePreferences', fields: body }, commandContext),
    );
  }

  @RouteHandler(changePrivacy)
  changePrivacy(
    @RouteInput() { body }: Input<typeof changePrivacy>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeProfileCommand({ type: 'ChangePrivacy', fields: body }, commandContext),
    );
  }

  @RouteHandler(requestPasswordReset)
  async requestPasswordReset(
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
  resetPassword(
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
