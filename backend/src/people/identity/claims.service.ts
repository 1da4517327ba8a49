import { Injectable } from '@nestjs/common';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { Streams } from '../../platform/kernel/streams.js';
import {
  type Claim,
  emailClaim,
  isClaimOverdue,
  providerAccountClaim,
  usernameClaim,
} from './claim.js';
import { identityName, providerAccounts } from './provider-accounts.js';
import { user } from './user.js';

const claimDeciders = {
  email: emailClaim,
  username: usernameClaim,
  providerAccount: providerAccountClaim,
};
type NameKind = keyof typeof claimDeciders;
export type NameOfKind = readonly [kind: NameKind, name: string];

/**
 * Claims and releases emails, usernames, and provider accounts by their keyed hashes, newest secret
 * first.
 */
@Injectable()
export class Claims {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly idGenerator: Ids,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /**
   * Claims the newest hash, after checking the older ones.
   * @throws DomainError taken
   */
  async claimName(kind: NameKind, name: string, userId: string, context: CommandContext) {
    const claimDecider = claimDeciders[kind];
    const [newestHash, ...olderHashes] = this.keyedHashes.hashesOfName(kind, name);
    const claimCommand = async (currentClaim: Claim) => {
      const abandoned = await this.abandonedHolder(kind, name, currentClaim, userId, context);
      return { type: 'Claim', data: { userId, claimedAt: context.at, abandoned } } as const;
    };
    for (const nameHash of olderHashes) {
      const currentClaim = await this.streams.load(claimDecider, nameHash);
      claimDecider.decide(await claimCommand(currentClaim), currentClaim);
    }
    await this.commandHandling.handle(
      claimDecider,
      newestHash!,
      await claimCommand(await this.streams.load(claimDecider, newestHash!)),
      // A retry must repeat a claim that an earlier attempt released.
      this.ofThisTry(context, 'claim', context.at),
    );
  }

  async releaseName(kind: NameKind, name: string, userId: string, context: CommandContext) {
    for (const nameHash of this.keyedHashes.hashesOfName(kind, name))
      await this.commandHandling.handle(
        claimDeciders[kind],
        nameHash,
        { type: 'Release', data: { userId, releasedAt: context.at } },
        this.ofThisTry(context, 'release', context.at),
      );
  }

  private async abandonedHolder(
    kind: NameKind,
    name: string,
    currentClaim: Claim,
    userId: string,
    context: CommandContext,
  ) {
    const isOverdue =
      currentClaim && currentClaim.userId !== userId && isClaimOverdue(currentClaim, context.at);
    if (!isOverdue) return null;
    const holderId = currentClaim.userId;
    if (await this.abandonRegistration(holderId, context)) return holderId;
    // The link may have been interrupted between its two steps.
    return kind === 'providerAccount' && !(await this.hasLinked(holderId, name)) ? holderId : null;
  }

  private async hasLinked(userId: string, name: string): Promise<boolean> {
    const linkedAccounts = await this.streams.load(providerAccounts, userId);
    return linkedAccounts.some(
      (linkedAccount) => identityName(linkedAccount).toLowerCase() === name.toLowerCase(),
    );
  }

  /** Ends an unfinished registration permanently. Returns false if the account exists. */
  private async abandonRegistration(userId: string, context: CommandContext) {
    const { state } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'AbandonRegistration', data: { userId, abandonedAt: context.at } },
      this.ofThisTry(context, 'abandon', userId),
    );
    return state.abandoned;
  }

  private ofThisTry(context: CommandContext, ...idParts: readonly string[]): CommandContext {
    return { ...context, commandId: this.idGenerator.derived(context.commandId, ...idParts) };
  }
}
