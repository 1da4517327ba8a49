import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { defineCommand } from '../../platform/kernel/command.js';
import { CONFIG, type Config } from '../../config.js';
import { visibleFields } from '../../people/identity/page-privacy.js';
import { person } from '../../people/identity/person.js';
import { CommandHandling } from '../../platform/kernel/command-handling.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import { notFound } from '../../platform/kernel/domain-error.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Streams } from '../../platform/kernel/streams.js';
import { follows } from './follows.js';
import { ViewerRelations } from '../matches/viewer-relations.service.js';

export class ChangeFollowsCommand extends defineCommand<
  Readonly<{ type: 'FollowPlayer' | 'UnfollowPlayer'; playerId: string }>,
  CommandResult<undefined>
>() {}

@CommandHandler(ChangeFollowsCommand)
export class ChangeFollowsHandler implements ICommandHandler<ChangeFollowsCommand> {
  constructor(
    private readonly commandHandling: CommandHandling,
    private readonly streams: Streams,
    private readonly viewerRelations: ViewerRelations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Former members can still be unfollowed.
   * @throws DomainError not_found for unknown players and for the user themselves, fair_use
   */
  async execute({ input: { type, playerId }, context }: ChangeFollowsCommand) {
    const userId = context.actor.id;
    if (type === 'FollowPlayer') await this.requireContact(context.actor, playerId);
    const data = {
      userId,
      playerId,
      changedAt: context.at,
      limits: this.config.policy,
    };
    const { position } = await this.commandHandling.handle(
      follows,
      userId,
      { type, data },
      context,
    );
    return new CommandResult(undefined, position);
  }

  private async requireContact(viewer: Actor, playerId: string): Promise<void> {
    const player = playerId === viewer.id ? null : await this.streams.load(person, playerId);
    if (!player) throw notFound('player');
    const relation = await this.viewerRelations.relationTo(viewer, playerId);
    if (!visibleFields(player, relation).contact) throw notFound('player');
  }
}
