import { confirmationRoutes as routes } from '@courtly/contracts/confirmations';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { GiveConfirmationCommand, RejectConfirmationCommand } from './confirmations.commands.js';
import { ConfirmationQueries } from './confirmations.queries.js';

@Controller()
export class ConfirmationsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly confirmationQueries: ConfirmationQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.listConfirmations)
  async list(
    @RouteInput() { query: { status, ...paging } }: Input<typeof routes.listConfirmations>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const confirmationPage = await this.confirmationQueries.page(status, paging);
    await this.personalDataReads.record(
      {
        what: 'entry',
        about: '',
        of: confirmationPage.items.flatMap(({ member, booking }) =>
          [member, booking?.player, booking?.host].flatMap((person) => person?.id ?? []),
        ),
      },
      commandContext,
    );
    return sendPage(httpResponse, confirmationPage);
  }

  @RouteHandler(routes.giveConfirmation)
  give(
    @RouteInput() { params }: Input<typeof routes.giveConfirmation>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(new GiveConfirmationCommand(params, commandContext));
  }

  @RouteHandler(routes.rejectConfirmation)
  reject(
    @RouteInput() { params, body }: Input<typeof routes.rejectConfirmation>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new RejectConfirmationCommand({ ...params, ...body }, commandContext),
    );
  }
}
