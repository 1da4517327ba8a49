import { accountExportRoutes } from '@courtly/contracts/account-export';
import { erasureRoutes } from '@courtly/contracts/erasure';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { RateLimits, type RateLimit } from '../../platform/http/rate-limits.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import {
  CurrentUser,
  type CourtlyRequest,
  CurrentContext,
  RouteInput,
} from '../../platform/http/request.js';
import { ACCOUNT_CLOSURE, type AccountClosure } from '../../platform/http/account-closure.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ErasureQueries } from './erasure.queries.js';
import { ExportQueries } from './export.queries.js';
import { RequestErasureCommand } from './request-erasure.commands.js';

/** Limited because an export takes a dozen queries. */
export const exportRateLimit: RateLimit = { name: 'exportsOfPerson', points: 5, duration: 60 * 60 };

const { showErasure, eraseAccount } = erasureRoutes;
const { exportAccount } = accountExportRoutes;

@Controller()
export class ErasureController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly erasureQueries: ErasureQueries,
    private readonly exportQueries: ExportQueries,
    private readonly rateLimits: RateLimits,
    @Inject(ACCOUNT_CLOSURE) private readonly accountClosure: AccountClosure,
  ) {}

  @RouteHandler(showErasure)
  show(@CurrentUser() { id }: Actor) {
    return this.erasureQueries.show(id);
  }

  @RouteHandler(eraseAccount)
  async requestErasure(
    @RouteInput() { body }: Input<typeof eraseAccount>,
    @CurrentContext() commandContext: CommandContext,
    @Req() httpRequest: CourtlyRequest,
  ) {
    const { id } = commandContext.actor;
    await this.accountClosure.requireSecondFactor(id, httpRequest);
    await this.accountClosure.requirePassword(id, body.currentPassword);
    await this.commandBus.execute(
      new RequestErasureCommand({ userId: id, reference: '' }, commandContext),
    );
    // If this fails, the process retries it.
    await this.accountClosure.revokeAccess(id).catch(() => undefined);
    await this.accountClosure.signOut(httpRequest);
    return { message: 'Your account is being deleted. Thank you for playing with us.' };
  }

  @RouteHandler(exportAccount)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="courtly-my-data.json"')
  async exportAccount(@CurrentUser() { id }: Actor) {
    await this.rateLimits.consume(exportRateLimit, id);
    return this.exportQueries.exportOf(id);
  }
}
