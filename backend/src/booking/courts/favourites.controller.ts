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
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  @RouteHandler(routes.listFavourites)
  async list(@CurrentUser() { id }: Actor) {
    const kept = await this.readModels.read(favourites, (all) => all.findOne({ _id: id }));
    return [...(kept?.courtIds ?? [])];
  }

  @RouteHandler(routes.addFavourite)
  add(
    @RouteInput() { params }: Input<typeof routes.addFavourite>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFavouritesCommand({ type: 'AddFavourite', courtId: params.courtId }, context),
    );
  }

  @RouteHandler(routes.removeFavourite)
  remove(
    @RouteInput() { params }: Input<typeof routes.removeFavourite>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFavouritesCommand({ type: 'RemoveFavourite', courtId: params.courtId }, context),
    );
  }
}
