import { type Block, blockRoutes as routes } from '@courtly/contracts/blocks';
import type { Input } from '@courtly/contracts/route';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentContext, CurrentUser, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { Streams } from '../../platform/kernel/streams.js';
import { person } from '../../people/identity/person.js';
import { blocks } from '../../people/blocks/blocks.js';
import { BlockPersonCommand, EndBlockCommand } from './blocks.commands.js';

@Controller()
export class BlocksController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly streams: Streams,
  ) {}

  @RouteHandler(routes.listBlocks)
  async list(@CurrentUser() { id: userId }: Actor): Promise<Block[]> {
    const { blocked } = await this.streams.load(blocks, userId);
    return Promise.all(
      blocked.map(async ({ blockId: id, blockedId, blockedAt }) => {
        const blockedPerson = await this.streams.load(person, blockedId);
        return { id, name: blockedPerson?.firstName ?? 'Former', blockedAt };
      }),
    );
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
