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
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The place of a named player. A player whose email has an account holds it from the start. */
  async placeFor(
    namedPlayer: NewMatchPlayer,
    index: number,
    commandContext: CommandContext,
  ): Promise<MatchPlayer> {
    const { playerName, playerEmail, side } = namedPlayer;
    const email = playerEmail ?? '';
    const playerId = email === '' ? null : await this.userIdByEmail(email);
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

  /** The deadline of an opponent who has held a place since `heldSince`; both UTC. */
  answerDeadline(heldSince: string): string {
    return new Date(
      Date.parse(heldSince) + this.config.policy.matchAnswerMinutes * MINUTE_MS,
    ).toISOString();
  }

  /**
   * The user who signs in with an email; null if its account changed its email or was never
   * created.
   */
  private async userIdByEmail(email: string): Promise<string | null> {
    const emailHashes = this.keyedHashes.hashesOfName('email', email);
    for (const emailHash of emailHashes) {
      const claim = await this.streams.load(emailClaim, emailHash);
      if (!claim) continue;
      const currentEmail = await this.streams.load(emailOf, claim.userId);
      if (currentEmail && emailHashes.includes(this.keyedHashes.hashOfName('email', currentEmail)))
        return claim.userId;
    }
    return null;
  }
}
