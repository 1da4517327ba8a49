import { Inject, Injectable } from '@nestjs/common';
import type { NewMatchPlayer } from '@courtly/contracts/matches';
import { CONFIG, type Config } from '../../config.js';
import { emailClaim } from '../../people/identity/claim.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { MatchPlayer } from './match.js';

@Injectable()
export class NamedPlayers {
  constructor(
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The place of a named player. It belongs to the account with this verified email, if there is
   * one.
   */
  async placeFor(
    namedPlayer: NewMatchPlayer,
    index: number,
    commandContext: CommandContext,
  ): Promise<MatchPlayer> {
    const { playerName, playerEmail, side } = namedPlayer;
    const email = playerEmail ?? '';
    const playerId = email === '' ? null : await this.userIdByEmail(email, commandContext.actor.id);
    return {
      placeId: this.idGenerator.short(`match player ${commandContext.commandId} ${index}`, 12),
      side,
      name: playerName,
      email,
      playerId,
      emailHash: email === '' ? null : this.keyedHashes.hashOfName('email', email),
      answerBy:
        playerId !== null && side === 'opponent' ? this.answerDeadline(commandContext.at) : null,
      addedAt: commandContext.at,
    };
  }

  /** The deadline for an opponent who has been in the match since `heldSince`. Both are UTC. */
  answerDeadline(heldSince: string): string {
    return new Date(
      Date.parse(heldSince) + this.config.policy.matchAnswerMinutes * MINUTE_MS,
    ).toISOString();
  }

  /**
   * The user with this verified email. The logger's own email need not be verified, because it
   * gives them no place.
   */
  private async userIdByEmail(email: string, loggerId: string): Promise<string | null> {
    for (const emailHash of this.keyedHashes.hashesOfName('email', email)) {
      const claim = await this.streams.load(emailClaim, emailHash);
      if (!claim) continue;
      const { userId } = claim;
      if (userId === loggerId) return loggerId;
      const verifiedEmail = verifiedEmailOf(
        await this.streams.load(person, userId),
        await this.streams.load(emailVerification, userId),
      );
      const ownHashes = verifiedEmailHashes(this.keyedHashes, 'email', verifiedEmail);
      if (ownHashes.some((ownHash) => ownHash === emailHash)) return userId;
    }
    return null;
  }
}
