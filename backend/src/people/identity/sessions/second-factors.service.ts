import { randomBytes } from 'node:crypto';
import {
  RECOVERY_CODES,
  type SecondFactorKind,
  type SecondStepProof,
} from '@courtly/contracts/second-factor';
import { Injectable } from '@nestjs/common';
import { CommandHandling } from '../../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { followUp } from '../../../platform/kernel/context.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { SecondFactorSecrets } from '../../../platform/vault/second-factor-secrets.js';
import {
  type SecondFactorState,
  countingIds,
  secondFactor,
  totpFactorOf,
  wrongCode,
  wrongPasskey,
} from '../second-factor.js';
import { timeStepOf } from '../totp.js';
import { AttemptLimits, type SecondStepAttempt } from './attempt-limits.service.js';
import { Passkeys } from './passkeys.service.js';

const CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_LENGTH = 10;

/** Ten codes of 50 random bits each. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte & 31]).join(''),
  );

/** Checks second factors. Each code counts only once across all processes. */
@Injectable()
export class SecondFactorChecks {
  constructor(
    private readonly streams: Streams,
    private readonly commandHandling: CommandHandling,
    private readonly secrets: SecondFactorSecrets,
    private readonly attemptLimits: AttemptLimits,
    private readonly passkeys: Passkeys,
  ) {}

  stateOf(userId: string): Promise<SecondFactorState> {
    return this.streams.load(secondFactor, userId);
  }

  /**
   * Uses up the app code, recovery code, or passkey challenge in a proof. Returns the id of the
   * factor or of the set of codes.
   * @throws DomainError invalid_request at `code` or `passkey`, too_many_requests,
   *   store_unavailable
   */
  redeemProof(
    attempt: SecondStepAttempt,
    { code, passkey }: SecondStepProof,
    context: CommandContext,
  ): Promise<string> {
    const { userId } = attempt;
    if (code !== undefined && /^\d{6}$/.test(code))
      return this.attemptLimits.limitAppCode(attempt, async () => {
        const factor = totpFactorOf(await this.stateOf(userId));
        if (!factor || !(await this.redeemAppCode(userId, factor.id, code))) throw wrongCode();
        return factor.id;
      });
    return this.attemptLimits.limitSecondStep(attempt, async () => {
      const state = await this.stateOf(userId);
      if (code !== undefined) return this.redeemRecoveryCode(userId, state, code, context);
      const factorId = passkey && (await this.passkeys.redeem(userId, state, passkey));
      if (!factorId) throw wrongPasskey();
      return factorId;
    });
  }

  /**
   * Refuses a proof that is no longer valid, for example after a reset during the sign-in.
   * @throws DomainError not_signed_in
   */
  async checkStillCounts(userId: string, proofId: string): Promise<void> {
    if (!countingIds(await this.stateOf(userId)).includes(proofId))
      throw new DomainError(
        'not_signed_in',
        'Your second steps changed in the meantime. Please sign in again.',
      );
  }

  /**
   * Refuses a session without a second factor if the account has one. Such a session was started by
   * an earlier release.
   * @throws DomainError second_factor_required
   */
  async requireInSession(userId: string, usedSecondFactor: boolean | undefined): Promise<void> {
    if (usedSecondFactor) return;
    if ((await this.stateOf(userId)).factors.length > 0)
      throw new DomainError(
        'second_factor_required',
        'Sign in again with your second step to change this.',
      );
  }

  /** Returns whether the code is correct and neither it nor a later code has been used. */
  async redeemAppCode(userId: string, factorId: string, code: string): Promise<boolean> {
    const stored = await this.secrets.totpKeyOf(userId, factorId);
    // Authenticator apps use real time, even if CLOCK_OFFSET_MS shifts Courtly's clock.
    const timeStep = stored && timeStepOf(stored.key, code, Date.now());
    return timeStep !== null && this.secrets.redeemTimeStep(userId, factorId, timeStep);
  }

  private async redeemRecoveryCode(
    userId: string,
    { recoverySetId }: SecondFactorState,
    code: string,
    context: CommandContext,
  ): Promise<string> {
    if (recoverySetId === null) throw wrongCode();
    const codeNumber = await this.secrets.recoveryCodeNumber(userId, recoverySetId, code);
    if (codeNumber === null) throw wrongCode();
    const data = { userId, recoverySetId, codeNumber, usedAt: context.at };
    // The command id is random, because an Idempotency-Key must not let a code work twice.
    await this.commandHandling.handle(
      secondFactor,
      userId,
      { type: 'UseRecoveryCode', data },
      { ...followUp(context, 'recovery code'), actor: context.actor },
    );
    return recoverySetId;
  }
}

export const secondStepPending = (
  ticket: string,
  kinds: readonly SecondFactorKind[],
): DomainError =>
  new DomainError('second_factor_pending', 'Use your second step to finish signing in.', {
    ticket,
    kinds,
  });
