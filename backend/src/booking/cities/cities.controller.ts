import { cityRoutes } from '@courtly/contracts/cities';
import type { Input } from '@courtly/contracts/route';
import { Controller, Ip } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Handles } from '../../platform/http/handles.js';
import { Given, Received } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { RequestCityCommand } from './cities.commands.js';
import { CityQueries } from './cities.queries.js';

const { cityDemand, requestCity } = cityRoutes;

@Controller()
export class CitiesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cities: CityQueries,
  ) {}

  @Handles(cityDemand)
  demand() {
    return this.cities.mostWanted();
  }

  @Handles(requestCity)
  request(
    @Received() { body }: Input<typeof requestCity>,
    @Given() context: CommandContext,
    @Ip() address: string,
  ) {
    return this.commands.execute(new RequestCityCommand({ wish: body, address }, context));
  }
}
