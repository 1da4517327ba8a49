import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { AccountClosure } from '../../../platform/http/account-closure.js';
import type { CourtlyRequest } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { DomainError } from '../../../platform/kernel/domain-error.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { SecondFactorSecrets } from '../../../platform/vault/second-factor-secrets.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { Claims } from '../claims.service.js';
import { accountNames } from '../account-names.js';
import { identityName, providerAccounts } from '../provider-accounts.js';
import { SecondFactorChecks } from '../sessions/second-factors.service.js';
import { SessionIndex } from '../sessions/session-index.service.js';
import { Sessions } from '../sessions/sessions.middleware.js';

export const wrongPassword = () => {
  const message = "This isn't your current password. Try again, or sign out and reset it by email.";
  return new DomainError('invalid_request', message, {
    fields: [{ field: 'currentPassword', message }],
  });
};

@Injectable()
export class IdentityAccountClosure implements AccountClosure {
  constructor(
    private readonly attemptLimits: AttemptLimits,
    private readonly vaultCredentials: Credentials,
    private readonly mailTokens: MailTokens,
    private readonly secondFactorSecrets: SecondFactorSecrets,
    private readonly secondFactorChecks: SecondFactorChecks,
    private readonly sessionIndex: SessionIndex,
    private readonly sessions: Sessions,
    private readonly streams: Streams,
    private readonly nameClaims: Claims,
  ) {}

  async requirePassword(userId: string, password: string): Promise<void> {
    await this.attemptLimits.countPasswordAttempt(userId);
    if (!(await this.vaultCredentials.verifyPassword(userId, password))) throw wrongPassword();
  }

  requireSecondFactor(userId: string, { usedSecondFactor }: CourtlyRequest): Promise<void> {
    return this.secondFactorChecks.requireInSession(userId, usedSecondFactor);
  }

  signOut(request: Request): Promise<void> {
    return this.sessions.endSession(request);
  }

  async revokeAccess(userId: string): Promise<void> {
    await this.vaultCredentials.removePassword(userId);
    await this.mailTokens.removeTokens(userId);
    await this.secondFactorSecrets.removeAll(userId);
    await this.sessionIndex.endAll(userId);
  }

  async releaseNames(userId: string, commandContext: CommandContext): Promise<void> {
    const { emails, requested, usernames } = await this.streams.load(accountNames, userId);
    // A requested email is claimed shortly before the change is recorded.
    for (const email of new Set([...emails, ...requested]))
      await this.nameClaims.releaseName('email', email, userId, commandContext);
    for (const username of usernames)
      await this.nameClaims.releaseName('username', username, userId, commandContext);
    for (const linkedAccount of await this.streams.load(providerAccounts, userId)) {
      const name = identityName(linkedAccount);
      await this.nameClaims.releaseName('providerAccount', name, userId, commandContext);
    }
  }
}
