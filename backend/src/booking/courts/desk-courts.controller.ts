import { adminCourtRoutes as routes } from '@courtly/contracts/admin-courts';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Given, Received } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { ChangeHidingCommand } from './desk-courts.commands.js';
import { DeskCourtQueries } from './desk-courts.queries.js';

/** What admins do about courts. */
@Controller()
export class DeskCourtsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly courts: DeskCourtQueries,
  ) {}

  @Handles(routes.findDeskCourts)
  async find(
    @Received() { query }: Input<typeof routes.findDeskCourts>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.courts.find(query));
  }

  @Handles(routes.hideCourt)
  hide(
    @Received() { params, body }: Input<typeof routes.hideCourt>,
    @Given() context: CommandContext,
  ) {
    return this.change(
      new ChangeHidingCommand(
        { courtId: params.deskCourtId, change: { ...body, isHidden: true } },
        context,
      ),
    );
  }

  @Handles(routes.unhideCourt)
  unhide(
    @Received() { params, body }: Input<typeof routes.unhideCourt>,
    @Given() context: CommandContext,
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
