import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bookingRoutes as routes } from '@courtly/contracts/bookings';
import { adminUserRoutes } from '@courtly/contracts/admin-users';
import type { Input } from '@courtly/contracts/route';
import { toCents } from '@courtly/contracts/wire';
import type { Response } from 'express';
import { Handles } from '../../platform/http/handles.js';
import { itemsOf } from '../../platform/http/paging.js';
import { Caller, Given, Received } from '../../platform/http/request.js';
import { CommandResult } from '../../platform/kernel/command-result.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import type { Actor } from '../../platform/kernel/events.js';
import type { Booking } from './booking.js';
import {
  type BookingDecision,
  CancelByHandCommand,
  DecideBookingCommand,
} from './bookings.commands.js';
import { BookingQueries } from './bookings.queries.js';
import { RequestBookingCommand } from './request-booking.commands.js';

const { cancelBookingByHand } = adminUserRoutes;

@Controller()
export class BookingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly bookings: BookingQueries,
  ) {}

  @Handles(routes.requestBooking)
  async request(
    @Received() { body }: Input<typeof routes.requestBooking>,
    @Given() context: CommandContext,
  ) {
    return this.view(
      await this.commands.execute(new RequestBookingCommand(body, context)),
      context,
    );
  }

  @Handles(routes.listBookings)
  async list(
    @Received() { query }: Input<typeof routes.listBookings>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.bookings.ofPlayer(id, query));
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
  async decide(
    @Received() { params, body }: Input<typeof routes.answerBooking>,
    @Given() context: CommandContext,
  ) {
    const { status, reason = null, note = '' } = body;
    const decision: BookingDecision =
      status === 'confirmed'
        ? { type: 'approve' }
        : { type: 'decline', declineReason: reason, note };
    return this.view(
      await this.commands.execute(
        new DecideBookingCommand({ bookingId: params.bookingId, decision }, context),
      ),
      context,
    );
  }

  @Handles(routes.cancellationQuote)
  quote(@Received() { params }: Input<typeof routes.cancellationQuote>, @Caller() caller: Actor) {
    return this.bookings.quote(params.bookingId, caller);
  }

  @Handles(routes.cancelBooking)
  async cancel(
    @Received() { params, body }: Input<typeof routes.cancelBooking>,
    @Given() context: CommandContext,
  ) {
    const { reason: note = '', excuse = null, expectedRefund } = body;
    const expectedRefundCents = expectedRefund === undefined ? null : toCents(expectedRefund);
    const decision = { type: 'cancel', note, excuse, expectedRefundCents } as const;
    return this.view(
      await this.commands.execute(
        new DecideBookingCommand({ bookingId: params.bookingId, decision }, context),
      ),
      context,
    );
  }

  @Handles(routes.ownerBookings)
  async ofOwner(
    @Received() { query }: Input<typeof routes.ownerBookings>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.bookings.ofHost(id, query));
  }

  @Handles(routes.hostBookings)
  async ofHost(
    @Received() { query }: Input<typeof routes.hostBookings>,
    @Caller() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.bookings.ofHost(id, query));
  }

  @Handles(cancelBookingByHand)
  async cancelByHand(
    @Received() { params, body }: Input<typeof cancelBookingByHand>,
    @Given() context: CommandContext,
  ) {
    const cancelled = await this.commands.execute(
      new CancelByHandCommand({ bookingId: params.bookingId, reason: body.reason }, context),
    );
    return cancelled.map(({ bookingId: id, status }) => ({ id, status }));
  }

  private async view({ value, position }: CommandResult<Booking>, { actor }: CommandContext) {
    return new CommandResult(await this.bookings.decided(value, actor), position);
  }
}
