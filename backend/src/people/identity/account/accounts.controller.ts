import { adminUserRoutes as routes } from '@courtly/contracts/admin-users';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { itemsOf } from '../../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../../platform/http/request.js';
import type { CommandContext } from '../../../platform/kernel/context.js';
import { accountView } from './account-view.js';
import { AccountQueries } from './accounts.queries.js';
import { ChangeRoleCommand, ChangeSuspensionCommand } from './admin.commands.js';

/** What admins do about people with an account. */
@Controller()
export class AccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountQueries,
    @Inject(PERSONAL_DATA_READS) private readonly reads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.findAccounts)
  async find(
    @RouteInput() { query }: Input<typeof routes.findAccounts>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.accounts.find(query);
    await this.reads.record(
      { what: 'account', about: '', of: page.items.map(({ id }) => id) },
      context,
    );
    return itemsOf(response, page);
  }

  @RouteHandler(routes.giveRole)
  giveRole(
    @RouteInput() { params, body }: Input<typeof routes.giveRole>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.done(
      new ChangeRoleCommand({ userId: params.userId, change: { ...body, isGiven: true } }, context),
    );
  }

  @RouteHandler(routes.takeRole)
  takeRole(
    @RouteInput() { params, body }: Input<typeof routes.takeRole>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.done(
      new ChangeRoleCommand(
        { userId: params.userId, change: { ...body, isGiven: false } },
        context,
      ),
    );
  }

  @RouteHandler(routes.suspendUser)
  suspend(
    @RouteInput() { params, body }: Input<typeof routes.suspendUser>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.done(
      new ChangeSuspensionCommand(
        { userId: params.userId, change: { ...body, isSuspended: true } },
        context,
      ),
    );
  }

  @RouteHandler(routes.liftSuspension)
  lift(
    @RouteInput() { params, body }: Input<typeof routes.liftSuspension>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.done(
      new ChangeSuspensionCommand(
        { userId: params.userId, change: { ...body, isSuspended: false } },
        context,
      ),
    );
  }

  private async done(command: ChangeRoleCommand | ChangeSuspensionCommand) {
    return (await this.commands.execute(command)).map(accountView);
  }
}
