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

/** Turns people whom somebody names into places of a match. */
@Injectable()
export class NamedPlayers {
  constructor(
    private readonly streams: Streams,
    private readonly hashes: KeyedHashes,
    private readonly ids: Ids,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The place of the `index`-th person that a command names: who has an account by that e-mail holds it at once. */
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
      emailHash: email === '' ? null : this.hashes.ofName('email', email),
      answerBy: playerId !== null && side === 'opponent' ? this.answerBy(context.at) : null,
      addedAt: context.at,
    };
  }

  /** Until when an opponent who holds a place since an instant may answer; both UTC. */
  answerBy(since: string): string {
    return new Date(
      Date.parse(since) + this.config.policy.matchAnswerMinutes * MINUTE_MS,
    ).toISOString();
  }

  /** Who signs in with an e-mail; an account that has it no more, or never came to be, does not. */
  private async holderOf(email: string): Promise<string | null> {
    const names = this.hashes.allOfName('email', email);
    for (const name of names) {
      const claim = await this.streams.load(emailClaim, name);
      if (!claim) continue;
      const current = await this.streams.load(emailOf, claim.userId);
      if (current && names.includes(this.hashes.ofName('email', current))) return claim.userId;
    }
    return null;
  }
}
