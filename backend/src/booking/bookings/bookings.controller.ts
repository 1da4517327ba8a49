import { Controller, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bookingRoutes as routes } from '@courtly/contracts/bookings';
import { adminUserRoutes } from '@courtly/contracts/admin-users';
import type { Input } from '@courtly/contracts/route';
import { toCents } from '@courtly/contracts/wire';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import { CurrentUser, CurrentContext, RouteInput } from '../../platform/http/request.js';
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

  @RouteHandler(routes.requestBooking)
  async request(
    @RouteInput() { body }: Input<typeof routes.requestBooking>,
    @CurrentContext() context: CommandContext,
  ) {
    return this.view(
      await this.commands.execute(new RequestBookingCommand(body, context)),
      context,
    );
  }

  @RouteHandler(routes.listBookings)
  async list(
    @RouteInput() { query }: Input<typeof routes.listBookings>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.bookings.ofPlayer(id, query));
  }

  @RouteHandler(routes.showBooking)
  show(@RouteInput() { params }: Input<typeof routes.showBooking>, @CurrentUser() caller: Actor) {
    return this.bookings.one(params.bookingId, caller);
  }

  @RouteHandler(routes.bookingHistory)
  history(
    @RouteInput() { params }: Input<typeof routes.bookingHistory>,
    @CurrentUser() caller: Actor,
  ) {
    return this.bookings.history(params.bookingId, caller);
  }

  @RouteHandler(routes.answerBooking)
  async decide(
    @RouteInput() { params, body }: Input<typeof routes.answerBooking>,
    @CurrentContext() context: CommandContext,
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

  @RouteHandler(routes.cancellationQuote)
  quote(
    @RouteInput() { params }: Input<typeof routes.cancellationQuote>,
    @CurrentUser() caller: Actor,
  ) {
    return this.bookings.quote(params.bookingId, caller);
  }

  @RouteHandler(routes.cancelBooking)
  async cancel(
    @RouteInput() { params, body }: Input<typeof routes.cancelBooking>,
    @CurrentContext() context: CommandContext,
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

  @RouteHandler(routes.ownerBookings)
  async ofOwner(
    @RouteInput() { query }: Input<typeof routes.ownerBookings>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.bookings.ofHost(id, query));
  }

  @RouteHandler(routes.hostBookings)
  async ofHost(
    @RouteInput() { query }: Input<typeof routes.hostBookings>,
    @CurrentUser() { id }: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendPage(response, await this.bookings.ofHost(id, query));
  }

  @RouteHandler(cancelBookingByHand)
  async cancelByHand(
    @RouteInput() { params, body }: Input<typeof cancelBookingByHand>,
    @CurrentContext() context: CommandContext,
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
