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
    private readonly commandBus: CommandBus,
    private readonly bookingQueries: BookingQueries,
  ) {}

  @RouteHandler(routes.requestBooking)
  async requestBooking(
    @RouteInput() { body }: Input<typeof routes.requestBooking>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    return this.resultView(
      await this.commandBus.execute(new RequestBookingCommand(body, commandContext)),
      commandContext,
    );
  }

  @RouteHandler(routes.listBookings)
  async listBookings(
    @RouteInput() { query }: Input<typeof routes.listBookings>,
    @CurrentUser() { id: userId }: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    return sendPage(httpResponse, await this.bookingQueries.listForPlayer(userId, query));
  }

  @RouteHandler(routes.ownRecord)
  ownRecord(@CurrentUser() { id: userId }: Actor) {
    return this.bookingQueries.recordOf(userId);
  }

  @RouteHandler(routes.showBooking)
  showBooking(
    @RouteInput() { params }: Input<typeof routes.showBooking>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.bookingQueries.showBooking(params.bookingId, currentUser);
  }

  @RouteHandler(routes.bookingHistory)
  showHistory(
    @RouteInput() { params }: Input<typeof routes.bookingHistory>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.bookingQueries.historyOf(params.bookingId, currentUser);
  }

  @RouteHandler(routes.answerBooking)
  async answerBooking(
    @RouteInput() { params, body }: Input<typeof routes.answerBooking>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { status, reason = null, note = '' } = body;
    const decision: BookingDecision =
      status === 'confirmed'
        ? { type: 'approve' }
        : { type: 'decline', declineReason: reason, note };
    return this.resultView(
      await this.commandBus.execute(
        new DecideBookingCommand({ bookingId: params.bookingId, decision }, commandContext),
      ),
      commandContext,
    );
  }

  @RouteHandler(routes.cancellationQuote)
  quoteCancellation(
    @RouteInput() { params }: Input<typeof routes.cancellationQuote>,
    @CurrentUser() currentUser: Actor,
  ) {
    return this.bookingQueries.quoteCancellation(params.bookingId, currentUser);
  }

  @RouteHandler(routes.cancelBooking)
  async cancelBooking(
    @RouteInput() { params, body }: Input<typeof routes.cancelBooking>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const { reason: note = '', excuse = null, expectedRefund } = body;
    const expectedRefundCents = expectedRefund === undefined ? null : toCents(expectedRefund);
    const decision = { type: 'cancel', note, excuse, expectedRefundCents } as const;
    return this.resultView(
      await this.commandBus.execute(
        new DecideBookingCommand({ bookingId: params.bookingId, decision }, commandContext),
      ),
      commandContext,
    );
  }

  @RouteHandler(routes.ownerBookings)
  async listOwnerBookings(
    @RouteInput() { query }: Input<typeof routes.ownerBookings>,
    @CurrentUser() { id: userId }: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    return sendPage(httpResponse, await this.bookingQueries.listForHost(userId, query));
  }

  @RouteHandler(routes.hostBookings)
  async listHostBookings(
    @RouteInput() { query }: Input<typeof routes.hostBookings>,
    @CurrentUser() { id: userId }: Actor,
    @Res({ passthrough: true }) httpResponse: Response,
  ) {
    return sendPage(httpResponse, await this.bookingQueries.listForHost(userId, query));
  }

  @RouteHandler(cancelBookingByHand)
  async cancelByHand(
    @RouteInput() { params, body }: Input<typeof cancelBookingByHand>,
    @CurrentContext() commandContext: CommandContext,
  ) {
    const result = await this.commandBus.execute(
      new CancelByHandCommand({ bookingId: params.bookingId, reason: body.reason }, commandContext),
    );
    return result.map(({ bookingId: id, status }) => ({ id, status }));
  }

  private async resultView({ value, position }: CommandResult<Booking>, { actor }: CommandContext) {
    return new CommandResult(await this.bookingQueries.decidedView(value, actor), position);
  }
}
