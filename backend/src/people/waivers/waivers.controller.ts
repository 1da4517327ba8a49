import type { Input } from '@courtly/contracts/route';
import { waiverRoutes } from '@courtly/contracts/waivers';
import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
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

const { waiverStatus, acceptWaiver } = waiverRoutes;
const AGENT_LENGTH = 500;

const seen = (request: CourtlyRequest) => ({
  userAgent: (request.get('User-Agent') ?? '').slice(0, AGENT_LENGTH),
  ipAddress: request.ip ?? '',
});

@Controller()
export class WaiversController {
  constructor(
    private readonly commands: CommandBus,
    private readonly waivers: WaiverQueries,
  ) {}

  @RouteHandler(waiverStatus)
  status(@CurrentUser() { id }: Actor, @Req() request: CourtlyRequest) {
    return this.waivers.status(id, request.clock.instant());
  }

  @RouteHandler(acceptWaiver)
  accept(
    @RouteInput() _: Input<typeof acceptWaiver>,
    @CurrentContext() context: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    return this.commands.execute(new AcceptWaiverCommand(seen(request), context));
  }
}
