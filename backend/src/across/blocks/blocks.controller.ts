import { type Block, blockRoutes as routes } from '@courtly/contracts/blocks';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentContext, CurrentUser, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Streams } from '../../platform/kernel/streams.js';
import { blocks } from '../../people/blocks/blocks.js';
import { BlockedNames } from './blocked-names.service.js';
import { BlockPersonCommand, EndBlockCommand } from './blocks.commands.js';

@Controller()
export class BlocksController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
    private readonly blockedNames: BlockedNames,
  ) {}

  @RouteHandler(routes.listBlocks)
  async list(@CurrentUser() { id: userId }: Actor): Promise<Block[]> {
    const { blocked } = await this.streams.load(blocks, userId);
    const names = await this.blockedNames.namesFor(
      userId,
      blocked.map(({ blockedId }) => blockedId),
    );
    return blocked.map(({ blockId: id, blockedId, blockedAt }) => ({
      id,
      name: names.get(blockedId)!,
      blockedAt,
    }));
  }

  @RouteHandler(routes.blockPerson)
  block(
    @RouteInput() { body }: Input<typeof routes.blockPerson>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new BlockPersonCommand(body, commandContext));
  }

  @RouteHandler(routes.endBlock)
  end(
    @RouteInput() { params }: Input<typeof routes.endBlock>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new EndBlockCommand(params, commandContext));
  }
}
