import { cityRoutes } from '@courtly/contracts/cities';
import type { Input } from '@courtly/contracts/route';
import { Controller, Ip } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { RequestCityCommand } from './cities.commands.js';
import { CityQueries } from './cities.queries.js';

const { cityDemand, requestCity } = cityRoutes;

@Controller()
export class CitiesController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly cityQueries: CityQueries,
  ) {}

  @RouteHandler(cityDemand)
  listDemand() {
    return this.cityQueries.mostWanted();
  }

  @RouteHandler(requestCity)
  requestCity(
    @RouteInput() { body }: Input<typeof requestCity>,
    @CurrentContext() commandContext: CommandContext,
    @Ip() ipAddress: string,
  ) {
    return this.commandBus.execute(
      new RequestCityCommand({ wish: body, address: ipAddress }, commandContext),
    );
  }
}
