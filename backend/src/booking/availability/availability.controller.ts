import { Controller, Headers } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { availabilityRoutes as routes } from '@courtly/contracts/availability';
import type { Input } from '@courtly/contracts/route';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import { AvailabilityQueries } from './availability.queries.js';
import { ChangeClosuresCommand, CloseDaysCommand } from '../bookings/closures.commands.js';

@Controller()
export class AvailabilityController {
  constructor(
    private readonly commandBus: CommandBus,
    private readonly availabilityQueries: AvailabilityQueries,
  ) {}

  @RouteHandler(routes.availability)
  listSlots(
    @RouteInput() { params }: Input<typeof routes.availability>,
    @CurrentUser() currentUser: Actor,
    @Headers('Courtly-After') afterPosition: string | undefined,
  ) {
    const { courtId, date } = params;
    if (afterPosition) return this.availabilityQueries.slotsOfDay(courtId, date, currentUser);
    return this.availabilityQueries.sharedSlots(courtId, date, currentUser);
  }

  @RouteHandler(routes.freeDays)
  listFreeDays(
    @RouteInput() { params, query }: Input<typeof routes.freeDays>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.availabilityQueries.freeDays(params.courtId, query, currentUser);
  }

  @RouteHandler(routes.courtHours)
  listHours(
    @RouteInput() { params }: Input<typeof routes.courtHours>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.availabilityQueries.hoursOfDay(params.courtId, params.date, currentUser);
  }

  @RouteHandler(routes.listClosures)
  listClosures(
    @RouteInput() { params }: Input<typeof routes.listClosures>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.availabilityQueries.closuresOfDay(params.courtId, params.date, currentUser);
  }

  @RouteHandler(routes.closeHours)
  closeHours(
    @RouteInput() { params, body }: Input<typeof routes.closeHours>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeClosuresCommand(
        { courtId: params.courtId, change: { type: 'close', ...body } },
        commandContext,
      ),
    );
  }

  @RouteHandler(routes.closeDays)
  closeDays(
    @RouteInput() { params, body }: Input<typeof routes.closeDays>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new CloseDaysCommand({ courtId: params.courtId, days: body }, commandContext),
    );
  }

  @RouteHandler(routes.ownerClosures)
  listHostClosures(
    @RouteInput() { query }: Input<typeof routes.ownerClosures>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.availabilityQueries.closuresOfHost(currentUser.id, query);
  }

  @RouteHandler(routes.reopenHours)
  reopenHours(
    @RouteInput() { params, body }: Input<typeof routes.reopenHours>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.commandBus.execute(
      new ChangeClosuresCommand(
        { courtId: params.courtId, change: { type: 'reopen', ...body } },
        commandContext,
      ),
    );
  }
}
