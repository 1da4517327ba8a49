import { deskCourtRoutes } from '@courtly/contracts/desk-courts';
import { deskMoneyRoutes } from '@courtly/contracts/desk-money';
import { deskUserRoutes as routes } from '@courtly/contracts/desk-users';
import { matchRoutes } from '@courtly/contracts/matches';
import { reviewRoutes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import { Controller, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Handles } from '../edge/handles.js';
import { itemsOf } from '../edge/paging.js';
import { Received } from '../edge/request.js';
import { DeskQueries } from './desk.queries.js';
import { DisputeQueries } from './disputes.queries.js';
import { MoneyQueries } from './money.queries.js';
import { ReportedReviewQueries } from './reported-reviews.queries.js';

@Controller()
export class DeskController {
  constructor(
    private readonly desk: DeskQueries,
    private readonly reported: ReportedReviewQueries,
    private readonly money: MoneyQueries,
    private readonly disputes: DisputeQueries,
  ) {}

  @Handles(matchRoutes.disputedMatches)
  async disputedMatches(
    @Received() { query }: Input<typeof matchRoutes.disputedMatches>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.disputes.page(query));
  }

  @Handles(deskMoneyRoutes.bookingMoney)
  bookingMoney(@Received() { params }: Input<typeof deskMoneyRoutes.bookingMoney>) {
    return this.money.ofBooking(params.bookingId);
  }

  @Handles(reviewRoutes.reportedReviews)
  async reportedReviews(
    @Received() { query }: Input<typeof reviewRoutes.reportedReviews>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.reported.page(query));
  }

  @Handles(routes.showAccount)
  account(@Received() { params }: Input<typeof routes.showAccount>) {
    return this.desk.account(params.userId);
  }

  @Handles(routes.accountBookings)
  async bookingsOfAccount(
    @Received() { params, query }: Input<typeof routes.accountBookings>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.desk.bookingsOfAccount(params.userId, query));
  }

  @Handles(deskCourtRoutes.deskCourtBookings)
  async bookingsOfCourt(
    @Received() { params, query }: Input<typeof deskCourtRoutes.deskCourtBookings>,
    @Res({ passthrough: true }) response: Response,
  ) {
    return itemsOf(response, await this.desk.bookingsOfCourt(params.deskCourtId, query));
  }
}
