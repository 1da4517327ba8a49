import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bookingRoutes as routes } from '@courtly/contracts/bookings';
import type { Input } from '@courtly/contracts/route';
import { Handles } from '../http/handles.js';
import { Caller, Given, Received } from '../http/request.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../kernel/context.js';
import type { Actor } from '../kernel/events.js';
import { type BookingDone, DecideBooking, RequestBooking } from './bookings.commands.js';
import { BookingQueries } from './bookings.queries.js';

@Controller()
export class BookingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly bookings: BookingQueries,
  ) {}

  @Handles(routes.requestBooking)
  async request(@Received() { body }: Input<typeof routes.requestBooking>, @Given() context: CommandContext) {
    return this.answer(await this.commands.execute(new RequestBooking(body, context)), context);
  }

  @Handles(routes.listBookings)
  list(@Caller() caller: Actor) {
    return this.bookings.ofPlayer(caller.id);
  }

  @Handles(routes.showBooking)
  show(@Received() { params }: Input<typeof routes.showBooking>, @Caller() caller: Actor) {
    return this.bookings.one(params.bookingId, caller);
  }

  @Handles(routes.bookingHistory)
  history(@Received() { params }: Input<typeof routes.bookingHistory>, @Caller() caller: Actor) {
    return this.bookings.history(params.bookingId, caller);
  }

  @Handles(routes.answerBooking)
  async decide(@Received() { params, body }: Input<typeof routes.answerBooking>, @Given() context: CommandContext) {
    const decision = { type: body.status === 'confirmed' ? 'approve' : 'decline' } as const;
    return this.answer(await this.commands.execute(new DecideBooking(params.bookingId, decision, context)), context);
  }

  @Handles(routes.cancellationQuote)
  quote(@Received() { params }: Input<typeof routes.cancellationQuote>, @Caller() caller: Actor) {
    return this.bookings.quote(params.bookingId, caller);
  }

  @Handles(routes.cancelBooking)
  async cancel(@Received() { params, body }: Input<typeof routes.cancelBooking>, @Given() context: CommandContext) {
    const decision = { type: 'cancel', note: body.reason ?? '', excuse: body.excuse ?? null } as const;
    return this.answer(await this.commands.execute(new DecideBooking(params.bookingId, decision, context)), context);
  }

  @Handles(routes.ownerBookings)
  ofOwner(@Caller() caller: Actor) {
    return this.bookings.ofHost(caller.id);
  }

  @Handles(routes.hostBookings)
  ofHost(@Caller() caller: Actor) {
    return this.bookings.ofHost(caller.id);
  }

  private async answer({ booking, position }: BookingDone, { actor }: CommandContext) {
    return new Written(await this.bookings.view(booking, actor), position);
  }
}
