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

/** A file of all that somebody has takes a dozen queries: nobody needs more of them. */
export const exportsOfPerson: RateLimit = { name: 'exportsOfPerson', points: 5, duration: 60 * 60 };

const { showErasure, eraseAccount, exportAccount } = erasureRoutes;

@Controller()
export class ErasureController {
  constructor(
    private readonly commands: CommandBus,
    private readonly erasure: ErasureQueries,
    private readonly exports: ExportQueries,
    private readonly attempts: RateLimits,
    @Inject(ACCOUNT_CLOSURE) private readonly ends: AccountClosure,
  ) {}

  @RouteHandler(showErasure)
  show(@CurrentUser() { id }: Actor) {
    return this.erasure.show(id);
  }

  @RouteHandler(eraseAccount)
  async erase(
    @RouteInput() { body }: Input<typeof eraseAccount>,
    @CurrentContext() context: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const { id } = context.actor;
    await this.ends.requirePassword(id, body.currentPassword);
    await this.commands.execute(new RequestErasureCommand({ userId: id, reference: '' }, context));
    // Where these cannot be ended now, the process does it.
    await this.ends.revokeAccess(id).catch(() => undefined);
    await this.ends.signOut(request);
    return { message: 'Your account is erased. Thank you for having played with us.' };
  }

  @RouteHandler(exportAccount)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="courtly-my-data.json"')
  async export(@CurrentUser() { id }: Actor) {
    await this.attempts.consume(exportsOfPerson, id);
    return this.exports.of(id);
  }
}
