import { erasureRoutes } from '@courtly/contracts/erasure';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Attempts, type Limit } from '../../platform/http/attempts.js';
import { Handles } from '../../platform/http/handles.js';
import { Caller, type CourtlyRequest, Given, Received } from '../../platform/http/request.js';
import { ACCOUNT_ENDS, type AccountEnds } from '../../platform/http/account-ends.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { ErasureQueries } from './erasure.queries.js';
import { ExportQueries } from './export.queries.js';
import { RequestErasureCommand } from './request-erasure.commands.js';

/** A file of all that somebody has takes a dozen queries: nobody needs more of them. */
export const exportsOfPerson: Limit = { name: 'exportsOfPerson', points: 5, duration: 60 * 60 };

const { showErasure, eraseAccount, exportAccount } = erasureRoutes;

@Controller()
export class ErasureController {
  constructor(
    private readonly commands: CommandBus,
    private readonly erasure: ErasureQueries,
    private readonly exports: ExportQueries,
    private readonly attempts: Attempts,
    @Inject(ACCOUNT_ENDS) private readonly ends: AccountEnds,
  ) {}

  @Handles(showErasure)
  show(@Caller() { id }: Actor) {
    return this.erasure.show(id);
  }

  @Handles(eraseAccount)
  async erase(
    @Received() { body }: Input<typeof eraseAccount>,
    @Given() context: CommandContext,
    @Req() request: CourtlyRequest,
  ) {
    const { id } = context.actor;
    await this.ends.mustKnowPassword(id, body.currentPassword);
    await this.commands.execute(new RequestErasureCommand({ userId: id, reference: '' }, context));
    // Where these cannot be ended now, the process does it.
    await this.ends.closeDoors(id).catch(() => undefined);
    await this.ends.signOut(request);
    return { message: 'Your account is erased. Thank you for having played with us.' };
  }

  @Handles(exportAccount)
  @Header('Cache-Control', 'private, no-store')
  @Header('Content-Disposition', 'attachment; filename="courtly-my-data.json"')
  async export(@Caller() { id }: Actor) {
    await this.attempts.take(exportsOfPerson, id);
    return this.exports.of(id);
  }
}
