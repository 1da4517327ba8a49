import { Injectable } from '@nestjs/common';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Claim, type emailClaim, isClaimOverdue } from './claim.js';
import { user } from './user.js';

type NameClaimDecider = typeof emailClaim;

/** Claims and releases emails and usernames by their keyed hashes, newest secret first. */
@Injectable()
export class Claims {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly eventStreams: Streams,
    private readonly idGenerator: Ids,
  ) {}

  /**
   * Claims the newest hash, after checking the older ones.
   * @throws DomainError taken
   */
  async claimName(
    claimDecider: NameClaimDecider,
    [newestHash, ...olderHashes]: readonly string[],
    userId: string,
    commandContext: CommandContext,
  ) {
    const claimedAt = commandContext.at;
    for (const nameHash of olderHashes) {
      const currentClaim = await this.eventStreams.load(claimDecider, nameHash);
      const abandoned = await this.abandonedHolder(currentClaim, userId, commandContext);
      claimDecider.decide({ type: 'Claim', data: { userId, claimedAt, abandoned } }, currentClaim);
    }
    const abandoned = await this.abandonedHolder(
      await this.eventStreams.load(claimDecider, newestHash!),
      userId,
      commandContext,
    );
    await this.commandHandling.handle(
      claimDecider,
      newestHash!,
      { type: 'Claim', data: { userId, claimedAt, abandoned } },
      // Each try has its own command id, because a retry must claim again what an earlier try
      // released.
      {
        ...commandContext,
        commandId: this.idGenerator.derived(commandContext.commandId, 'claim', commandContext.at),
      },
    );
  }

  async releaseName(
    claimDecider: NameClaimDecider,
    nameHashes: readonly string[],
    userId: string,
    commandContext: CommandContext,
  ) {
    for (const nameHash of nameHashes)
      await this.commandHandling.handle(
        claimDecider,
        nameHash,
        { type: 'Release', data: { userId, releasedAt: commandContext.at } },
        {
          ...commandContext,
          commandId: this.idGenerator.derived(
            commandContext.commandId,
            'release',
            commandContext.at,
          ),
        },
      );
  }

  private async abandonedHolder(
    currentClaim: Claim,
    userId: string,
    commandContext: CommandContext,
  ): Promise<string | null> {
    const isOverdue =
      currentClaim &&
      currentClaim.userId !== userId &&
      isClaimOverdue(currentClaim, commandContext.at);
    return isOverdue && (await this.abandonRegistration(currentClaim.userId, commandContext))
      ? currentClaim.userId
      : null;
  }

  /** Ends an unfinished registration for good. Returns false if the account exists. */
  private async abandonRegistration(userId: string, commandContext: CommandContext) {
    const { state } = await this.commandHandling.handle(
      user,
      userId,
      { type: 'AbandonRegistration', data: { userId, abandonedAt: commandContext.at } },
      {
        ...commandContext,
        commandId: this.idGenerator.derived(commandContext.commandId, 'abandon', userId),
      },
    );
    return state.abandoned;
  }
}
