import { Controller, Headers } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { availabilityRoutes as routes } from '@courtly/contracts/availability';
import type { Input } from '@courtly/contracts/route';
import { Handles } from '../../platform/http/handles.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
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

  @Handles(routes.availability)
  slots(
    @Received() { params }: Input<typeof routes.availability>,
    @Caller() caller: Actor,
    @Headers('Courtly-After') after: string | undefined,
  ) {
    const { courtId, date } = params;
    if (after) return this.availability.slots(courtId, date, caller);
    return this.availability.sharedSlots(courtId, date, caller);
  }

  @Handles(routes.listClosures)
  closures(@Received() { params }: Input<typeof routes.listClosures>, @Caller() caller: Actor) {
    return this.availability.closures(params.courtId, params.date, caller);
  }

  @Handles(routes.closeHours)
  close(
    @Received() { params, body }: Input<typeof routes.closeHours>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeClosuresCommand(
        { courtId: params.courtId, change: { type: 'close', ...body } },
        context,
      ),
    );
  }

  @Handles(routes.closeDays)
  closeDays(
    @Received() { params, body }: Input<typeof routes.closeDays>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new CloseDaysCommand({ courtId: params.courtId, days: body }, context),
    );
  }

  @Handles(routes.ownerClosures)
  ofOwner(@Received() { query }: Input<typeof routes.ownerClosures>, @Caller() owner: Actor) {
    return this.availability.closuresOfHost(owner.id, query);
  }

  @Handles(routes.reopenHours)
  reopen(
    @Received() { params, body }: Input<typeof routes.reopenHours>,
    @Given() context: CommandContext,
  ) {
    return this.commands.execute(
      new ChangeClosuresCommand(
        { courtId: params.courtId, change: { type: 'reopen', ...body } },
        context,
      ),
    );
  }
}
