import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { favouriteRoutes as routes } from '@courtly/contracts/favourites';
import type { Input } from '@courtly/contracts/route';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.listFavourites)
  async list(@Caller() { id }: Actor) {
    const kept = await this.readModels.read(favourites, (all) => all.findOne({ _id: id }));
    return [...(kept?.courtIds ?? [])];
  }

  @Handles(routes.addFavourite)
  add(@Received() { params }: Input<typeof routes.addFavourite>, @Given() context: CommandContext) {
    return this.commands.execute(
      new ChangeFavouritesCommand({ type: 'AddFavourite', courtId: params.courtId }, context),
    );
  }

  @Handles(routes.removeFavourite)
  remove(
    @Received() { params }: Input<typeof routes.removeFavourite>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeFavouritesCommand({ type: 'RemoveFavourite', courtId: params.courtId }, context),
    );
  }
}
