import { statementRoutes as routes } from '@courtly/contracts/statements';
import type { Input } from '@courtly/contracts/route';
import { Controller, Header, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, RouteInput } from '../../platform/http/request.js';
import type { Actor } from '../../platform/kernel/events.js';
import { StatementQueries } from './statement.queries.js';

@Controller()
export class StatementController {
  constructor(private readonly statements: StatementQueries) {}

  @RouteHandler(routes.hostStatement)
  async hostStatement(
    @RouteInput() { query }: Input<typeof routes.hostStatement>,
    @CurrentUser() { id: hostId }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.statements.statementPage(hostId, query));
  }

  @RouteHandler(routes.statementSummary)
  statementSummary(@CurrentUser() { id: hostId }: Actor) {
    return this.statements.summary(hostId);
  }

  @RouteHandler(routes.courtEarnings)
  courtEarnings(
    @RouteInput() { query }: Input<typeof routes.courtEarnings>,
    @CurrentUser() { id: hostId }: Actor,
  ) {
    return this.statements.earningsByCourt(hostId, query.months);
  }

  @RouteHandler(routes.earningsCsv)
  @Header('Cache-Control', 'private, no-store')
  earningsCsv(
    @RouteInput() { query: { year } }: Input<typeof routes.earningsCsv>,
    @CurrentUser() { id: hostId }: Actor,
  ): StreamableFile {
    const csv = Readable.from(this.statements.yearCsv(hostId, year), { objectMode: false });
    return new StreamableFile(csv, {
      type: routes.earningsCsv.mediaType,
      disposition: `attachment; filename="earnings-${year}.csv"`,
    });
  }
}
