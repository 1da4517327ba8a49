import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { favouriteRoutes as routes } from '@courtly/contracts/favourites';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { ChangeFavouritesCommand } from './favourites.commands.js';
import { favourites } from './favourites.projection.js';

@Controller()
export class FavouritesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  @RouteHandler(routes.listFavourites)
  async listFavourites(@CurrentUser() { id: userId }: Actor) {
    const userFavourites = await this.readModels.read(favourites, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return [...(userFavourites?.courtIds ?? [])];
  }

  @RouteHandler(routes.addFavourite)
  addFavourite(
    @RouteInput() { params }: Input<typeof routes.addFavourite>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeFavouritesCommand(
        { type: 'AddFavourite', courtId: params.courtId },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.removeFavourite)
  removeFavourite(
    @RouteInput() { params }: Input<typeof routes.removeFavourite>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeFavouritesCommand(
        { type: 'RemoveFavourite', courtId: params.courtId },
        commandContext,
      ),
    );
  }
}
