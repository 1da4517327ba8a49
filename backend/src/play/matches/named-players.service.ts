import { Inject, Injectable } from '@nestjs/common';
import type { NewMatchPlayer } from '@courtly/contracts/matches';
import { CONFIG, type Config } from '../../config.js';
import { emailClaim } from '../../people/identity/claim.js';
import { emailOf } from '../../people/identity/email-of.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import type { MatchPlayer } from './match.js';

@Injectable()
export class NamedPlayers {
  constructor(
    private readonly eventStreams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    @Inject(CONFIG) private readonly serverConfig: Config,
  ) {}

  /** The place of a named player. A player whose email has an account holds it from the start. */
  async placeFor(
    namedPlayer: NewMatchPlayer,
    itemIndex: number,
    commandContext: CommandContext,
  ): Promise<MatchPlayer> {
    const { playerName, playerEmail, side } = namedPlayer;
    const emailAddress = playerEmail ?? '';
    const playerId = emailAddress === '' ? null : await this.userIdByEmail(emailAddress);
    return {
      placeId: this.idGenerator.short(`match player ${commandContext.commandId} ${itemIndex}`, 12),
      side,
      name: playerName,
      email: emailAddress,
      playerId,
      emailHash: emailAddress === '' ? null : this.keyedHashes.hashOfName('email', emailAddress),
      answerBy:
        playerId !== null && side === 'opponent' ? this.answerDeadline(commandContext.at) : null,
      addedAt: commandContext.at,
    };
  }

  /** The deadline of an opponent who has held a place since `heldSince`; both UTC. */
  answerDeadline(heldSince: string): string {
    return new Date(
      Date.parse(heldSince) + this.serverConfig.policy.matchAnswerMinutes * MINUTE_MS,
    ).toISOString();
  }

  /**
   * The user who signs in with an email; null if its account changed its email or was never
   * created.
   */
  private async userIdByEmail(emailAddress: string): Promise<string | null> {
    const hashedEmails = this.keyedHashes.hashesOfName('email', emailAddress);
    for (const hashedEmail of hashedEmails) {
      const emailClaimState = await this.eventStreams.load(emailClaim, hashedEmail);
      if (!emailClaimState) continue;
      const currentEmail = await this.eventStreams.load(emailOf, emailClaimState.userId);
      if (currentEmail && hashedEmails.includes(this.keyedHashes.hashOfName('email', currentEmail)))
        return emailClaimState.userId;
    }
    return null;
  }
}
