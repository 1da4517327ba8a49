import { identityRoutes } from '@courtly/contracts/identity';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { RouteHandler } from '../../../platform/http/route-handler.js';
import { CurrentUser, type CourtlyRequest, RouteInput } from '../../../platform/http/request.js';
import type { Actor } from '../../../platform/kernel/events.js';
import { SessionIndex } from './session-index.service.js';
import { Sessions } from './sessions.middleware.js';
import { SessionQueries } from './sessions.queries.js';

const { listSessions, endSession, endOtherSessions } = identityRoutes;

@Controller()
export class SessionsController {
  constructor(
    private readonly queries: SessionQueries,
    private readonly index: SessionIndex,
    private readonly sessions: Sessions,
  ) {}

  @RouteHandler(listSessions)
  list(@CurrentUser() { id }: Actor, @Req() { sessionID }: CourtlyRequest) {
    return this.queries.of(id, sessionID);
  }

  @RouteHandler(endSession)
  async end(
    @RouteInput() { params }: Input<typeof endSession>,
    @CurrentUser() { id }: Actor,
    @Req() request: CourtlyRequest,
  ): Promise<void> {
    const sessionId = await this.queries.idOf(id, params.sessionKey);
    await (sessionId === request.sessionID
      ? this.sessions.end(request)
      : this.index.end(id, [sessionId]));
  }

  @RouteHandler(endOtherSessions)
  endOthers(@CurrentUser() { id }: Actor, @Req() { sessionID }: CourtlyRequest) {
    return this.index.endAll(id, sessionID);
  }
}
