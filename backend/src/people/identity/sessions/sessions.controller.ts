import { identityRoutes } from '@courtly/contracts/identity';
import type { Input } from '@courtly/contracts/route';
import { Controller, Req } from '@nestjs/common';
import { Handles } from '../../../platform/http/handles.js';
import { Caller, type CourtlyRequest, Received } from '../../../platform/http/request.js';
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

  @Handles(listSessions)
  list(@Caller() { id }: Actor, @Req() { sessionID }: CourtlyRequest) {
    return this.queries.of(id, sessionID);
  }

  @Handles(endSession)
  async end(
    @Received() { params }: Input<typeof endSession>,
    @Caller() { id }: Actor,
    @Req() request: CourtlyRequest,
  ): Promise<void> {
    const sessionId = await this.queries.idOf(id, params.sessionKey);
    await (sessionId === request.sessionID
      ? this.sessions.end(request)
      : this.index.end(id, [sessionId]));
  }

  @Handles(endOtherSessions)
  endOthers(@Caller() { id }: Actor, @Req() { sessionID }: CourtlyRequest) {
    return this.index.endAll(id, sessionID);
  }
}
