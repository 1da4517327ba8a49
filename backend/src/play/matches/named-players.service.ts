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

/** Turns players named in a command into places of a match. */
@Injectable()
export class NamedPlayers {
  constructor(
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The place of the `index`-th named player. A player whose email has an account holds it from the
   * start.
   */
  async place(named: NewMatchPlayer, index: number, context: CommandContext): Promise<MatchPlayer> {
    const { playerName: name, playerEmail, side } = named;
    const email = playerEmail ?? '';
    const playerId = email === '' ? null : await this.holderOf(email);
    return {
      placeId: this.ids.short(`match player ${context.commandId} ${index}`, 12),
      side,
      name,
      email,
      playerId,
      emailHash: email === '' ? null : this.hashes.hashOfName('email', email),
      answerBy: playerId !== null && side === 'opponent' ? this.answerBy(context.at) : null,
      addedAt: context.at,
    };
  }

  /** The deadline of an opponent who has held a place `since` an instant; both UTC. */
  answerBy(since: string): string {
    return new Date(
      Date.parse(since) + this.config.policy.matchAnswerMinutes * MINUTE_MS,
    ).toISOString();
  }

  /**
   * The user who signs in with an email; null if its account changed its email or was never
   * created.
   */
  private async holderOf(email: string): Promise<string | null> {
    const names = this.hashes.hashesOfName('email', email);
    for (const name of names) {
      const claim = await this.streams.load(emailClaim, name);
      if (!claim) continue;
      const current = await this.streams.load(emailOf, claim.userId);
      if (current && names.includes(this.hashes.hashOfName('email', current))) return claim.userId;
    }
    return null;
  }
}
