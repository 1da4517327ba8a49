import { adminCourtRoutes } from '@courtly/contracts/admin-courts';
import { adminMoneyRoutes } from '@courtly/contracts/admin-money';
import { type AdminBooking, adminUserRoutes as routes } from '@courtly/contracts/admin-users';
import { matchRoutes } from '@courtly/contracts/matches';
import { messageRoutes } from '@courtly/contracts/messages';
import { reviewRoutes } from '@courtly/contracts/reviews';
import type { Input } from '@courtly/contracts/route';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { RouteHandler } from '../../platform/http/route-handler.js';
import { sendPage } from '../../platform/http/paging.js';
import {
  PERSONAL_DATA_READS,
  type PersonalDataReads,
} from '../../platform/http/personal-data-reads.js';
import { CurrentContext, RouteInput } from '../../platform/http/request.js';
import type { CommandContext } from '../../platform/kernel/context.js';
import { DeskQueries } from './admin.queries.js';
import { DisputeQueries } from './disputes.queries.js';
import { MoneyQueries } from './money.queries.js';
import { ReportedMessageQueries } from './reported-messages.queries.js';
import { ReportedReviewQueries } from './reported-reviews.queries.js';

@Controller()
export class DeskController {
  constructor(
    private readonly desk: DeskQueries,
    private readonly reported: ReportedReviewQueries,
    private readonly messages: ReportedMessageQueries,
    private readonly money: MoneyQueries,
    private readonly disputes: DisputeQueries,
    @Inject(PERSONAL_DATA_READS) private readonly reads: PersonalDataReads,
  ) {}

  @RouteHandler(matchRoutes.disputedMatches)
  async disputedMatches(
    @RouteInput() { query }: Input<typeof matchRoutes.disputedMatches>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.disputes.page(query);
    const of = page.items.flatMap(({ loggedBy, disputedBy }) => [loggedBy.id, disputedBy.id]);
    await this.reads.record({ what: 'entry', about: '', of }, context);
    return sendPage(response, page);
  }

  @RouteHandler(adminMoneyRoutes.bookingMoney)
  bookingMoney(@RouteInput() { params }: Input<typeof adminMoneyRoutes.bookingMoney>) {
    return this.money.ofBooking(params.bookingId);
  }

  @RouteHandler(reviewRoutes.reportedReviews)
  async reportedReviews(
    @RouteInput() { query }: Input<typeof reviewRoutes.reportedReviews>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.reported.page(query);
    const of = page.items.flatMap(({ author, reports }) => [
      author.id,
      ...reports.map(({ by }) => by.id),
    ]);
    await this.reads.record({ what: 'entry', about: '', of }, context);
    return sendPage(response, page);
  }

  @RouteHandler(messageRoutes.reportedMessages)
  async reportedMessages(
    @RouteInput() { query }: Input<typeof messageRoutes.reportedMessages>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.messages.page(query);
    const of = page.items.flatMap(({ author, report }) => [author.id, report.by.id]);
    await this.reads.record({ what: 'entry', about: '', of }, context);
    return sendPage(response, page);
  }

  @RouteHandler(routes.showAccount)
  async account(
    @RouteInput() { params: { userId } }: Input<typeof routes.showAccount>,
    @CurrentContext() context: CommandContext,
  ) {
    const account = await this.desk.account(userId);
    await this.reads.record({ what: 'account', about: userId, of: [userId] }, context);
    return account;
  }

  @RouteHandler(routes.accountBookings)
  async bookingsOfAccount(
    @RouteInput() { params, query }: Input<typeof routes.accountBookings>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.desk.bookingsOfAccount(params.userId, query);
    await this.noteBookings(params.userId, page.items, context);
    return sendPage(response, page);
  }

  @RouteHandler(adminCourtRoutes.adminCourtBookings)
  async bookingsOfCourt(
    @RouteInput() { params, query }: Input<typeof adminCourtRoutes.adminCourtBookings>,
    @CurrentContext() context: CommandContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const page = await this.desk.bookingsOfCourt(params.deskCourtId, query);
    await this.noteBookings(params.deskCourtId, page.items, context);
    return sendPage(response, page);
  }

  private noteBookings(
    about: string,
    found: readonly AdminBooking[],
    context: CommandContext,
  ): Promise<void> {
    const of = found.flatMap(({ player, host }) => [player.id, host.id]);
    return this.reads.record({ what: 'booking', about, of }, context);
  }
}
