import { randomBytes, randomUUID } from 'node:crypto';
import type {
  ConfirmPasskeyBody,
  PasskeyEnrollment,
  ProofBody,
  SecondFactorKind,
  TotpEnrollment,
} from '@courtly/contracts/second-factor';
import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../../../config.js';
import { defineCommand } from '../../../platform/kernel/command.js';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { DomainError, notFound } from '../../../platform/kernel/domain-error.js';
import { Ids } from '../../../platform/kernel/ids.js';
import { HOUR_MS, MINUTE_MS } from '../../../platform/kernel/local-time.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { EMAIL_OUTBOX, type EmailOutbox } from '../../../platform/mail/email-outbox.js';
import { SecondFactorSecrets } from '../../../platform/vault/second-factor-secrets.js';
import { IdentityQueries } from '../identity.queries.js';
import { person } from '../person.js';
import type { SecondFactorEvent } from '../second-factor.events.js';
import {
  type SecondFactorState,
  checkAddition,
  countingIds,
  secondFactor,
  wrongCode,
  wrongPasskey,
} from '../second-factor.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { SecondFactorChecks, newRecoveryCodes } from '../sessions/second-factors.service.js';
import { SessionIndex } from '../sessions/session-index.service.js';
import { Passkeys } from '../sessions/passkeys.service.js';
import { totpTexts } from '../totp.js';
import { user } from '../user.js';
import { IdentityAccountClosure } from './account-closure.service.js';
import { secondFactorEmail } from './second-factor-emails.js';

const KEY_BYTES = 20;
/** How long a new key waits to be confirmed. */
const CONFIRMATION_MS = 15 * MINUTE_MS;
/** Longer than CONFIRMATION_MS, even if the clocks of two processes differ. */
const UNCONFIRMED_KEPT_MS = HOUR_MS;

/** The fingerprint stays in the log forever and must not contain a password or a code. */
const withoutSecrets = (context: CommandContext, name: string): CommandContext => ({
  ...context,
  fingerprint: context.fingerprint && name,
});

/** A set of recovery codes becomes valid together with the factor for which it was created. */
const recoverySetOf = (factorId: string) => `${factorId}.codes`;

/** `isProven` is false for a repeated request, which proves nothing about its session. */
export type SecondFactorChange = Readonly<{ state: SecondFactorState; isProven: boolean }>;

const before = (instant: string, durationMs: number) =>
  new Date(Date.parse(instant) - durationMs).toISOString();

type CurrentSession = Readonly<{ usedSecondFactor: boolean; ipAddress: string }>;

type EnrollmentStart = Readonly<{
  factorId: string;
  email: string;
  state: SecondFactorState;
  recoveryCodes: string[];
}>;

@Injectable()
export class Enrollments {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly accountClosure: IdentityAccountClosure,
    private readonly identityQueries: IdentityQueries,
    private readonly streams: Streams,
    private readonly secrets: SecondFactorSecrets,
  ) {}

  /**
   * Stores recovery codes that are not valid yet. Checks the email first: if someone else
   * registered with it, its owner must reset the password before anything else.
   * @throws DomainError email_unverified, second_factor_required, wrong_status, invalid_request for
   *   a wrong password, too_many_requests
   */
  async start(
    kind: SecondFactorKind,
    { currentPassword, usedSecondFactor }: StartInput,
    context: CommandContext,
  ): Promise<EnrollmentStart> {
    const userId = context.actor.id;
    const state = await this.streams.load(secondFactor, userId);
    const { email, isEmailVerified } = await this.identityQueries.currentUser(userId);
    checkAddition(state, kind, { isProven: usedSecondFactor, isEmailVerified });
    await this.accountClosure.requirePassword(userId, currentPassword);
    // The id is random, because the secrets of a repeated request are new, too.
    const factorId = randomUUID();
    const recoveryCodes = state.factors.length > 0 ? [] : newRecoveryCodes();
    await this.secrets.removeOthers(
      userId,
      countingIds(state),
      before(context.at, UNCONFIRMED_KEPT_MS),
    );
    if (recoveryCodes.length > 0)
      await this.secrets.storeRecoveryCodes(
        userId,
        recoverySetOf(factorId),
        recoveryCodes,
        context.at,
      );
    return { factorId, email, state, recoveryCodes };
  }

  /**
   * Records a factor that the person has confirmed, with the recovery codes created at its start.
   * @throws DomainError email_unverified, second_factor_required, wrong_status, conflict
   */
  async finish(confirmed: ConfirmedFactor, context: CommandContext): Promise<SecondFactorChange> {
    const userId = context.actor.id;
    const setId = recoverySetOf(confirmed.factorId);
    const recoverySetId = (await this.secrets.hasRecoveryCodes(userId, setId)) ? setId : null;
    const { isEmailVerified } = await this.identityQueries.currentUser(userId);
    const addition = { ...confirmed, userId, recoverySetId, addedAt: context.at };
    const { state } = await this.commandHandling.handle(
      secondFactor,
      userId,
      { type: 'AddFactor', data: { ...addition, isEmailVerified } },
      context,
    );
    return { state, isProven: true };
  }
}

type ConfirmedFactor = Readonly<{
  factorId: string;
  kind: SecondFactorKind;
  name: string;
  isProven: boolean;
}>;

type StartInput = CurrentSession & Readonly<{ currentPassword: string }>;

export class StartTotpCommand extends defineCommand<StartInput, TotpEnrollment>() {}

/** Stores a key that is not valid yet. A later start removes unconfirmed keys. */
@CommandHandler(StartTotpCommand)
export class StartTotpHandler implements ICommandHandler<StartTotpCommand> {
  constructor(
    private readonly enrollments: Enrollments,
    private readonly secrets: SecondFactorSecrets,
  ) {}

  /** @throws DomainError the errors of Enrollments.start */
  async execute({ input, context }: StartTotpCommand) {
    const { factorId, email, recoveryCodes } = await this.enrollments.start('totp', input, context);
    const key = randomBytes(KEY_BYTES);
    await this.secrets.storeTotpKey(context.actor.id, factorId, key, context.at);
    return { factorId, ...totpTexts(key, email), recoveryCodes };
  }
}

export class StartPasskeyCommand extends defineCommand<StartInput, PasskeyEnrollment>() {}

@CommandHandler(StartPasskeyCommand)
export class StartPasskeyHandler implements ICommandHandler<StartPasskeyCommand> {
  constructor(
    private readonly enrollments: Enrollments,
    private readonly passkeys: Passkeys,
  ) {}

  /** @throws DomainError the errors of Enrollments.start */
  async execute({ input, context }: StartPasskeyCommand) {
    const { factorId, email, state, recoveryCodes } = await this.enrollments.start(
      'passkey',
      input,
      context,
    );
    const userId = context.actor.id;
    const options = await this.passkeys.creationOptions(userId, email, factorId, state);
    return { factorId, options: { ...options }, recoveryCodes };
  }
}

export class ConfirmPasskeyCommand extends defineCommand<
  ConfirmPasskeyBody & Readonly<{ factorId: string; usedSecondFactor: boolean }>,
  SecondFactorChange
>() {}

@CommandHandler(ConfirmPasskeyCommand)
export class ConfirmPasskeyHandler implements ICommandHandler<ConfirmPasskeyCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly enrollments: Enrollments,
    private readonly passkeys: Passkeys,
  ) {}

  /**
   * @throws DomainError invalid_request at `passkey`, wrong_status, second_factor_required,
   *   conflict if the second factors changed since the start
   */
  async execute({ input, context: requestContext }: ConfirmPasskeyCommand) {
    const { factorId, name, passkey, usedSecondFactor: isProven } = input;
    const context = withoutSecrets(requestContext, 'ConfirmPasskey');
    const userId = context.actor.id;
    const handledBefore = await this.commandHandling.findHandled(secondFactor, userId, context);
    if (handledBefore) return { state: handledBefore.state, isProven: false };
    if (!(await this.passkeys.register(userId, factorId, passkey, context.at)))
      throw wrongPasskey();
    return this.enrollments.finish({ factorId, kind: 'passkey', name, isProven }, context);
  }
}

export class ConfirmTotpCommand extends defineCommand<
  CurrentSession & Readonly<{ factorId: string; code: string }>,
  SecondFactorChange
>() {}

@CommandHandler(ConfirmTotpCommand)
export class ConfirmTotpHandler implements ICommandHandler<ConfirmTotpCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly enrollments: Enrollments,
    private readonly attemptLimits: AttemptLimits,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly secrets: SecondFactorSecrets,
  ) {}

  /**
   * @throws DomainError not_found if it was never started or started too long ago, invalid_request
   * for a wrong code, wrong_status, second_factor_required, conflict if the second factors changed
   * since the start, too_many_requests
   */
  async execute({ input, context: requestContext }: ConfirmTotpCommand) {
    const { factorId, code, usedSecondFactor, ipAddress } = input;
    const context = withoutSecrets(requestContext, 'ConfirmTotp');
    const userId = context.actor.id;
    const handledBefore = await this.commandHandling.findHandled(secondFactor, userId, context);
    if (handledBefore) return { state: handledBefore.state, isProven: false };
    const stored = await this.secrets.totpKeyOf(userId, factorId);
    if (!stored || stored.storedAt < before(context.at, CONFIRMATION_MS))
      throw new DomainError('not_found', 'This took too long. Please start over.');
    const attempt = { userId, ipAddress, deviceId: null };
    await this.attemptLimits.limitAppCode(attempt, async () => {
      if (!(await this.secondFactorChecks.redeemAppCode(userId, factorId, code))) throw wrongCode();
    });
    const confirmed = { factorId, kind: 'totp', name: '', isProven: usedSecondFactor } as const;
    return this.enrollments.finish(confirmed, context);
  }
}

export class RemoveSecondFactorCommand extends defineCommand<
  ProofBody & Readonly<{ factorId: string; ipAddress: string }>,
  SecondFactorChange
>() {}

@CommandHandler(RemoveSecondFactorCommand)
export class RemoveSecondFactorHandler implements ICommandHandler<RemoveSecondFactorCommand> {
  constructor(
    private readonly accountClosure: IdentityAccountClosure,
    private readonly commandHandling: CommandHandling,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly secrets: SecondFactorSecrets,
  ) {}

  /** @throws DomainError not_found, invalid_request for a wrong proof, too_many_requests */
  async execute({ input, context: requestContext }: RemoveSecondFactorCommand) {
    const { factorId, currentPassword, ipAddress, ...proof } = input;
    const context = withoutSecrets(requestContext, 'RemoveSecondFactor');
    const userId = context.actor.id;
    const handledBefore = await this.commandHandling.findHandled(secondFactor, userId, context);
    if (handledBefore) return { state: handledBefore.state, isProven: false };
    await this.accountClosure.requirePassword(userId, currentPassword);
    const attempt = { userId, ipAddress, deviceId: null };
    await this.secondFactorChecks.redeemProof(attempt, proof, context);
    const { state } = await this.commandHandling.handle(
      secondFactor,
      userId,
      { type: 'RemoveFactor', data: { userId, factorId, removedAt: context.at } },
      context,
    );
    await this.secrets.remove(userId, state.retiredIds);
    return { state, isProven: true };
  }
}

export class IssueRecoveryCodesCommand extends defineCommand<
  ProofBody & Readonly<{ ipAddress: string }>,
  Readonly<{ recoveryCodes: string[] }>
>() {}

/** A retry needs another code, because the new recovery codes cannot be shown twice. */
@CommandHandler(IssueRecoveryCodesCommand)
export class IssueRecoveryCodesHandler implements ICommandHandler<IssueRecoveryCodesCommand> {
  constructor(
    private readonly accountClosure: IdentityAccountClosure,
    private readonly commandHandling: CommandHandling,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly secrets: SecondFactorSecrets,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError wrong_status, invalid_request for a wrong proof, too_many_requests */
  async execute({ input, context: requestContext }: IssueRecoveryCodesCommand) {
    const { currentPassword, ipAddress, ...proof } = input;
    const userId = requestContext.actor.id;
    await this.accountClosure.requirePassword(userId, currentPassword);
    const attempt = { userId, ipAddress, deviceId: null };
    await this.secondFactorChecks.redeemProof(attempt, proof, requestContext);
    const recoverySetId = randomBytes(16).toString('hex');
    const recoveryCodes = newRecoveryCodes();
    await this.secrets.storeRecoveryCodes(userId, recoverySetId, recoveryCodes, requestContext.at);
    const context = {
      ...withoutSecrets(requestContext, 'IssueRecoveryCodes'),
      commandId: this.ids.derived(requestContext.commandId, recoverySetId),
    };
    const { state } = await this.commandHandling.handle(
      secondFactor,
      userId,
      { type: 'IssueRecoveryCodes', data: { userId, recoverySetId, issuedAt: context.at } },
      context,
    );
    await this.secrets.remove(userId, state.retiredIds);
    return { recoveryCodes };
  }
}

export class ResetSecondFactorsCommand extends defineCommand<
  Readonly<{ userId: string; reason: string }>,
  Readonly<{ wasOn: boolean }>
>() {}

/** Records an operator's decision. A job removes the secrets and ends the sessions. */
@CommandHandler(ResetSecondFactorsCommand)
export class ResetSecondFactorsHandler implements ICommandHandler<ResetSecondFactorsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
  ) {}

  /** @throws DomainError not_found */
  async execute({ input: { userId, reason }, context }: ResetSecondFactorsCommand) {
    const { person: account, erasure } = await this.streams.load(user, userId);
    if (!account || erasure !== 'none') throw notFound('account');
    const { events } = await this.commandHandling.handle(
      secondFactor,
      userId,
      { type: 'ResetFactors', data: { userId, reason, resetAt: context.at } },
      context,
    );
    return { wasOn: events.length > 0 };
  }
}

export class FinishSecondFactorResetCommand extends defineCommand<Readonly<{ userId: string }>>() {}

/** Ends the sessions of the user and removes the secrets of the second factors that were reset. */
@CommandHandler(FinishSecondFactorResetCommand)
export class FinishSecondFactorResetHandler implements ICommandHandler<FinishSecondFactorResetCommand> {
  constructor(
    private readonly streams: Streams,
    private readonly secrets: SecondFactorSecrets,
    private readonly sessionIndex: SessionIndex,
  ) {}

  /** Refuses nothing. */
  async execute({ input: { userId } }: FinishSecondFactorResetCommand): Promise<void> {
    await this.sessionIndex.endAll(userId);
    const { retiredIds } = await this.streams.load(secondFactor, userId);
    await this.secrets.remove(userId, retiredIds);
  }
}

export class SendSecondFactorEmailCommand extends defineCommand<
  Readonly<{ userId: string; type: SecondFactorEvent['type']; at: string }>
>() {}

/** Informs a user that their second factors have changed. */
@CommandHandler(SendSecondFactorEmailCommand)
export class SendSecondFactorEmailHandler implements ICommandHandler<SendSecondFactorEmailCommand> {
  constructor(
    private readonly streams: Streams,
    @Inject(EMAIL_OUTBOX) private readonly emailOutbox: EmailOutbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error if the email could not be sent; PermanentFailure if a retry cannot help */
  async execute({ input: { userId, type, at }, context }: SendSecondFactorEmailCommand) {
    await this.emailOutbox.sendOnce(context.commandId, async () => {
      const recipient = await this.streams.load(person, userId);
      return recipient?.email
        ? secondFactorEmail(recipient, type, at, this.config.PUBLIC_URL)
        : null;
    });
  }
}
