import { incidentRoutes as routes } from '@courtly/contracts/incidents';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, CurrentUser, RouteInput } from '../../platform/http/request.js';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import {
  AnswerIncidentCommand,
  DecideIncidentCommand,
  ReportIncidentCommand,
} from './incidents.commands.js';
import { DeclineMoveCommand, MoveHourCommand } from './move-hour.commands.js';
import { IncidentQueries, incidentView } from './incidents.queries.js';

@Controller()
export class IncidentsController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly incidentQueries: IncidentQueries,
    @Inject(PERSONAL_DATA_READS) private readonly personalDataReads: PersonalDataReads,
  ) {}

  @RouteHandler(routes.bookingIncidents)
  bookingIncidents(
    @RouteInput() { params }: Input<typeof routes.bookingIncidents>,
    @CurrentUser() { id: userId }: Actor,
  ) {
    return this.incidentQueries.ofBooking(params.bookingId, userId);
  }

  @RouteHandler(routes.reportIncident)
  async reportIncident(
    @RouteInput() { params, body }: Input<typeof routes.reportIncident>,
    @CurrentContext() context: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new ReportIncidentCommand({ bookingId: params.bookingId, report: body }, context),
    );
    return result.map((state) => incidentView(state, context.actor.id, context.at));
  }

  @RouteHandler(routes.answerIncident)
  async answerIncident(
    @RouteInput() { params, body }: Input<typeof routes.answerIncident>,
    @CurrentContext() context: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new AnswerIncidentCommand({ ...params, answer: body }, context),
    );
    return result.map((state) => incidentView(state, context.actor.id, context.at));
  }

  @RouteHandler(routes.moveHour)
  async moveHour(
    @RouteInput() { params, body }: Input<typeof routes.moveHour>,
    @CurrentContext() context: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new MoveHourCommand({ ...params, ...body }, context),
    );
    return result.map((state) => incidentView(state, context.actor.id, context.at));
  }

  @RouteHandler(routes.declineMove)
  async declineMove(
    @RouteInput() { params }: Input<typeof routes.declineMove>,
    @CurrentContext() context: CommandContext,
  ) {
    const result = await this.commandBus.execute(new DeclineMoveCommand(params, context));
    return result.map((state) => incidentView(state, context.actor.id, context.at));
  }

  @RouteHandler(routes.ownStrikes)
  ownStrikes(@CurrentUser() { id: userId }: Actor) {
    return this.incidentQueries.strikesOf(userId);
  }

  @RouteHandler(routes.adminIncidents)
  async adminIncidents(
    @RouteInput() { query }: Input<typeof routes.adminIncidents>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    const page = await this.incidentQueries.queue(query, context.actor.id);
    const userIds = page.items.flatMap(({ player, host }) => [player.id, host.id]);
    await this.personalDataReads.record({ what: 'entry', about: '', of: userIds }, context);
    return sendPage(httpResponse, page);
  }

  @RouteHandler(routes.decideIncident)
  async decideIncident(
    @RouteInput() { params, body }: Input<typeof routes.decideIncident>,
    @CurrentContext() context: CommandContext,
  ) {
    const { value, position } = await this.commandBus.execute(
      new DecideIncidentCommand({ ...params, ...body }, context),
    );
    return new CommandResult(
      await this.incidentQueries.adminView(value, context.actor.id),
      position,
    );
  }
}
