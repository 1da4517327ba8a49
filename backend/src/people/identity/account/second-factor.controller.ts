import { secondFactorRoutes } from '@courtly/contracts/second-factor';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { CALLER_ROLES, type CallerRoles } from '../../../platform/http/caller-roles.js';
import {
  CurrentContext,
  CurrentUser,
  type CourtlyRequest,
  RouteInput,
} from '../../../platform/http/request.js';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import type { Actor } from '../../../platform/kernel/events.js';
import { IdentityQueries } from '../identity.queries.js';
import { type SecondFactorState, secondFactorsView } from '../second-factor.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { SecondFactorChecks } from '../sessions/second-factors.service.js';
import { Passkeys } from '../sessions/passkeys.service.js';
import { SignIn } from '../sessions/sign-in.service.js';
import { Sessions } from '../sessions/sessions.middleware.js';
import {
  ConfirmPasskeyCommand,
  ConfirmTotpCommand,
  IssueRecoveryCodesCommand,
  RemoveSecondFactorCommand,
  StartPasskeyCommand,
  StartTotpCommand,
  type SecondFactorChange,
} from './second-factor.commands.js';

const { finishLogin, showSecondFactors, startTotp, confirmTotp } = secondFactorRoutes;
const { removeSecondFactor, issueRecoveryCodes } = secondFactorRoutes;
const { startPasskey, confirmPasskey, loginPasskeyOptions, passkeyOptions } = secondFactorRoutes;

const sessionOf = ({ usedSecondFactor = false, ip = '' }: CourtlyRequest) => ({
  usedSecondFactor,
  ipAddress: ip,
});

@Controller()
export class SecondFactorController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly identityQueries: IdentityQueries,
    private readonly attemptLimits: AttemptLimits,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly passkeys: Passkeys,
    @Inject(CALLER_ROLES) private readonly callerRoles: CallerRoles,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @RouteHandler(finishLogin)
  finishLogin(
    @RouteInput() { body }: Input<typeof finishLogin>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.sessions.finishLogin(request, body, commandContext);
  }

  @RouteHandler(loginPasskeyOptions)
  loginPasskeyOptions(
    @RouteInput() { body }: Input<typeof loginPasskeyOptions>,
    @Req() { ip = '' }: CourtlyRequest,
  ) {
    return this.passkeyRequest(this.signIn.passkeyOptions(body.ticket, ip));
  }

  @RouteHandler(passkeyOptions)
  async passkeyOptions(@CurrentUser() { id }: Actor, @Req() { ip = '' }: CourtlyRequest) {
    await this.attemptLimits.countPasskeyRequest(id, ip);
    const state = await this.secondFactorChecks.stateOf(id);
    return this.passkeyRequest(this.passkeys.requestOptions(id, state));
  }

  @RouteHandler(startPasskey)
  startPasskey(
    @RouteInput() { body }: Input<typeof startPasskey>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.commandBus.execute(
      new StartPasskeyCommand({ ...body, ...sessionOf(request) }, commandContext),
    );
  }

  @RouteHandler(confirmPasskey)
  async confirmPasskey(
    @RouteInput() { params, body }: Input<typeof confirmPasskey>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const { usedSecondFactor = false } = request;
    const command = new ConfirmPasskeyCommand(
      { ...params, ...body, usedSecondFactor },
      commandContext,
    );
    return this.renewSessions(request, commandContext, await this.commandBus.execute(command));
  }

  @RouteHandler(showSecondFactors)
  async showSecondFactors(@CurrentUser() { id }: Actor, @Req() request: CourtlyRequest) {
    const state = await this.secondFactorChecks.stateOf(id);
    return this.view(id, state, request.usedSecondFactor ?? false);
  }

  @RouteHandler(startTotp)
  startTotp(
    @RouteInput() { body }: Input<typeof startTotp>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.commandBus.execute(
      new StartTotpCommand({ ...body, ...sessionOf(request) }, commandContext),
    );
  }

  @RouteHandler(confirmTotp)
  async confirmTotp(
    @RouteInput() { params, body }: Input<typeof confirmTotp>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const command = new ConfirmTotpCommand(
      { ...params, ...body, ...sessionOf(request) },
      commandContext,
    );
    return this.renewSessions(request, commandContext, await this.commandBus.execute(command));
  }

  @RouteHandler(removeSecondFactor)
  async removeSecondFactor(
    @RouteInput() { params, body }: Input<typeof removeSecondFactor>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const { ip: ipAddress = '' } = request;
    const command = new RemoveSecondFactorCommand(
      { ...params, ...body, ipAddress },
      commandContext,
    );
    return this.renewSessions(request, commandContext, await this.commandBus.execute(command));
  }

  @RouteHandler(issueRecoveryCodes)
  issueRecoveryCodes(
    @RouteInput() { body }: Input<typeof issueRecoveryCodes>,
    @CurrentContext() commandContext: CommandContext,
    @Req() { ip: ipAddress = '' }: CourtlyRequest,
  ) {
    return this.commandBus.execute(
      new IssueRecoveryCodesCommand({ ...body, ipAddress }, commandContext),
    );
  }

  /**
   * The new session counts as having a second factor if the caller proved one and one still exists.
   */
  private async renewSessions(
    request: CourtlyRequest,
    { actor }: CommandContext,
    { state, isProven }: SecondFactorChange,
  ) {
    const isUsed = (isProven || request.usedSecondFactor === true) && state.factors.length > 0;
    const currentUser = await this.identityQueries.currentUser(actor.id);
    await this.sessions.renewSessions(request, currentUser, isUsed);
    return this.view(actor.id, state, isUsed);
  }

  private async passkeyRequest(options: Promise<object>) {
    return { options: { ...(await options) } };
  }

  private async view(userId: string, state: SecondFactorState, isUsed: boolean) {
    const roles = await this.callerRoles.of(userId);
    return secondFactorsView(state, roles, this.config.secondFactorRoles, isUsed);
  }
}
