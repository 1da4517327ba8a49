import type { Input } from '@courtly/contracts/route';
import { waiverRoutes } from '@courtly/contracts/waivers';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { clientDetails } from '../../platform/http/client-details.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import {
  CurrentUser,
  type CourtlyRequest,
  CurrentContext,
  RouteInput,
} from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AcceptWaiverCommand } from './waivers.commands.js';
import { WaiverQueries } from './waivers.queries.js';

const { waiverStatus, acceptedWaivers, acceptWaiver } = waiverRoutes;

@Controller()
export class WaiversController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly waiverQueries: WaiverQueries,
  ) {}

  @RouteHandler(waiverStatus)
  showStatus(@CurrentUser() { id }: Actor, @Req() request: CourtlyRequest) {
    return this.waiverQueries.statusOf(id, request.clock.instant());
  }

  @RouteHandler(acceptedWaivers)
  listAccepted(@CurrentUser() { id }: Actor) {
    return this.waiverQueries.acceptedBy(id);
  }

  @RouteHandler(acceptWaiver)
  acceptCurrentWaiver(
    @RouteInput() { body }: Input<typeof acceptWaiver>,
    @CurrentContext() commandContext: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const acceptance = { version: body.version, ...clientDetails(request) };
    return this.commandBus.execute(new AcceptWaiverCommand(acceptance, commandContext));
  }
}
