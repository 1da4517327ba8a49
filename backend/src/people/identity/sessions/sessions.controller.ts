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
    private readonly sessionQueries: SessionQueries,
    private readonly sessionIndex: SessionIndex,
    private readonly sessions: Sessions,
  ) {}

  @RouteHandler(listSessions)
  listSessions(@CurrentUser() { id }: Actor, @Req() { sessionID }: CourtlyRequest) {
    return this.sessionQueries.sessionsOf(id, sessionID);
  }

  @RouteHandler(endSession)
  async endSession(
    @RouteInput() { params }: Input<typeof endSession>,
    @CurrentUser() { id }: Actor,
    @Req() request: CourtlyRequest,
  ): Promise<void> {
    const sessionId = await this.sessionQueries.sessionIdOf(id, params.sessionKey);
    await (sessionId === request.sessionID
      ? this.sessions.endSession(request)
      : this.sessionIndex.endSessions(id, [sessionId]));
  }

  @RouteHandler(endOtherSessions)
  endOtherSessions(@CurrentUser() { id }: Actor, @Req() { sessionID }: CourtlyRequest) {
    return this.sessionIndex.endAll(id, sessionID);
  }
}
