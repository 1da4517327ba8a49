import { cardRoutes as routes } from '@courtly/contracts/cards';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { RemoveCardCommand } from './cards.commands.js';
import { SavedCards } from './saved-cards.service.js';

@Controller()
export class CardsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly savedCards: SavedCards,
  ) {}

  @RouteHandler(routes.listCards)
  @Header('Cache-Control', 'private, no-store')
  listCards(@CurrentUser() { id: userId }: Actor) {
    return this.savedCards.list(userId);
  }

  @RouteHandler(routes.removeCard)
  removeCard(
    @RouteInput() { params }: Input<typeof routes.removeCard>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commandBus.execute(new RemoveCardCommand(params, context));
  }
}
