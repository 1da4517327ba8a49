import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { KeyedHashes } from '../../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../../platform/kernel/streams.js';
import { Credentials } from '../../../platform/vault/credentials.js';
import { MailTokens } from '../../../platform/vault/mail-tokens.js';
import type { AccountClosure } from '../../../platform/http/account-closure.js';
import { AttemptLimits } from '../sessions/attempt-limits.service.js';
import { emailClaim, usernameClaim } from '../claim.js';
import { Claims } from '../claims.service.js';
import { namesOf } from '../names-of.js';
import { wrongPassword } from './password.commands.js';
import { SessionIndex } from '../sessions/session-index.service.js';
import { Sessions } from '../sessions/sessions.middleware.js';

@Injectable()
export class EndedAccounts implements AccountClosure {
  constructor(
    private readonly limits: AttemptLimits,
    private readonly credentials: Credentials,
    private readonly tokens: MailTokens,
    private readonly index: SessionIndex,
    private readonly sessions: Sessions,
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    private readonly claims: Claims,
  ) {}

  async requirePassword(userId: string, password: string): Promise<void> {
    await this.limits.changeOfPassword(userId);
    if (!(await this.credentials.verify(userId, password))) throw wrongPassword();
  }

  signOut(request: Request): Promise<void> {
    return this.sessions.end(request);
  }

  async revokeAccess(userId: string): Promise<void> {
    await this.credentials.remove(userId);
    await this.tokens.remove(userId);
    await this.index.endAll(userId);
  }

  async releaseNames(userId: string, context: CommandContext): Promise<void> {
    const { emails, wanted, usernames } = await this.streams.load(namesOf, userId);
    // One that was wanted is claimed for a moment before it is theirs.
    for (const email of new Set([...emails, ...wanted]))
      await this.claims.release(emailClaim, this.hashes.allOfName('email', email), userId, context);
    for (const username of usernames)
      await this.claims.release(
        usernameClaim,
        this.hashes.allOfName('username', username),
        userId,
        context,
      );
  }
}
