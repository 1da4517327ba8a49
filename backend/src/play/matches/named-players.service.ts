import { Inject, Injectable } from '@nestjs/common';
import type { NewMatchPlayer } from '@courtly/contracts/matches';
import { CONFIG, type Config } from '../../config.js';
import { CONTACT_GUARD, type ContactGuard } from '../../people/blocks/contact-guard.js';
import { emailClaim } from '../../people/identity/claim.js';
import { verifiedEmailHashes, verifiedEmailOf } from '../../people/identity/account-email.js';
import { emailVerification } from '../../people/identity/email-verification.js';
import { person } from '../../people/identity/person.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { DAY_MS, MINUTE_MS } from '../../platform/kernel/local-time.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type NamedPlayer, logDeadline, match } from './match.js';
import { ViewerRelations } from './viewer-relations.service.js';

const instantAfter = (instant: string, durationMs: number): string =>
  new Date(Date.parse(instant) + durationMs).toISOString();

@Injectable()
export class NamedPlayers {
  constructor(
    private readonly streams: Streams,
    private readonly keyedHashes: KeyedHashes,
    private readonly idGenerator: Ids,
    @Inject(CONTACT_GUARD) private readonly contactGuard: ContactGuard,
    private readonly viewerRelations: ViewerRelations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * The place of a named player in the hour that was played at `playedAt` (UTC). It belongs to the
   * opponent whom the logger picked, or to the account with this verified email, if there is one.
   */
  async placeFor(
    namedPlayer: NewMatchPlayer,
    index: number,
    playedAt: string,
    commandContext: CommandContext,
  ): Promise<NamedPlayer> {
    const { playerName, playerEmail, side } = namedPlayer;
    const loggerId = commandContext.actor.id;
    const pickedEmail = await this.emailOfPicked(namedPlayer.playerId ?? null, loggerId);
    const email = pickedEmail === null ? (playerEmail ?? '') : '';
    const knownEmail = pickedEmail ?? email;
    const accountId = knownEmail === '' ? null : await this.userIdByEmail(knownEmail, loggerId);
    const isBlocked =
      accountId !== null && (await this.contactGuard.isBlocked(loggerId, accountId, playedAt));
    // A refusal would reveal that the email has an account.
    const playerId = isBlocked ? null : accountId;
    return {
      placeId: this.idGenerator.short(`match player ${commandContext.commandId} ${index}`, 12),
      side,
      name: playerName,
      email,
      playerId,
      emailHash: knownEmail === '' ? null : this.keyedHashes.hashOfName('email', knownEmail),
      answerBy: playerId === null ? null : this.answerDeadline(commandContext.at),
      addedAt: commandContext.at,
      // The same with and without an account, so that it reveals nothing.
      keepUntil:
        email === ''
          ? null
          : instantAfter(commandContext.at, this.config.policy.retention.contactDays * DAY_MS),
    };
  }

  /**
   * The place of someone whom the hour itself names: the player who booked it, or the one
   * challenged to it. It stores no name, because the logger typed none.
   */
  async placeOfKnown(
    known: 'booker' | 'challenged',
    userId: string,
    side: NamedPlayer['side'],
    commandContext: CommandContext,
  ): Promise<NamedPlayer> {
    const email = (await this.streams.load(person, userId))?.email ?? '';
    return {
      placeId: this.idGenerator.short(`match ${known} ${commandContext.commandId}`, 12),
      side,
      name: '',
      email: '',
      playerId: userId,
      emailHash: email === '' ? null : this.keyedHashes.hashOfName('email', email),
      answerBy: this.answerDeadline(commandContext.at),
      addedAt: commandContext.at,
      keepUntil: null,
    };
  }

  async hasVerifiedEmail(userId: string): Promise<boolean> {
    return (await this.verifiedEmail(userId)) !== null;
  }

  /** The people in a match who are suspended now. */
  async suspendedIn(matchId: string): Promise<readonly string[]> {
    const loggedMatch = await this.streams.load(match, matchId);
    const playerIds = loggedMatch?.players.flatMap(({ playerId }) => playerId ?? []) ?? [];
    const players = await Promise.all(
      playerIds.map((playerId) => this.streams.load(person, playerId)),
    );
    return players.flatMap((player) => (player?.suspension ? [player.userId] : []));
  }

  /** When invitations of a match that is logged at `loggedAt` expire. Both are UTC. */
  claimDeadline(loggedAt: string): string {
    return instantAfter(loggedAt, this.config.policy.matchClaimDays * DAY_MS);
  }

  /** The deadline for logging the hour that was played at `playedAt`. Both are UTC. */
  logDeadline(playedAt: string): string {
    return logDeadline(playedAt, this.config.policy.matchLogDays);
  }

  /** The deadline for someone who has been in the match since `heldSince`. Both are UTC. */
  answerDeadline(heldSince: string): string {
    return instantAfter(heldSince, this.config.policy.matchAnswerMinutes * MINUTE_MS);
  }

  private async verifiedEmail(userId: string) {
    return verifiedEmailOf(
      await this.streams.load(person, userId),
      await this.streams.load(emailVerification, userId),
    );
  }

  /** The verified email of a picked player; null unless they have played with the logger. */
  private async emailOfPicked(playerId: string | null, loggerId: string): Promise<string | null> {
    if (playerId === null) return null;
    const relations = await this.viewerRelations.opponentsAmong(loggerId, [playerId]);
    return relations.has(playerId) ? this.verifiedEmail(playerId) : null;
  }

  /** The user with this verified email, or the logger if it is theirs. */
  private async userIdByEmail(email: string, loggerId: string): Promise<string | null> {
    for (const emailHash of this.keyedHashes.hashesOfName('email', email)) {
      const claim = await this.streams.load(emailClaim, emailHash);
      if (!claim) continue;
      const { userId } = claim;
      if (userId === loggerId) return loggerId;
      const verifiedEmail = await this.verifiedEmail(userId);
      const ownHashes = verifiedEmailHashes(this.keyedHashes, 'email', verifiedEmail);
      if (ownHashes.some((ownHash) => ownHash === emailHash)) return userId;
    }
    return null;
  }
}
