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
    private readonly commands: CommandBus,
    private readonly availability: AvailabilityQueries,
  ) {}

  @RouteHandler(routes.availability)
  slots(
    @RouteInput() { params }: Input<typeof routes.availability>,
    @CurrentUser() caller: Actor,
    @Headers('Courtly-After') after: string | undefined,
  ) {
    const { courtId, date } = params;
    if (after) return this.availability.slots(courtId, date, caller);
    return this.availability.sharedSlots(courtId, date, caller);
  }

  @RouteHandler(routes.listClosures)
  closures(
    @RouteInput() { params }: Input<typeof routes.listClosures>,
    @CurrentUser() caller: Actor,
  ) {
    return this.availability.closures(params.courtId, params.date, caller);
  }

  @RouteHandler(routes.closeHours)
  close(
    @RouteInput() { params, body }: Input<typeof routes.closeHours>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeClosuresCommand(
        { courtId: params.courtId, change: { type: 'close', ...body } },
        context,
      ),
    );
  }

  @RouteHandler(routes.closeDays)
  closeDays(
    @RouteInput() { params, body }: Input<typeof routes.closeDays>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new CloseDaysCommand({ courtId: params.courtId, days: body }, context),
    );
  }

  @RouteHandler(routes.ownerClosures)
  ofOwner(
    @RouteInput() { query }: Input<typeof routes.ownerClosures>,
    @CurrentUser() owner: Actor,
  ) {
    return this.availability.closuresOfHost(owner.id, query);
  }

  @RouteHandler(routes.reopenHours)
  reopen(
    @RouteInput() { params, body }: Input<typeof routes.reopenHours>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeClosuresCommand(
        { courtId: params.courtId, change: { type: 'reopen', ...body } },
        context,
      ),
    );
  }
}
