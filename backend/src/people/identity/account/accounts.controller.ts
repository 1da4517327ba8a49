import { adminUserRoutes as routes } from '@courtly/contracts/admin-users';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { sendPage } from '../../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { accountView } from '../person.js';
import { AccountQueries } from './accounts.queries.js';
import { ChangeRoleCommand, ChangeSuspensionCommand } from './admin.commands.js';

@Controller()
export class AccountsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly accountQueries: AccountQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.findAccounts)
  async findAccounts(
    @RouteInput() { query }: Input<typeof routes.findAccounts>,
    @CurrentContext() commandContext: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const accountPage = await this.accountQueries.findPage(query);
    await this.personalDataReads.record(
      { what: 'account', about: '', of: accountPage.items.map(({ id }) => id) },
      commandContext,
    );
    return sendPage(response, accountPage);
  }

  @RouteHandler(routes.giveRole)
  giveRole(
    @RouteInput() { params, body }: Input<typeof routes.giveRole>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.changeAccount(
      new ChangeRoleCommand({ ...params, ...body, isGiven: true }, commandContext),
    );
  }

  @RouteHandler(routes.takeRole)
  takeRole(
    @RouteInput() { params, body }: Input<typeof routes.takeRole>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.changeAccount(
      new ChangeRoleCommand({ ...params, ...body, isGiven: false }, commandContext),
    );
  }

  @RouteHandler(routes.suspendUser)
  suspendUser(
    @RouteInput() { params, body }: Input<typeof routes.suspendUser>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.changeAccount(
      new ChangeSuspensionCommand({ ...params, ...body, isSuspended: true }, commandContext),
    );
  }

  @RouteHandler(routes.liftSuspension)
  liftSuspension(
    @RouteInput() { params, body }: Input<typeof routes.liftSuspension>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.changeAccount(
      new ChangeSuspensionCommand({ ...params, ...body, isSuspended: false }, commandContext),
    );
  }

  private async changeAccount(command: ChangeRoleCommand | ChangeSuspensionCommand) {
    return (await this.commandBus.execute(command)).map(accountView);
  }
}
