import { Injectable } from '@nestjs/common';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { Ids } from '../../platform/kernel/ids.js';
import { Streams } from '../../platform/kernel/streams.js';
import { type Claim, type emailClaim, isOverdue } from './claim.js';
import { user } from './user.js';

type NameClaim = typeof emailClaim;

/** Takes names for people and gives them back. A name is known by what it is called under each secret, the newest first. */
@Injectable()
export class Claims {
  constructor(
    private readonly commands: CommandHandling,
    private readonly streams: Streams,
    private readonly ids: Ids,
  ) {}

  /** It is claimed as the newest, and nobody may hold it as another. @throws DomainError taken */
  async claim(
    decider: NameClaim,
    [newest, ...older]: readonly string[],
    userId: string,
    context: CommandContext,
  ) {
    const claimedAt = context.at;
    for (const name of older) {
      const held = await this.streams.load(decider, name);
      const abandoned = await this.abandoned(held, userId, context);
      decider.decide({ type: 'Claim', data: { userId, claimedAt, abandoned } }, held);
    }
    const abandoned = await this.abandoned(
      await this.streams.load(decider, newest!),
      userId,
      context,
    );
    await this.commands.handle(
      decider,
      newest!,
      { type: 'Claim', data: { userId, claimedAt, abandoned } },
      // Claims are told apart by the time of the try: a retry must claim again what an earlier try has released.
      { ...context, commandId: this.ids.derived(context.commandId, 'claim', context.at) },
    );
  }

  /** Lets a name go that the person holds; nothing happens where they do not. */
  async release(
    decider: NameClaim,
    names: readonly string[],
    userId: string,
    context: CommandContext,
  ) {
    for (const name of names)
      await this.commands.handle(
        decider,
        name,
        { type: 'Release', data: { userId, releasedAt: context.at } },
        { ...context, commandId: this.ids.derived(context.commandId, 'release', context.at) },
      );
  }

  /** Who holds a name and can be passed over; null where nobody does, or may be. */
  private async abandoned(
    held: Claim,
    userId: string,
    context: CommandContext,
  ): Promise<string | null> {
    const overdue = held && held.userId !== userId && isOverdue(held, context.at);
    return overdue && (await this.giveUp(held.userId, context)) ? held.userId : null;
  }

  /** Ends a registration for good if it never came to be. Answers whether there is no such account, now and ever after. */
  private async giveUp(userId: string, context: CommandContext): Promise<boolean> {
    const { state } = await this.commands.handle(
      user,
      userId,
      { type: 'AbandonRegistration', data: { userId, abandonedAt: context.at } },
      { ...context, commandId: this.ids.derived(context.commandId, 'abandon', userId) },
    );
    return state.abandoned;
  }
}
