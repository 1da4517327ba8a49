import { adminCourtRoutes as routes } from '@courtly/contracts/admin-courts';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { ChangeHidingCommand } from './admin-courts.commands.js';
import { AdminCourtQueries } from './admin-courts.queries.js';

@Controller()
export class AdminCourtsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly courts: AdminCourtQueries,
  ) {}

  @RouteHandler(routes.listAdminCourts)
  async find(
    @RouteInput() { query }: Input<typeof routes.listAdminCourts>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.courts.find(query));
  }

  @RouteHandler(routes.hideCourt)
  hide(
    @RouteInput() { params, body }: Input<typeof routes.hideCourt>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.change(
      new ChangeHidingCommand(
        { courtId: params.deskCourtId, change: { ...body, isHidden: true } },
        context,
      ),
    );
  }

  @RouteHandler(routes.unhideCourt)
  unhide(
    @RouteInput() { params, body }: Input<typeof routes.unhideCourt>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.change(
      new ChangeHidingCommand(
        { courtId: params.deskCourtId, change: { ...body, isHidden: false } },
        context,
      ),
    );
  }

  private async change(command: ChangeHidingCommand) {
    const { value, position } = await this.commands.execute(command);
    return new CommandResult(await this.courts.view(value), position);
  }
}
