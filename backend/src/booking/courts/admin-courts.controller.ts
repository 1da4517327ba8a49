import { adminCourtRoutes as routes } from '@courtly/contracts/admin-courts';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { ChangeHidingCommand, NoteCityCommand } from './admin-courts.commands.js';
import { AdminCourtQueries } from './admin-courts.queries.js';

@Controller()
export class AdminCourtsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly adminCourtQueries: AdminCourtQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.listAdminCourts)
  async listCourts(
    @RouteInput() { query }: Input<typeof routes.listAdminCourts>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const courtPage = await this.adminCourtQueries.findCourts(query);
    await this.personalDataReads.record(
      { what: 'court', about: '', of: courtPage.items.map(({ host }) => host.id) },
      commandContext,
    );
    return sendPage(httpResponse, courtPage);
  }

  @RouteHandler(routes.hideCourt)
  hideCourt(
    @RouteInput() { params, body }: Input<typeof routes.hideCourt>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.adminViewAfter(
      new ChangeHidingCommand(
        { courtId: params.deskCourtId, change: { ...body, isHidden: true } },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.unhideCourt)
  unhideCourt(
    @RouteInput() { params, body }: Input<typeof routes.unhideCourt>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.adminViewAfter(
      new ChangeHidingCommand(
        { courtId: params.deskCourtId, change: { ...body, isHidden: false } },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.noteCity)
  noteCity(
    @RouteInput() { params, body }: Input<typeof routes.noteCity>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.adminViewAfter(
      new NoteCityCommand({ courtId: params.deskCourtId, ...body }, commandContext),
    );
  }

  private async adminViewAfter(courtCommand: ChangeHidingCommand | NoteCityCommand) {
    const { value, position } = await this.commandBus.execute(courtCommand);
    return new CommandResult(await this.adminCourtQueries.adminViewOf(value), position);
  }
}
